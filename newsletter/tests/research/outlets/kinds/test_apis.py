"""arXiv, Hacker News and Hugging Face: lists with a form of their own."""

import json
from dataclasses import replace
from datetime import date

import pytest

from newsletter.research.outlets.answers import Reply
from newsletter.research.outlets.base import MOST_BYTES, OutletFailed
from newsletter.research.outlets.kinds import arxiv, hackernews, huggingface
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.story import Kind
from newsletter.tests.support.serving import visit

DAY = date(2025, 8, 5)

ARXIV = OutletSpec(
    "arXiv",
    "arxiv",
    "https://export.arxiv.org/api/query",
    Kind.PAPER,
    0.5,
    ("cs.CL",),
)


def atom(ids: list[str], total: int, title: str = "A title") -> Reply:
    entries = "".join(
        f"<entry><id>http://arxiv.org/abs/{name}v2</id><title>{title}\n  of it</title>"
        f"<link href='http://arxiv.org/abs/{name}v2' rel='alternate'/>"
        "<published>2025-08-05T17:00:00Z</published><updated>2026-01-01T00:00:00Z</updated>"
        "<summary>If $a &lt; b$ and R&amp;D,\n then.</summary></entry>"
        for name in ids
    )
    body = (
        "<feed xmlns='http://www.w3.org/2005/Atom' "
        "xmlns:opensearch='http://a9.com/-/spec/opensearch/1.1/'>"
        f"<opensearch:totalResults>{total}</opensearch:totalResults>{entries}</feed>"
    )
    return Reply(content_type="application/atom+xml", body=body.encode())


def search_arxiv(answer) -> list:
    return visit(
        {ARXIV.url: answer}, lambda fetcher: arxiv.search(ARXIV, DAY, DAY, fetcher)
    )


def test_arxiv_is_asked_for_its_categories_and_days():
    asked = []

    def answer(query):
        asked.append(query)
        return atom([], 0)

    search_arxiv(answer)

    assert len(asked) == 1
    assert asked[0]["search_query"] == (
        "(cat:cs.CL) AND submittedDate:[202508050000 TO 202508052359]"
    )


def test_a_paper_goes_by_its_id_without_version_and_by_its_first_day():
    [paper] = search_arxiv(atom(["2508.00001"], 1))

    assert paper.id == "arxiv:2508.00001"
    assert paper.url == "https://arxiv.org/abs/2508.00001"
    assert paper.published == DAY
    assert paper.title == "A title of it"


def test_signs_of_mathematics_in_an_abstract_are_not_taken_for_markup():
    [paper] = search_arxiv(atom(["2508.00001"], 1))

    assert paper.summary == "If $a < b$ and R&D,\nthen."


def test_arxiv_is_read_page_by_page_until_all_are_there():
    asked = []

    def answer(query):
        start = int(query["start"])
        asked.append(start)
        ids = [f"2508.{n:05}" for n in range(start, min(start + arxiv.PER_PAGE, 450))]
        return atom(ids, 450)

    papers = search_arxiv(answer)

    assert asked == [0, 200, 400]
    assert len(papers) == 450


def test_an_empty_page_of_arxiv_costs_no_other_page_and_is_told():
    asked = []

    def answer(query):
        asked.append(int(query["start"]))
        return atom([] if asked[-1] == 200 else [f"2508.{asked[-1]:05}"], 450)

    with pytest.raises(OutletFailed, match="450 papers of these days, and 2 were read"):
        search_arxiv(answer)

    assert asked == [0, 200, 400]


def test_arxiv_is_not_read_beyond_the_most_papers_and_says_so():
    asked = []

    def answer(query):
        asked.append(int(query["start"]))
        return atom([f"2508.{asked[-1]:05}"], 100_000)

    with pytest.raises(OutletFailed, match="has 100,000 papers of these days") as told:
        search_arxiv(answer)

    assert len(told.value.stories) == len(asked)
    assert asked == list(range(0, arxiv.MOST_PAPERS, arxiv.PER_PAGE))


def test_what_arxiv_told_before_it_failed_is_kept():
    def answer(query):
        return atom(["2508.00001"], 450) if query["start"] == "0" else Reply(503)

    with pytest.raises(
        OutletFailed, match="after 1 papers: it answered 503"
    ) as failure:
        search_arxiv(answer)

    assert [paper.id for paper in failure.value.stories] == ["arxiv:2508.00001"]


# --- Hacker News --------------------------------------------------------------

NEWS = OutletSpec(
    "Hacker News",
    "hackernews",
    "https://hn.algolia.com/api/v1/search_by_date",
    None,
    0.4,
    ("llm",),
)


def hit(**changes) -> dict:
    return {
        "objectID": "7",
        "title": "A new LLM",
        "url": "https://lab.test/a",
        "points": 99,
        "created_at": "2025-08-05T17:00:49Z",
        "_highlightResult": {"title": {}},
    } | changes


def search_news(*hits: dict, body: bytes | None = None) -> list:
    content = json.dumps({"hits": hits, "nbHits": len(hits)}).encode()
    reply = Reply(
        content_type="application/json", body=content if body is None else body
    )
    return visit(
        {NEWS.url: reply}, lambda fetcher: hackernews.search(NEWS, DAY, DAY, fetcher)
    )


def test_a_submission_is_a_story_with_its_points_and_its_discussion():
    [story] = search_news(hit())

    assert (story.url, story.publisher) == ("https://lab.test/a", "lab.test")
    assert story.signals == {"hackernews_points": 99.0}
    assert story.also[0].url == "https://news.ycombinator.com/item?id=7"
    assert story.published == DAY


