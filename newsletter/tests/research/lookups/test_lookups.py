"""Searches by words, each in the form that its server speaks, and how each fails."""

import asyncio
import json
from datetime import date

import pytest

from newsletter.research.lookups import (
    arxiv,
    brave,
    engines,
    hackernews,
    reddit,
    searxng,
    tavily,
    transcript,
)
from newsletter.research.lookups.found import LookupFailed, each_once, found
from newsletter.research.lookups.reddit import Access
from newsletter.research.lookups.sample import SEARXNG
from newsletter.research.outlets.answers import Reply
from newsletter.research.sample import server, week
from newsletter.research.sample.catalogue import Catalogue
from newsletter.research.sample.week import SampleRoutes
from newsletter.web.fetch import Fetcher

SINCE, UNTIL = date(2025, 7, 31), week.SAMPLE_DATE
LANTERN = "https://toolsmith.example/lantern-3"
TALK = "https://www.reddit.com/r/forecasting/comments/sample2/"
VIDEO = "https://www.youtube.com/watch?v=sampleLant3"
KEY = "key-of-nobody"
OWN = Access("ours", KEY)


@pytest.fixture(scope="module")
def routes():
    with week.serve() as routes:
        yield routes


def asked(routes, lookup):
    async def go():
        async with Fetcher(routes=routes) as fetcher:
            return await lookup(fetcher)

    return asyncio.run(go())


SEARCHES = {
    "searxng": lambda f: searxng.search(SEARXNG, "lantern traces", 7, 3, f),
    "brave": lambda f: brave.search(KEY, "lantern traces", SINCE, UNTIL, 3, f),
    "tavily": lambda f: tavily.search(KEY, "lantern traces", SINCE, UNTIL, 3, f),
    "reddit": lambda f: reddit.search(Access(), "lantern agent", "", 7, 3, f),
    "reddit with a key": lambda f: reddit.search(
        OWN, "lantern agent", "toolsmiths", 7, 3, f
    ),
}


@pytest.mark.parametrize("lookup", SEARCHES.values(), ids=SEARCHES)
def test_each_search_answers_the_pages_about_some_words(routes, lookup):
    pages = asked(routes, lookup)

    assert LANTERN in [page.url for page in pages]
    assert all(page.title and page.published for page in pages)


def test_hacker_news_answers_the_page_and_where_it_is_spoken_of(routes):
    [page] = asked(
        routes, lambda f: hackernews.search("world models", SINCE, UNTIL, 1, f)
    )

    assert "genie-3" in page.url
    assert page.said.startswith("https://news.ycombinator.com/item?id=")


def test_arxiv_answers_papers_of_those_days_with_their_abstracts(routes):
    papers = asked(
        routes, lambda f: arxiv.search("agents that use tools", SINCE, UNTIL, 4, f)
    )

    assert 0 < len(papers) <= 4
    assert all(one.id.startswith("arxiv:") and one.summary for one in papers)
    assert all(SINCE <= one.published <= UNTIL for one in papers)


def test_words_that_say_nothing_are_not_searched_for(routes):
    with pytest.raises(LookupFailed, match="name a subject"):
        asked(routes, lambda f: arxiv.search("of the and", SINCE, UNTIL, 4, f))


@pytest.mark.parametrize("access", [Access(), OWN], ids=["feeds", "key"])
def test_a_thread_is_what_was_said_and_not_who_said_it(routes, access):
    thread = asked(routes, lambda f: reddit.thread(access, TALK, f))

    assert "gaps in March" in thread.text
    assert thread.comments[0].startswith("Two of the 1,200 sensors")
    assert "submitted by" not in thread.text


@pytest.mark.parametrize(
    "url",
    [
        VIDEO,
        "https://youtu.be/sampleLant3?t=4",
        "https://m.youtube.com/watch?v=sampleLant3&list=x",
        "https://www.youtube.com/shorts/sampleLant3",
    ],
)
def test_captions_are_read_in_any_language_there_is(routes, url):
    said = asked(routes, lambda f: transcript.read(url, ("de", "fr"), f))

    assert (said.url, said.publisher) == (VIDEO, "Toolsmith")
    assert said.published == date(2025, 8, 4)
    assert "colour-coded" in said.text
    assert said.is_generated


