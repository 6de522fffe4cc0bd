"""filter_urls and download_articles, as far as they decide."""

from dataclasses import replace
from datetime import UTC, date, datetime
from types import SimpleNamespace

import pytest

from agents.events.digest import MOST_READ
from agents.events.schema import Kind as Event
from agents.tests.support.scripted_hands import TEXT, make_story
from agents.tools.digest import downloading
from agents.tools.digest.downloading import without_copies
from agents.tools.digest.filtering import Wanted, by_turns, refusals
from newsletter.models import Source
from newsletter.research.ranking import profile
from newsletter.research.story import Kind, ToldBefore

WANTED = Wanted(
    since=date(2025, 7, 31),
    until=date(2025, 8, 8),
    kinds=frozenset(Kind),
    avoid=profile.read("- agents, parsers\n\n## Less of\n- music, image generation\n"),
)
TOLD = ToldBefore(issue=3, on=date(2025, 7, 31), title="It", url="/3", by="id")
TITLES = ["Agents that plan", "Parsers for scans", "Small models at home"]


def why(*stories, **fields):
    return dict(refusals(stories, replace(WANTED, **fields)))


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({}, None),
        ({"told": TOLD}, "told before"),
        ({"told": TOLD.model_copy(update={"by": "subject"})}, None),  # an update
        ({"published": date(2025, 7, 30)}, "too old"),
        ({"published": date(2025, 7, 31)}, None),
        ({"published": date(2025, 8, 9)}, "not out yet"),
        ({"published": None}, None),
        ({"title": "Music from text"}, "to be avoided"),
        ({"title": "Image editing"}, None),
        ({"title": "Image generation by agents"}, None),
    ],
)
def test_a_story_is_refused_for_one_reason(fields, reason):
    story = make_story(**fields)

    assert why(story).get(story.id) == reason


def test_a_kind_that_is_not_published_is_not_read():
    story = make_story()

    assert why(story, kinds=frozenset({Kind.PAPER})) == {
        story.id: "of a kind not published"
    }


def test_the_first_of_two_tellings_goes_on():
    first = make_story(1, title="Parser 2.0 is out")
    again = make_story(2, title="Parser 2.0 is out")

    assert why(first, again) == {again.id: "told twice"}


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"published": date(2025, 1, 1)}, None),
        ({"title": "Music from text"}, None),
        ({"told": TOLD.model_copy(update={"is_certain": False, "by": "text"})}, None),
        ({"told": TOLD}, "told before"),
        ({"told": TOLD.model_copy(update={"by": "subject"})}, None),  # an update
    ],
)
def test_what_must_be_told_is_read_unless_an_issue_told_it(fields, reason):
    story = make_story(must_have=True, **fields)

    assert why(story).get(story.id) == reason


def test_what_must_be_told_stands_before_its_doubles():
    other = make_story(1, title="Parser 2.0 is out")
    must = make_story(2, title="Parser 2.0 is out", kind=Kind.PAPER, must_have=True)

    assert by_turns([other, must]) == [must, other]


def test_no_more_go_on_than_can_be_read():
    many = [
        make_story(number, title=f"Subject{number} of thing{number}")
        for number in range(MOST_READ + 2)
    ]

    assert [*why(*many).values()] == ["one too many"] * 2


def test_a_story_in_two_spellings_is_read_once():
    first = make_story(1, title="Lantern 3 visualizes agents, with color-coded traces")
    again = make_story(2, title="Lantern 3 visualises agents, with colour-coded traces")

    assert why(first, again) == {again.id: "told twice"}


def test_one_press_release_under_five_names_is_read_once():
    five = [make_story(number, title=f"Name {number}") for number in range(1, 6)]
    other = make_story(6, summary=" ".join(reversed(TEXT.split())))

    own, copies = without_copies([*five, other])

    assert own == [five[0], other]
    assert [one.story_id for one in copies] == [one.id for one in five[1:]]
    assert copies[0].reason == f"the same text as {five[0].url}"


def test_what_its_page_says_is_far_older_is_not_told(monkeypatch):
    stories = [make_story(n, summary="", source_sha256="") for n in (1, 2)]
    days = datetime(2025, 2, 17, tzinfo=UTC), datetime(2025, 8, 5, tzinfo=UTC)
    pages = {
        one.url: Source(text=f"{one.id} {TEXT}", sha256="c" * 64, published=day)
        for one, day in zip(stories, days, strict=True)
    }
    ids = [one.id for one in stories]
    last = {
        Event.URLS_GATHERED: {"stories": stories, "considered": 2},
        Event.URLS_FILTERED: {"story_ids": ids},
    }
    now = datetime(2025, 8, 7, 9, tzinfo=UTC)
    bench = SimpleNamespace(last=last.get, now=now, is_sample=True)
    monkeypatch.setattr(downloading, "_read", lambda *_: pages)
    monkeypatch.setattr(
        downloading, "_stored", lambda *_: {one: downloading._Text() for one in ids}
    )

    found = downloading.download(bench)

    [left] = found.failed
    assert left.story_id == stories[0].id
    assert left.reason == "its own page says it was published on 2025-02-17"
    assert found.launches_gathered == 2
