"""Searching: all sources at once, over the sample and over made-up ones."""

import asyncio
from dataclasses import replace
from datetime import date, timedelta
from urllib.parse import urlsplit

import pytest

from newsletter.research.outlets.answers import Reply
from newsletter.research.outlets.base import MOST_BYTES
from newsletter.research.outlets.registry import KINDS
from newsletter.research.outlets.search import SearchResult, find
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.outlets.table import OUTLETS
from newsletter.research.sample import library, week
from newsletter.research.sample.catalogue import outlets as sample_outlets
from newsletter.research.story import Kind, Story
from newsletter.tests.support.serving import visit
from newsletter.web.feed import MOST_ENTRIES
from newsletter.web.fetch import Fetcher

LATE = date(2025, 8, 7)
EARLY = LATE - timedelta(days=7)


def search_sample(kind: Kind, specs=None, language="en") -> SearchResult:
    async def go() -> SearchResult:
        async with Fetcher(routes=routes) as fetcher:
            asked = sample_outlets() if specs is None else specs
            days = week.SINCE, week.SAMPLE_DATE
            return await find(kind, *days, fetcher, asked, language)

    with week.serve() as routes:
        return asyncio.run(go())


@pytest.fixture(scope="module")
def launches() -> SearchResult:
    return search_sample(Kind.LAUNCH)


@pytest.fixture(scope="module")
def papers() -> SearchResult:
    return search_sample(Kind.PAPER)


def the(findings: SearchResult, words: str) -> Story:
    [story] = [story for story in findings.stories if words in story.title]
    return story


def rss(*items: str) -> Reply:
    body = (
        f"<rss version='2.0'><channel><title>A</title>{''.join(items)}</channel></rss>"
    )
    return Reply(content_type="application/rss+xml", body=body.encode())


def item(title: str, url: str, day: str = "Tue, 05 Aug 2025 12:00:00 GMT") -> str:
    dated = f"<pubDate>{day}</pubDate>" if day else ""
    return f"<item><title>{title}</title><link>{url}</link>{dated}</item>"


FEED = OutletSpec("Lab", "feed", "https://lab.test/feed.xml", prior=0.9)


def find_in(reply: Reply, spec: OutletSpec = FEED) -> SearchResult:
    return visit(
        {spec.url: reply},
        lambda fetcher: find(Kind.LAUNCH, EARLY, LATE, fetcher, [spec]),
    )


def test_the_table_holds_about_fifty_sources_each_once():
    names = [spec.name for spec in OUTLETS]

    assert 38 <= len(OUTLETS) <= 60
    assert len(set(names)) == len(names)
    assert len({spec.url for spec in OUTLETS}) == len(OUTLETS)
    assert all(urlsplit(spec.url).scheme == "https" for spec in OUTLETS)


def test_a_prior_outside_0_to_1_is_refused():
    with pytest.raises(ValueError, match=r"prior of outlet 'Lab' is 1\.5"):
        replace(FEED, prior=1.5)


def test_one_story_told_by_six_sources_is_one_story(launches):
    story = the(launches, "gpt-oss")

    assert story.url == "https://openai.com/index/introducing-gpt-oss/"
    assert story.publisher == "OpenAI"
    assert {telling.publisher for telling in story.also} == {
        "vLLM",
        "Hugging Face",
        "huggingface/transformers",
        "Hacker News",
    }
    assert story.signals == {"hackernews_points": 2000.0}


def test_points_reach_a_story_whose_feed_spells_the_address_otherwise(launches):
    story = the(launches, "GPT-5")

    assert story.url.endswith("/")
    assert story.signals["hackernews_points"] == 400.0


def test_an_address_submitted_elsewhere_joins_the_post_it_redirects_to(launches):
    story = the(launches, "Cursor")

    assert story.url == "https://cursor.com/blog/cli"
    assert "https://cursor.com/cli" in {telling.url for telling in story.also}


def test_tracking_parameters_do_not_reach_the_story(launches):
    story = the(launches, "Gemini CLI")

    assert story.url.endswith("/introducing-gemini-cli-github-actions/")


def test_a_story_before_the_week_is_left_out(launches):
    assert not [s for s in launches.stories if "ChatGPT agent" in s.title]
    assert all(EARLY <= s.published <= LATE for s in launches.stories)


