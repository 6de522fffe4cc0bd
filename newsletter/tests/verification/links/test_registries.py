"""Whom to ask about a work, and what the registries' answers mean."""

from datetime import UTC, date, datetime

import pytest

from newsletter.verification.links.registries import (
    Identity,
    Question,
    Registry,
    arxiv_question,
    question_about,
    read,
    read_arxiv,
    version_of,
)
from newsletter.web.page import Fault, Page

FEED = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <link href="http://arxiv.org/api/query?id_list=2508.00001" rel="self"/>
  <title type="html">ArXiv Query: id_list=2508.00001</title>
  <id>http://arxiv.org/api/abc</id>
  <entry>
    <id>http://arxiv.org/abs/2508.00001v2</id>
    <updated>2025-08-06T17:59:00Z</updated>
    <published>2025-08-01T17:59:00Z</published>
    <title>Planning &amp; acting with
  compact models</title>
    <summary>We plan. 1 &lt; 2.</summary>
    <author><name>A. Author</name></author>
    <arxiv:comment xmlns:arxiv="http://arxiv.org/schemas/atom">12 pages</arxiv:comment>
    <link href="http://arxiv.org/abs/2508.00001v2" rel="alternate" type="text/html"/>
    <arxiv:primary_category xmlns:arxiv="http://arxiv.org/schemas/atom" term="cs.AI"/>
    <category term="cs.AI" scheme="http://arxiv.org/schemas/atom"/>
  </entry>
  <entry>
    <id>http://arxiv.org/abs/math/0309136v1</id>
    <published>2003-09-08T00:00:00Z</published>
    <title>Knots</title>
    <summary>This paper has been withdrawn by the author.</summary>
    <category term="math.GT"/>
  </entry>
