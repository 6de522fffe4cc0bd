"""The tools that read the web: what they tell an agent, and where they do not go."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.urls import reverse

from agents.engine import sample_or_live
from agents.events.harness import TakenInterests
from agents.models import Session
from agents.tests.support import newsroom
from agents.tests.support.workbench import make_bench
from agents.tools import fetch_page, search_sources
from agents.tools.base import ToolError
from newsletter.intake.admission import admit
from newsletter.interests.reading import read
from newsletter.models import Lesson, Outlet, OutletHealth, Source, StoryStep
from newsletter.models import Story as StoredStory
from newsletter.research.outlets.answers import Reply, rss
from newsletter.research.outlets.kinds import arxiv
from newsletter.research.sample.catalogue import NO_FEED, REFUSING, outlets
from newsletter.research.story import Story
from newsletter.tests.support.makers import make_source
from subscribers.models import Subscriber
from subscribers.preferences import sums

pytestmark = pytest.mark.django_db


@pytest.fixture
def searching(bench, settings):
    bench.session.as_of = bench.session.as_of.replace(year=2025, month=8, day=7)
    return bench


def test_a_search_keeps_what_it_tells_and_makes_its_addresses_known(searching):
    found = search_sources.TOOL.run(searching, {"kind": "launch", "limit": 3})

    assert len(found["stories"]) == 3
    assert found["considered"] > 3
    for story in found["stories"]:
        assert story["url"] in searching.addresses
        assert Source.objects.filter(url=story["url"], is_sample=True).exists()
        if story["summary"]:
            assert Source.objects.filter(sha256=story["source_sha256"]).exists()


def test_a_source_that_failed_is_reported_and_stops_nobody(searching):
    found = search_sources.TOOL.run(searching, {"kind": "launch"})

    failed = {report["name"] for report in found["sources"] if report["fault"]}
    answered, tried = len(found["sources"]) - len(failed), len(found["sources"])
    assert failed == {NO_FEED, REFUSING}
    assert search_sources.TOOL.summarise(found) == (
        f"{found['considered']} stories from {answered} of {tried} sources"
    )


def test_what_the_only_source_told_before_its_end_is_not_lost(searching, monkeypatch):
    only = [spec for spec in outlets() if spec.how == "arxiv"]
    monkeypatch.setattr(sample_or_live, "outlets", lambda _: only)
    monkeypatch.setattr(arxiv, "PER_PAGE", 2)
    monkeypatch.setattr(arxiv, "MOST_PAPERS", 2)

    found = search_sources.TOOL.run(searching, {"kind": "paper"})

    assert "and 2 were read" in found["sources"][0]["fault"]
    assert len(found["stories"]) == 2


@pytest.mark.parametrize(("language", "is_told"), [("de", True), ("en", False)])
def test_german_stories_are_for_a_newsletter_in_german(
    searching, language, is_told, monkeypatch
):
    [news] = [spec for spec in outlets() if spec.how == "hackernews"]
    monkeypatch.setattr(sample_or_live, "outlets", lambda _: [replace(news, terms=())])
    searching.newsletter.language = language

    found = search_sources.TOOL.run(searching, {"kind": "launch", "limit": 60})

    titles = [story["title"] for story in found["stories"]]
    told = "Wie man Sprachmodelle auf dem eigenen Rechner betreibt" in titles
    assert told is is_told


@pytest.mark.parametrize("kind", ["launch", "paper"])
def test_a_story_on_a_named_topic_rises(searching, kind):
    request = {"kind": kind, "limit": 60}
    before = search_sources.TOOL.run(searching, request)["stories"]
    searching.newsletter.topics = [before[-1]["title"]]

    after = search_sources.TOOL.run(searching, request)["stories"]

    ids = [story["id"] for story in after]
    assert before[-1]["id"] in ids[:-1]


def test_what_intake_holds_is_told_and_its_outlet_is_not_asked_again(
    searching, monkeypatch
):
    searching.session.sources = Session.Sources.LIVE
    outlet = Outlet.objects.create(
        name="Maker", how="feed", url="https://maker.example/feed"
    )
    monkeypatch.setattr(sample_or_live, "outlets", lambda _: [outlet.spec])
    asked_at = searching.now - timedelta(minutes=30)
    OutletHealth.objects.create(outlet=outlet, asked_at=asked_at, taken_in_at=asked_at)
    url = "https://maker.example/left-the-feed"
    kept = Story(
        id=url,
        kind="launch",
        title="A parser that left its feed",
        url=url,
        publisher="Maker",
        published=searching.now.date() - timedelta(days=6),
    )
    admit(searching.newsletter, "Maker", [kept])

    found = search_sources.TOOL.run(searching, {"kind": "launch"})

    assert [story["url"] for story in found["stories"]] == [url]
    [report] = found["sources"]
    assert (report["name"], report["found"], report["fault"]) == ("Maker", 1, "")


@pytest.mark.parametrize(
    ("days", "told"),
    [(0, "give at least 1, not 0"), (32, "give at most 31, not 32")],
)
def test_research_looks_back_from_a_day_to_a_month(bench, days, told):
    with pytest.raises(ToolError, match=f"days: {told}"):
        search_sources.TOOL.run(bench, {"kind": "launch", "days": days})


def test_what_bears_no_day_is_left_for_intake_to_date(bench, monkeypatch):
    bench.session.sources = Session.Sources.LIVE
    feed = "https://maker.example/feed"
    Outlet.objects.create(
        newsletter=bench.newsletter, name="Maker", how="feed", url=feed
    )
    day = f"<pubDate>{bench.now:%a, %d %b %Y} 06:00:00 GMT</pubDate>"
    items = [
        f"<item><title>Kettle {number} is out</title>{dated}"
        f"<link>https://maker.example/{number}</link></item>"
        for number, dated in ((1, ""), (2, day))
    ]

    with newsroom.serving({feed: rss("Maker", items)}, monkeypatch):
        search_sources.TOOL.run(bench, {"kind": "launch"})

    assert [one.title for one in StoredStory.objects.all()] == ["Kettle 2 is out"]


def test_a_search_is_for_launches_or_papers(bench):
    with pytest.raises(ToolError, match="kind: give 'launch' or 'paper', not"):
        search_sources.TOOL.run(bench, {"kind": "rumour"})


def test_a_page_is_read_kept_and_known(bench, monkeypatch):
    with newsroom.serving(newsroom.honest_pages(), monkeypatch):
        [page] = fetch_page.TOOL.run(bench, {"urls": [newsroom.LAUNCH]})["pages"]

    source = Source.objects.get()
    assert page["sha256"] == source.sha256
    assert newsroom.SPEED in page["text"]
    assert page["text"] == source.text
    assert not page["is_cut"]
    assert bench.addresses == {newsroom.LAUNCH}


def test_a_page_that_intake_read_is_not_asked_for_again(bench):
    bench.session.sources = Session.Sources.LIVE
    url = "https://maker.example/kettle"
    source = make_source("Kettle 2 is a cache.", url=url)
    story = StoredStory.objects.create(
        newsletter=bench.newsletter,
        story_id=url,
        url=url,
        title="Kettle 2",
        source=source,
    )
    StoryStep.objects.create(
        story=story,
        step="text",
        attempt=1,
        key=f"{story.pk}:text:1",
        outcome="done",
        result={},
        ended_at=bench.now - timedelta(days=1),
        lease_until=bench.now,
    )

    [page] = fetch_page.TOOL.run(bench, {"urls": [url]})["pages"]

    assert (page["sha256"], page["text"]) == (source.sha256, source.text)
    assert url in bench.addresses


def test_a_page_that_three_agents_read_is_asked_for_once(
    make_session, monkeypatch, settings, tmp_path
):
    pages = settings.CACHES["pages"] | {"LOCATION": tmp_path}
    settings.CACHES = settings.CACHES | {"pages": pages}
    agents = ("research_launches", "evaluator", "writer")
    with newsroom.serving(newsroom.honest_pages(), monkeypatch) as asked:
        newsroom.as_live(monkeypatch)
        told = [
            fetch_page.TOOL.run(
                make_bench(make_session(agent), agent), {"urls": [newsroom.LAUNCH]}
            )
            for agent in agents
        ]

    assert [one["pages"][0]["text"] for one in told] == [Source.objects.get().text] * 3
    assert asked == ["lab.example/robots.txt", "lab.example/parser"]


def test_a_page_that_is_not_there_is_told_and_not_known(bench, monkeypatch):
    absent = "https://lab.example/absent"
    with newsroom.serving(newsroom.honest_pages(), monkeypatch):
        content = fetch_page.TOOL.run(bench, {"urls": [absent, newsroom.PAPER]})

    told = {page["url"]: page for page in content["pages"]}
    assert set(told[absent]) == {"url", "fault"}
    assert "404" in told[absent]["fault"]
    assert bench.addresses == {newsroom.PAPER}
    summary = fetch_page.TOOL.summarise(content)
    assert summary.startswith(f"1 of 2 pages read; {absent} (")


def test_a_wall_that_answers_200_is_told_as_a_fault_and_not_kept(bench, monkeypatch):
    wall = "<title>Just a moment...</title><p>Enable JavaScript and cookies to continue"
    pages = {newsroom.LAUNCH: Reply(body=wall.encode())}
    with newsroom.serving(pages, monkeypatch):
        [page] = fetch_page.TOOL.run(bench, {"urls": [newsroom.LAUNCH]})["pages"]

    assert page["fault"] == "it shows what stands before it: Cloudflare"
    assert not Source.objects.exists()
    assert bench.addresses == set()


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1/", "http://169.254.169.254/latest", "file:///etc/passwd", "x"],
)
def test_no_agent_reaches_what_is_not_public(bench, monkeypatch, url):
    with newsroom.serving(newsroom.honest_pages(), monkeypatch):
        [page] = fetch_page.TOOL.run(bench, {"urls": [url]})["pages"]

    assert page["fault"]
    assert bench.addresses == set()
    assert not Source.objects.exists()


def test_a_long_page_is_shown_in_part_and_kept_whole(bench, monkeypatch):
    texts = [f"Sentence {number} of a long page tells this." for number in range(900)]
    page = newsroom.page("A long page", *texts)
    with newsroom.serving({newsroom.LAUNCH: page}, monkeypatch):
        [told] = fetch_page.TOOL.run(bench, {"urls": [newsroom.LAUNCH]})["pages"]

    assert told["is_cut"]
    assert len(told["text"]) == fetch_page.SHOWN_CHARACTERS
    assert len(Source.objects.get().text) > fetch_page.SHOWN_CHARACTERS


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (0, "it is empty; give at least one entry"),
        (13, "at most twelve entries; it has 13"),
    ],
)
def test_one_to_twelve_pages_are_read_at_once(bench, number, told):
    with pytest.raises(ToolError, match=f"urls: {told}"):
        fetch_page.TOOL.run(bench, {"urls": ["https://lab.example/"] * number})


def test_what_was_learned_moves_the_search_and_is_named_on_the_log(searching):
    request = {"kind": "paper", "limit": 60}
    before = search_sources.TOOL.run(searching, request)
    last = before["stories"][-1]
    Lesson.objects.create(
        newsletter=searching.newsletter,
        story_id="x",
        origin=Lesson.Origin.OPERATOR,
        title=last["title"],
        text=last["summary"],
        is_wanted=True,
        learned_on=searching.now.date() - timedelta(days=7),
        weight=20,
    )

    after = search_sources.TOOL.run(searching, request)

    found = {story["id"]: story for story in after["stories"]}[last["id"]]
    assert before["learned"] == ""
    assert after["learned"][:12] in search_sources.TOOL.summarise(after)
    assert found["signals"]["learned"] > 0
    assert found["learned"]
    assert after["stories"].index(found) < len(before["stories"]) - 1


def test_a_topic_that_readers_want_less_of_sinks_and_the_desk_says_so(
    searching, admin_client
):
    searching.newsletter.topics = ["agents"]
    searching.newsletter.save()
    for number in range(sums.FEWEST):
        Subscriber.objects.create(
            newsletter=searching.newsletter,
            address=f"a{number}@readers.example",
            status=Subscriber.Status.ACTIVE,
            less_of=["agents"],
        )

    found = search_sources.TOOL.run(searching, {"kind": "paper", "limit": 60})

    assert min(one["signals"]["learned"] for one in found["stories"]) < 0
    page = reverse("admin:newsletter_learned", args=[searching.newsletter.pk])
    shown = admin_client.get(page).content.decode()
    assert found["learned"][:12] in shown
    assert "Topic “agents”: 5 readers want less of it" in shown
    asked = admin_client.post(page, {"forget": "1"}).content.decode()
    assert "goes on to count: 5 want less of agents." in asked


def test_the_sample_teaches_nothing(searching):
    search_sources.TOOL.run(searching, {"kind": "paper"})

    assert not Lesson.objects.exists()


# --- By interests ---------------------------------------------------------------------


def by_interests(bench, text):
    taken = TakenInterests.of("mine", read(text))
    bench.state.interests = taken.model_dump(mode="json")


def test_what_interests_avoid_is_in_no_answer_of_a_search(searching):
    before = search_sources.TOOL.run(searching, {"kind": "launch", "limit": 40})
    by_interests(searching, "readers: agents\navoid: [gpt-oss]\n")

    after = search_sources.TOOL.run(searching, {"kind": "launch", "limit": 40})

    assert any("gpt-oss" in one["title"] for one in before["stories"])
    assert not any("gpt-oss" in one["title"] for one in after["stories"])
    assert after["stories"]


def test_a_preferred_site_has_its_signal_and_comes_earlier(searching):
    by_interests(searching, "readers: agents and open weight language models\n")
    before = search_sources.TOOL.run(searching, {"kind": "launch", "limit": 40})
    by_interests(
        searching,
        "readers: agents and open weight language models\nprefer: [cursor.com]\n",
    )

    after = search_sources.TOOL.run(searching, {"kind": "launch", "limit": 40})

    def place(found):
        urls = [one["url"] for one in found["stories"]]
        return urls.index("https://cursor.com/blog/cli")

    assert place(after) < place(before)
    preferred = after["stories"][place(after)]
    assert preferred["signals"]["preferred"] > 0


def test_a_page_says_where_it_leads_only_where_stories_end_with_further_links(
    searching, monkeypatch
):
    leading = newsroom.page(
        "Parser 2.0", newsroom.OPENS, f'<a href="{newsroom.PAPER}">a report</a>'
    )
    with newsroom.serving({newsroom.LAUNCH: leading}, monkeypatch):
        [plain] = fetch_page.TOOL.run(searching, {"urls": [newsroom.LAUNCH]})["pages"]
        by_interests(searching, "readers: agents\ndig_deeper: yes\n")
        [led] = fetch_page.TOOL.run(searching, {"urls": [newsroom.LAUNCH]})["pages"]

    assert "links" not in plain
    assert led["links"] == [{"words": "a report", "url": newsroom.PAPER}]
    assert newsroom.PAPER not in searching.addresses
