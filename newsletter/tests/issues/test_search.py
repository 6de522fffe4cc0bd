# ruff: noqa: RUF001  letters of many languages

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from newsletter.issues import search
from newsletter.models import Issue
from newsletter.testing.examples import examples
from newsletter.tests.support.makers import make_issue, make_newsletter

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


def make_indexed(newsletter, text, **fields):
    issue = make_issue(newsletter, markdown=text, **fields)
    search.keep(issue)
    return issue


def numbers(newsletter, query):
    return [found.issue.number for found in search.find(newsletter, query)]


@pytest.fixture
def newsletter():
    return make_newsletter()


@pytest.mark.parametrize(
    "query",
    ["sampler", "SAMPL", "Zurich", "gpt-5", "学习", "decoding sampler", "lab a"],
)
def test_an_issue_is_found_by_any_spelling_of_its_words(newsletter, query):
    text = "# W\n\nThe [sampler](https://a.example) of Lab A halves decoding in Zürich for GPT-5: 强化学习."
    make_indexed(newsletter, text, number=1)
    make_indexed(newsletter, "# W\n\nAnother one, of 5 GPT and 习学.", number=2)

    assert numbers(newsletter, query) == [1]


@pytest.mark.parametrize(
    "query", ["", "a.example", "amplers", "sampler zebra", "*", '"']
)
def test_nothing_is_found_by_what_is_not_in_it(newsletter, query):
    make_indexed(newsletter, "# W\n\nThe [sampler](https://a.example).")

    assert numbers(newsletter, query) == []


@pytest.mark.parametrize(
    ("query", "instead"),
    [
        ("smapler", "sampler"),
        ("Zurcih", "Zürich"),
        ("Starße", "Straße"),
        ("sampler zurihc", "sampler Zürich"),
        ("sampler zebra", ""),  # nothing is near the one word that is missing
        ("halves decoding nowhree", ""),
        ("samp", ""),  # it is found as it is
    ],
)
def test_a_slip_leads_to_the_word_that_an_issue_has(newsletter, query, instead):
    make_indexed(newsletter, "# W\n\nThe sampler halves decoding in Zürich, Straße 2.")
    make_indexed(make_newsletter(slug="other"), "# W\n\nNowhere zebras, samples.")

    found = search.find(newsletter, query)

    assert ("" if found else search.instead(newsletter, query)) == instead


def test_the_page_of_a_search_offers_it_and_an_empty_archive_says_what_comes(
    client, newsletter
):
    none_yet = client.get("/search?q=smapler").content.decode()
    make_indexed(newsletter, "# W\n\nThe sampler halves decoding.")

    offered = client.get("/search?q=smapler").content.decode()

    assert "No issue has been published yet." in none_yet
    assert 'Did you mean <a href="/search?q=sampler">sampler</a>?' in offered
    assert "Did you mean" not in client.get("/search?q=sampler").content.decode()


def test_the_issue_that_is_about_it_comes_first(newsletter):
    make_indexed(newsletter, "# W\n\n" + "Other words stand here. " * 40 + "A sampler.")
    make_indexed(newsletter, "# W\n\nA sampler, the sampler and samplers.")

    assert numbers(newsletter, "sampler") == [2, 1]


def test_only_published_issues_of_this_newsletter_are_found(newsletter):
    make_indexed(newsletter, "# W\n\nSampler.", status=Issue.Status.PREVIEW)
    make_indexed(make_newsletter(), "# W\n\nSampler.")

    assert numbers(newsletter, "sampler") == []


def test_an_index_follows_its_issue(newsletter):
    issue = make_indexed(newsletter, "# W\n\nSampler.")
    issue.markdown = "# W\n\nDecoder."
    search.keep(issue)
    assert (numbers(newsletter, "sampler"), numbers(newsletter, "decoder")) == ([], [1])

    issue.delete()
    assert numbers(newsletter, "decoder") == []


def test_the_line_that_answers_is_shown(newsletter):
    make_indexed(
        newsletter, "# W\n\n" + "Words before. " * 20 + "The sampler halves it."
    )

    (found,) = search.find(newsletter, "sampl")

    assert found.before.startswith("… ")
    assert (found.word, found.after) == ("sampler", " halves it.")


def test_of_the_lines_that_answer_a_story_is_shown(newsletter):
    lead, told = "Too: a sampler.", "“The sampler halves decoding.” (a.example)"
    issue = make_indexed(
        newsletter, f"# W\n\n{lead}\n\n## News\n\n### 1. Sampler\n\n{told}\n"
    )

    (found,) = search.find(newsletter, "sampler")
    assert found[1:] == ("“The ", "sampler", " halves decoding.” (a.example)")

    # As an issue of the version before stands in the index.
    issue.searchable.text = f"{issue.subject}. P. W {lead} News {told}"
    issue.searchable.save()
    (found,) = search.find(newsletter, "sampler")
    assert found.before == "P. W Too: a "


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    max_examples=examples(50),
)
@given(st.text())
def test_any_query_has_an_answer(newsletter, query):
    search.find(newsletter, query)


@pytest.mark.postgres
def test_no_text_is_parsed_anew_to_be_ranked(newsletter, django_assert_num_queries):
    make_indexed(newsletter, "# W\n\nA sampler.")

    with django_assert_num_queries(2) as queries:
        search.find(newsletter, "sampler")

    assert "to_tsvector" not in queries[0]["sql"]


@pytest.mark.parametrize(
    ("text", "query", "word"),
    [
        ("今号は情報源32件を調べました。", "情報源", "情報源"),
        ("本周，研究团队公开了强化学习的代码。", "强化学习", "强化学习"),
        ("新モデルをOpenAIが公開した。", "openai", "OpenAI"),
        ("ทีมวิจัยเปิดตัวแบบจำลองใหม่", "แบบจำลอง", "แบบจำลอง"),
        ("Das Modell aus Zürich ist da.", "zurich", "Zürich"),
        ("Le modèle est économe en mémoire.", "econome", "économe"),
        ("Модель обновлена для всех.", "МОДЕЛ", "Модель"),
        ("نموذج جديد بأوزان مفتوحة", "جديد", "جديد"),
        ("새 모델을 공개했다.", "모델", "모델을"),
        ("新しいがぎぐげモデル", "がぎぐ", "がぎぐ"),
        ("It runs Ｇｅｍｍａ on phones.", "gemma", "Ｇｅｍｍａ"),
        ("A resampler, and a sampler too.", "sampl", "sampler"),
    ],
)
def test_the_word_that_was_asked_for_is_marked(newsletter, text, query, word):
    make_indexed(newsletter, f"# W\n\n{text}", subject="Subject", preheader="")

    [found] = search.find(newsletter, query)

    assert found.word == word
    assert f"{found.before}{found.word}{found.after}".endswith(text)


def test_what_stands_around_is_shown_where_no_space_parts_words(newsletter):
    text = f"{'前' * 300}情報源{'後' * 300}"
    make_indexed(newsletter, f"# W\n\n{text}", subject="Subject", preheader="")

    [found] = search.find(newsletter, "情報源")

    assert found.before == f"… {'前' * 60}"
    assert found.after == f"{'後' * 180} …"


def test_a_long_issue_is_looked_through_at_once(newsletter):
    make_indexed(newsletter, f"# W\n\n{'情' * 50_000} {'a-' * 50_000}b", number=1)
    began = time.perf_counter()

    for query in ("情情情情情報", "a-a-a-a-c", "b"):
        search.find(newsletter, query)

    assert time.perf_counter() - began < 5