@pytest.mark.parametrize(
    "url",
    [
        "https://vimeo.com/1",
        "https://youtube.com.evil.example/watch?v=sampleLant3",
        "https://www.youtube.com/watch?v=short",
        "http://[",
        "",
    ],
)
def test_what_is_no_video_is_not_asked_for(routes, url):
    assert transcript.video_in(url) == ""
    with pytest.raises(LookupFailed, match="leads to no video"):
        asked(routes, lambda f: transcript.read(url, ("en",), f))


def test_a_video_that_there_is_not_is_told_so(routes):
    gone = "https://youtu.be/sampleGone1"

    with pytest.raises(LookupFailed, match="there is no such video"):
        asked(routes, lambda f: transcript.read(gone, ("en",), f))


def serving(url, reply):
    """Routes on which one address answers so, and every other host not at all."""
    host, _, path = url.partition("://")[2].partition("/")
    answers = {(host, f"/{path}"): lambda _: reply}
    return server.run(Catalogue(answers, frozenset()))


SERVED = {
    "SearXNG": (f"{SEARXNG}/search", SEARCHES["searxng"]),
    "Brave Search": (brave.ADDRESS, SEARCHES["brave"]),
    "Tavily": (tavily.ADDRESS, SEARCHES["tavily"]),
    "Hacker News": (
        hackernews.ADDRESS,
        lambda f: hackernews.search("models", SINCE, UNTIL, 3, f),
    ),
    "Reddit's log-in": (reddit.TOKENS, SEARCHES["reddit with a key"]),
}
FAILURES = {
    "a wrong key": (Reply(401), "answered 401, so its key is wrong", False),
    "too often": (Reply(429), "answered 429, so it was asked too often", True),
    "out of order": (Reply(500), "answered 500", True),
    "a page": (Reply(body=b"<html>"), "answered in no known form", False),
    "a list": (Reply(body=b"[1]"), "answered in no known form", False),
    "elsewhere": (Reply(302, location="https://evil.example/"), "answered 302", False),
    "deep": (Reply(body=b"[" * 100_000), "answered in no known form", False),
}


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES)
@pytest.mark.parametrize("name", SERVED)
def test_a_search_that_fails_says_why_and_shows_no_key(name, failure):
    (url, lookup), (reply, told, may_pass) = SERVED[name], failure
    reddit._TOKENS.clear()

    with (
        serving(url, reply) as served,
        pytest.raises(LookupFailed) as failed,
    ):
        asked(SampleRoutes(served, frozenset()), lookup)

    assert f"{name} {told}" in failed.value.reason
    assert failed.value.may_pass is may_pass
    assert KEY not in str(failed.value)


def test_rows_in_another_form_are_passed_over(routes):
    rows = [{"title": 3}, {"title": "Found", "url": LANTERN}, "row"]
    reply = Reply(body=json.dumps({"results": rows}).encode())

    with serving(f"{SEARXNG}/search", reply) as served:
        pages = asked(SampleRoutes(served, frozenset()), SEARCHES["searxng"])

    assert [page.title for page in pages] == ["Found"]


@pytest.mark.parametrize("url", ["javascript:alert(1)", "https://localhost/x", "x", ""])
def test_what_is_no_address_of_the_web_is_not_found(url):
    assert found("A title", url) is None


def test_one_address_is_found_once():
    pages = [found("One", LANTERN), found("Two", LANTERN), None, found("", LANTERN)]

    assert [page.title for page in each_once(pages, 5)] == ["One"]


def test_captions_that_are_mostly_markup_are_not_parsed():
    way = transcript._Guarded(lambda *_: None)

    with pytest.raises(ValueError, match="mostly markup"):
        way._note("/api/timedtext", b"&lt;" * 2000)


def test_the_library_is_led_nowhere_but_to_youtube():
    import requests  # noqa: PLC0415

    way = transcript._Guarded(lambda *_: pytest.fail("it was asked"))
    asking = requests.Request("GET", "https://evil.example/timedtext").prepare()

    with pytest.raises(requests.ConnectionError, match="away from YouTube"):
        way.send(asking)


def test_nothing_shows_a_key():
    assert KEY not in repr(OWN)
    assert KEY not in repr(engines.Engine("brave", key=KEY))