def test_of_a_feed_that_is_cut_within_the_days_it_is_told_how_much_was_read():
    new = [item(f"Parser {n}", f"https://lab.test/{n}") for n in range(MOST_ENTRIES)]
    old = item("Old", "https://lab.test/old", "Tue, 05 Aug 2024 12:00:00 GMT")
    more = item("Parser", "https://lab.test/more")

    [whole] = find_in(rss(*new, old)).reports
    [cut] = find_in(rss(*new, more, old)).reports

    assert (whole.read, whole.fault, cut.fault) == ("", "", "")
    assert cut.found == MOST_ENTRIES
    assert cut.read == "200 of its 201 entries of these days were read"


@pytest.mark.parametrize(
    ("language", "are_told"), [("en", False), ("de", True), ("fr", False)]
)
def test_stories_are_told_in_english_and_in_the_newsletters_language(
    language, are_told
):
    [news] = [spec for spec in sample_outlets() if spec.how == "hackernews"]

    found = search_sample(Kind.LAUNCH, [replace(news, terms=())], language)

    titles = {story.title for story in found.stories}
    german = "Wie man Sprachmodelle auf dem eigenen Rechner betreibt"
    assert (german in titles) is are_told
    assert len(titles) > 5


def test_a_story_that_the_earlier_issue_told_keeps_its_name(launches):
    told = {post.url for post in week.EARLIER_ISSUE.posts}

    assert the(launches, "LangExtract").url in told


def test_every_source_is_reported_and_the_broken_ones_say_why(launches):
    faults = {report.name: report.fault for report in launches.reports if report.fault}

    assert len(launches.reports) == 29
    assert faults == {
        "Together AI": "it answered something that is no feed",
        "Replicate": "Connection refused",
    }


def test_a_malformed_but_readable_feed_is_read(launches):
    [report] = [report for report in launches.reports if report.name == "vLLM"]

    assert report.found == 1
    assert not report.fault


def test_a_feed_of_titles_alone_gives_stories_without_text(launches):
    assert the(launches, "Claude Opus 4.1").summary == ""


def test_summaries_are_plain_text(launches):
    for story in launches.stories:
        assert "<p>" not in story.summary
        assert "&#" not in story.summary


def test_a_release_is_named_after_its_repository(launches):
    story = the(launches, "ollama")

    assert story.id == "github:ollama/ollama@v0.11.0"
    assert story.title == "ollama v0.11.0"


def test_papers_are_found_once_with_the_votes_they_got(papers):
    story = the(papers, "Efficient Agents")

    assert len(papers.stories) == 24
    assert story.id == "arxiv:2508.02694"
    assert story.url == "https://arxiv.org/abs/2508.02694"
    assert story.signals == {"huggingface_upvotes": 17.0}


def test_abstracts_are_kept_word_for_word(papers):
    abstracts = {f"arxiv:{paper.id}": paper.abstract for paper in library.papers()}

    for story in papers.stories:
        assert story.summary == " ".join(abstracts[story.id].split())


def test_the_same_search_finds_the_same_stories_in_the_same_order(launches):
    assert search_sample(Kind.LAUNCH) == launches


def test_sources_in_another_order_make_the_same_stories(launches):
    backwards = search_sample(Kind.LAUNCH, sample_outlets()[::-1])

    assert backwards.stories == launches.stories


def test_sources_that_are_not_in_the_sample_are_reported_as_failed():
    elsewhere = OutletSpec("Elsewhere", "feed", "https://elsewhere.test/feed")

    found = search_sample(Kind.LAUNCH, [elsewhere])

    assert found.stories == ()
    assert found.reports[0].fault == "it answered 502"


def test_a_source_of_an_unknown_kind_is_reported_and_costs_no_other():
    unknown = replace(FEED, name="Old", how="gopher")

    found = visit(
        {FEED.url: rss(item("The model", "https://lab.test/a"))},
        lambda fetcher: find(Kind.LAUNCH, EARLY, LATE, fetcher, [unknown, FEED]),
    )

    assert [story.title for story in found.stories] == ["The model"]
    assert found.reports[0].fault.startswith("There is no kind of outlet 'gopher'")