</feed>
"""


def answered(body: str, status: int = 200, **given) -> Page:
    values = {
        "url": "https://a.org/", "final_url": "https://a.org/", "status": status,
        "chain": (), "content_type": "application/json", "headers": {},
        "body": body.encode(), "truncated": False, "fault": None, "detail": "",
        "seconds": 0.1, "fetched_at": datetime(2025, 8, 7, tzinfo=UTC),
    }  # fmt: skip
    return Page(**(values | given))


def test_arxivs_answer_tells_title_date_version_and_withdrawal():
    found = read_arxiv(["2508.00001", "math.GT/0309136"], answered(FEED))

    assert found["2508.00001"] == Identity(
        Registry.ARXIV,
        "2508.00001",
        exists=True,
        title="Planning & acting with compact models",
        published=date(2025, 8, 1),
        version=2,
    )
    assert found["math/0309136"].is_withdrawn


def test_a_paper_that_the_answer_lacks_does_not_exist():
    assert read_arxiv(["2508.99999"], answered(FEED))["2508.99999"].exists is False


@pytest.mark.parametrize(
    "page",
    [
        answered(FEED, 503),
        answered("<html>Rate exceeded."),
        answered(FEED[:300]),
        answered(FEED, truncated=True),
        answered(FEED, fault=Fault.PROTOCOL),
    ],
)
def test_an_answer_that_is_not_whole_says_nothing(page):
    assert read_arxiv(["2508.99999"], page) == {}


def test_arxiv_is_asked_about_all_papers_and_not_only_the_first_ten():
    asked = arxiv_question([f"2508.{n:05}" for n in range(12)])

    assert "2508.00000,2508.00001" in asked
    assert asked.endswith("max_results=12")


@pytest.mark.parametrize(
    ("url", "registry", "asked"),
    [
        ("https://doi.org/10.1000/A(b)", Registry.CROSSREF,
         "https://api.crossref.org/works/10.1000/a%28b%29"),
        ("https://github.com/o/n/", Registry.GITHUB, "https://api.github.com/repos/o/n"),
        ("https://huggingface.co/o/n", Registry.HUGGING_FACE,
         "https://huggingface.co/api/models/o/n"),
        ("https://huggingface.co/datasets/o/n", Registry.HUGGING_FACE,
         "https://huggingface.co/api/datasets/o/n"),
        ("https://github.com/o/n/releases/tag/v1.2", Registry.GITHUB,
         "https://api.github.com/repos/o/n/git/ref/tags/v1.2"),
        ("https://github.com/o/n/pull/7", Registry.GITHUB,
         "https://api.github.com/repos/o/n/issues/7"),
        ("https://www.youtube.com/watch?v=a&t=9", Registry.YOUTUBE,
         "https://www.youtube.com/oembed?format=json"
         "&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3Da%26t%3D9"),
        ("https://youtu.be/a", Registry.YOUTUBE,
         "https://www.youtube.com/oembed?format=json&url=https%3A%2F%2Fyoutu.be%2Fa"),
    ],
)  # fmt: skip
def test_a_registry_is_asked_at_its_own_interface(url, registry, asked):
    question = question_about(url)

    assert question is not None
    assert (question.registry, question.url) == (registry, asked)


@pytest.mark.parametrize(
    "url",
    [
        "https://a.org/x", "https://github.com/o", "https://github.com/o/n/wiki/x",
        "https://github.com/topics/llm", "https://github.com/o/n/issues/new",
        "https://www.youtube.com/@handle", "https://www.youtube.com/c/channel",
        "https://huggingface.co/collections/x", "https://huggingface.co/tasks/ocr",
        "https://huggingface.co/blog/x", "https://huggingface.co/papers/2508.00001",
        "https://arxiv.org/abs/2508.00001", "not an address",
    ],
)  # fmt: skip
def test_of_other_addresses_nobody_is_asked(url):
    assert question_about(url) is None


@pytest.mark.parametrize(
    ("registry", "body", "title"),
    [
        (Registry.CROSSREF, '{"message": {"title": ["Knots"], "x": 1}}', "Knots"),
        (Registry.CROSSREF, '{"message": {}}', ""),
        (Registry.GITHUB, '{"id": 1, "full_name": "o/n"}', "o/n"),
        (Registry.HUGGING_FACE, '{"id": "o/n"}', "o/n"),
        (Registry.YOUTUBE, '{"title": "A talk"}', "A talk"),
    ],
)
def test_a_registry_answers_with_a_title(registry, body, title):
    found = read(Question(registry, "name", "url"), answered(body))

    assert (found.exists, found.title) == (True, title)


@pytest.mark.parametrize(
    ("parts", "day"),
    [("[[2025, 8, 5]]", date(2025, 8, 5)), ("[[2025, 8]]", None), ("[[null]]", None)],
)
def test_crossref_tells_the_day_of_publication(parts, day):
    body = f'{{"message": {{"title": ["Knots"], "issued": {{"date-parts": {parts}}}}}}}'

    found = read(Question(Registry.CROSSREF, "10.1/x", "url"), answered(body))

    assert (found.exists, found.published) == (True, day)


@pytest.mark.parametrize("body", ["", "[]", "null", "<html>", '{"title": {}}', "{"])
def test_nonsense_is_no_answer(body):
    found = read(Question(Registry.YOUTUBE, "name", "url"), answered(body))

    assert found.exists is None


@pytest.mark.parametrize(
    ("registry", "status", "exists"),
    [
        (Registry.GITHUB, 404, False),
        (Registry.YOUTUBE, 404, False),
        (Registry.CROSSREF, 404, None),
        (Registry.GITHUB, 403, None),
        (Registry.HUGGING_FACE, 401, None),
        (Registry.GITHUB, 500, None),
    ],
)
def test_a_registry_denies_only_what_it_would_know(registry, status, exists):
    found = read(Question(registry, "name", "url"), answered("{}", status))

    assert found.exists is exists


@pytest.mark.parametrize(
    ("url", "version"),
    [
        ("https://arxiv.org/abs/2508.00001v3", 3),
        ("https://arxiv.org/pdf/2508.00001v12.pdf", 12),
        ("https://arxiv.org/abs/2508.00001", None),
        ("https://a.org/v3", None),
    ],
)
def test_the_version_is_read_from_an_arxiv_address(url, version):
    assert version_of(url) == version


@pytest.mark.parametrize(
    ("work", "is_retracted"),
    [
        ('{"title": ["Knots"], "updated-by": [{"type": "retraction"}]}', True),
        ('{"title": ["Knots"], "updated-by": [{"type": "Withdrawal"}]}', True),
        ('{"title": ["RETRACTED ARTICLE: Knots"]}', True),
        ('{"title": ["[Retracted] Knots"]}', True),
        ('{"title": ["Knots"], "updated-by": [{"type": "correction"}]}', False),
        ('{"title": ["Retracted papers and who cites them"]}', False),
    ],
)
def test_crossref_tells_what_was_retracted(work, is_retracted):
    question = Question(Registry.CROSSREF, "10.1/x", "https://api.crossref.org/")

    found = read(question, answered(f'{{"message": {work}}}'))

    assert found.is_retracted is is_retracted


@pytest.mark.parametrize("registry", [Registry.YOUTUBE, Registry.CROSSREF])
@pytest.mark.parametrize(
    "body", ["[" * 100_000, '{"title":' * 100_000, '{"id": "\\ud800"}']
)
def test_an_answer_without_end_or_sense_is_none(registry, body):
    found = read(Question(registry, "name", "url"), answered(body))

    assert found.exists is None