def test_the_title_of_a_submission_is_told_without_the_name_of_its_site():
    title = "A new LLM for the harbour"
    url = "https://news.valepost.test/a"

    [story] = search_news(hit(title=f"{title} | Vale Post", url=url))

    assert (story.title, story.publisher) == (title, "news.valepost.test")


def test_hacker_news_is_asked_for_those_days_to_the_second():
    asked = []

    def answer(query):
        asked.append(query["numericFilters"])
        return Reply(body=b'{"hits": []}')

    visit(
        {NEWS.url: answer}, lambda fetcher: hackernews.search(NEWS, DAY, DAY, fetcher)
    )

    assert asked == ["created_at_i>=1754352000,created_at_i<1754438400,points>=40"]


def test_a_paper_that_was_submitted_is_a_paper_whatever_its_title():
    [story] = search_news(hit(title="Why?", url="https://arxiv.org/pdf/2508.00001v3"))

    assert story.kind is Kind.PAPER
    assert story.id == "arxiv:2508.00001"


@pytest.mark.parametrize(
    "change", [{"title": "Gardening"}, {"url": None}, {"url": ""}, {"title": None}]
)
def test_a_submission_without_address_or_about_something_else_is_left_out(change):
    assert search_news(hit(**change)) == []


@pytest.mark.parametrize(
    ("path", "day"),
    [("2024/05/03/an-llm", date(2024, 5, 3)), ("2025/07/28/an-llm", DAY)],
)
def test_a_page_whose_address_names_a_far_older_day_is_of_that_day(path, day):
    [story] = search_news(hit(url=f"https://lab.test/{path}"))

    assert story.published == day


def test_missing_points_count_as_none():
    assert search_news(hit(points=None))[0].signals == {"hackernews_points": 0.0}


@pytest.mark.parametrize(
    "body", [b"", b"null", b"[]", b'{"hits": 3}', b"<html>", b"\xff"]
)
def test_an_answer_in_another_form_is_a_failure(body):
    with pytest.raises(OutletFailed, match="not in the known form"):
        search_news(body=body)


def test_an_answer_beyond_measure_is_said_to_be_one():
    with pytest.raises(OutletFailed, match="longer than 8,000,000 bytes"):
        search_news(body=b'{"hits": [' + b" " * MOST_BYTES)


def test_half_a_letter_in_one_submission_costs_no_other():
    body = b'{"hits": [%s, %s]}' % (
        json.dumps(hit()).encode(),
        json.dumps(hit(title="LLM \ud83d", url="https://lab.test/b")).encode(),
    )

    assert [story.title for story in search_news(body=body)] == [
        "A new LLM",
        "LLM \N{REPLACEMENT CHARACTER}",
    ]


def test_a_submission_in_another_form_costs_no_other():
    assert len(search_news(hit(), {"title": "An LLM"}, hit(points="many"))) == 1


# --- Hugging Face -------------------------------------------------------------

DAILY = OutletSpec(
    "Daily", "huggingface", "https://huggingface.co/api/daily_papers", Kind.PAPER, 0.6
)


def listed(name: str, upvotes: int, day: str = "2025-08-05T00:00:00.000Z") -> dict:
    paper = {
        "id": name,
        "title": "T",
        "summary": "S",
        "publishedAt": day,
        "upvotes": upvotes,
    }
    return {"paper": paper, "thumbnail": "x"}


def search_daily(answer, since=DAY, until=DAY) -> list:
    return visit(
        {DAILY.url: answer},
        lambda fetcher: huggingface.search(DAILY, since, until, fetcher),
    )


def test_each_day_is_asked_once():
    asked = []

    def answer(query):
        asked.append(query["date"])
        return Reply(body=b"[]")

    search_daily(answer, date(2025, 8, 3), DAY)

    assert sorted(asked) == ["2025-08-03", "2025-08-04", "2025-08-05"]


def test_a_listed_paper_is_the_arxiv_paper_with_its_upvotes():
    [story] = search_daily(Reply(body=json.dumps([listed("2508.00001", 12)]).encode()))

    assert story.id == "arxiv:2508.00001"
    assert story.signals == {"huggingface_upvotes": 12.0}
    assert story.published == DAY


def test_the_trending_list_is_asked_once_and_brings_the_code():
    asked = []
    paper = listed("2508.00001", 12)
    paper["paper"] |= {"githubRepo": "https://github.com/acme/tool", "githubStars": 900}

    def answer(query):
        asked.append(query)
        return Reply(body=json.dumps([paper]).encode())

    trending = replace(DAILY, url=f"{DAILY.url}?sort=trending")
    [story] = visit(
        {DAILY.url: answer},
        lambda fetcher: huggingface.search(trending, date(2025, 8, 1), DAY, fetcher),
    )

    assert asked == [{"sort": "trending", "limit": "100"}]
    assert story.signals == {"huggingface_upvotes": 12.0, "github_stars": 900.0}
    assert [telling.url for telling in story.also] == ["https://github.com/acme/tool"]


def test_days_that_fail_are_told_and_the_others_kept():
    def answer(query):
        if query["date"] != "2025-08-05":
            return Reply(500)
        return Reply(body=json.dumps([listed("2508.00001", 1)]).encode())

    with pytest.raises(OutletFailed, match="2 of 3 days are missing") as failure:
        search_daily(answer, date(2025, 8, 3), DAY)

    assert len(failure.value.stories) == 1


@pytest.mark.parametrize("body", [b"", b"{}", b'[{"paper": null}]', b"<html>"])
def test_a_list_in_another_form_is_a_failure(body):
    with pytest.raises(OutletFailed, match="not in the known form"):
        search_daily(Reply(body=body))