def test_a_source_that_breaks_its_kind_is_reported_and_costs_no_other(monkeypatch):
    async def break_down(*_):
        raise ZeroDivisionError

    broken = replace(KINDS["feed"], name="broken", search=break_down)
    monkeypatch.setitem(KINDS, "broken", broken)
    other = replace(FEED, name="Broken", how="broken")

    found = visit(
        {FEED.url: rss(item("The model", "https://lab.test/a"))},
        lambda fetcher: find(Kind.LAUNCH, EARLY, LATE, fetcher, [other, FEED]),
    )

    assert [story.title for story in found.stories] == ["The model"]
    assert found.reports[0].fault == "its answer cannot be read: ZeroDivisionError"


def test_no_sources_make_no_stories():
    assert search_sample(Kind.LAUNCH, []) == SearchResult((), ())


def test_the_first_and_the_last_day_belong_to_the_week():
    found = find_in(
        rss(
            item(
                "First day model", "https://lab.test/1", "Thu, 31 Jul 2025 00:00:00 GMT"
            ),
            item(
                "Last day model", "https://lab.test/2", "Thu, 07 Aug 2025 23:59:59 GMT"
            ),
            item("Day before", "https://lab.test/3", "Wed, 30 Jul 2025 23:59:59 GMT"),
            item(
                "From the future", "https://lab.test/4", "Fri, 08 Aug 2025 00:00:00 GMT"
            ),
        )
    )

    assert [story.title for story in found.stories] == [
        "First day model",
        "Last day model",
    ]
    assert found.reports[0].found == 2


def test_a_day_is_counted_in_utc():
    late = item("Late model", "https://lab.test/1", "Wed, 30 Jul 2025 23:00:00 -0400")

    assert find_in(rss(late)).stories[0].published == EARLY


def test_an_undated_story_is_out_unless_its_address_tells_the_day():
    found = find_in(
        rss(
            item("Undated model", "https://lab.test/undated", ""),
            item("Dated by address", "https://lab.test/2025/08/05/post", ""),
            item("Dated by nonsense", "https://lab.test/2025/02/31/post", ""),
        )
    )

    assert [story.title for story in found.stories] == ["Dated by address"]


def test_an_undated_story_takes_its_day_from_another_telling():
    other = replace(FEED, name="Reader", url="https://reader.test/feed", prior=0.1)
    url = "https://lab.test/model"

    found = visit(
        {
            FEED.url: rss(item("The model", url, "")),
            other.url: rss(item("Look, the model", url)),
        },
        lambda fetcher: find(Kind.LAUNCH, EARLY, LATE, fetcher, [FEED, other]),
    )

    assert [(s.publisher, s.published) for s in found.stories] == [
        ("Lab", date(2025, 8, 5))
    ]


def test_a_broad_source_is_narrowed_by_its_terms():
    spec = replace(FEED, terms=("llm", "fine-tuning"))
    found = find_in(
        rss(
            item("Our new LLM", "https://lab.test/1"),
            item("Fine-tuning at home", "https://lab.test/2"),
            item("Our new office in Millbank", "https://lab.test/3"),
        ),
        spec,
    )

    assert len(found.stories) == 2


@pytest.mark.parametrize(
    "url", ["", "mailto:a@b.test", "javascript:alert(1)", "/relative only", "https://"]
)
def test_an_entry_without_an_address_of_the_web_is_left_out(url):
    feed = rss(item("A model", url)).body.replace(b"<link></link>", b"")

    found = find_in(Reply(content_type="text/xml", body=feed))

    assert [s.url for s in found.stories if "lab.test" not in s.url] == []


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        (Reply(404), "it answered 404"),
        (Reply(500), "it answered 500"),
        (Reply(body=b""), "it answered something that is no feed"),
        (Reply(body=b"\x00\xff" * 500), "it answered something that is no feed"),
        (Reply(body=b"/etc/passwd"), "it answered something that is no feed"),
        (Reply(body=b"https://lab.test/"), "it answered something that is no feed"),
        (
            Reply(body=b"<rss><channel>" + b" " * MOST_BYTES),
            "its answer is longer than 8,000,000 bytes",
        ),
    ],
)
def test_a_source_that_answers_rubbish_is_reported(reply, fault):
    found = find_in(reply)

    assert found.stories == ()
    assert found.reports[0].fault == fault
