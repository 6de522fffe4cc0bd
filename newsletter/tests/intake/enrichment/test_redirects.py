"""Two stories that are one, as only reading their pages shows."""

import threading
from datetime import UTC, datetime

import pytest
from django.db import connections

from newsletter.intake.admission import admit
from newsletter.intake.enrichment import ledger
from newsletter.intake.enrichment.finding import Found
from newsletter.intake.enrichment.working import work_off
from newsletter.issues.sources import Read
from newsletter.models import Story, StoryTelling
from newsletter.research.enrichment import Step
from newsletter.research.lifecycle import State
from newsletter.research.story import Kind
from newsletter.research.story import Story as Told
from newsletter.tests.support.makers import make_newsletter
from newsletter.tests.support.offline import OfflineFetcher
from newsletter.text.identifiers import story_id

pytestmark = pytest.mark.both_engines
NOW = datetime(2026, 11, 5, 9, tzinfo=UTC)
PAGE, SHORT, OTHER = (
    "https://maker.example/kettle",
    "https://sho.example/k2",
    "https://crowd.example/out/9",
)
TITLE = "Kettle 2 is here"
TEXT = "Maker releases Kettle 2 today, a cache that keeps language models small. " * 5


def page(title=TITLE):
    return (
        f"<html><head><title>{title}</title></head><body><article><h1>{title}</h1>"
        f"<p>{TEXT}</p></article></body></html>"
    ).encode()


def tell(newsletter, url, outlet, title=TITLE):
    told = Told(
        id=story_id(url),
        kind=Kind.LAUNCH,
        title=title,
        url=url,
        publisher=outlet,
        published=NOW.date(),
        summary="A cache for language models.",
    )
    admit(newsletter, outlet, [told])
    Story.objects.update(wake_at=NOW)


def make_readers():
    return make_newsletter(profile="- language models", topics=["caches"])


def work(leads, pages=None):
    fetcher = OfflineFetcher(pages or {PAGE: page()}, leads)
    work_off(web=lambda: fetcher, clock=lambda: NOW)


def by_url():
    return {story.url: story for story in Story.objects.all()}


def tellings(story):
    return sorted(story.tellings.values_list("outlet", flat=True))


@pytest.mark.django_db
@pytest.mark.parametrize("first", [PAGE, SHORT])
def test_a_story_that_leads_to_another_is_its_duplicate(first):
    newsletter = make_readers()
    for url in sorted({PAGE, SHORT}, key=lambda url: url != first):
        tell(newsletter, url, f"outlet of {url}")

    work({SHORT: PAGE})

    told = by_url()
    assert (told[PAGE].state, told[SHORT].state) == (State.READY, State.DUPLICATE)
    assert f"leads to story {told[PAGE].pk}" in told[SHORT].moved_because
    assert tellings(told[PAGE]) == [f"outlet of {PAGE}", f"outlet of {SHORT}"]
    assert tellings(told[SHORT]) == [f"outlet of {SHORT}"]


@pytest.mark.django_db
def test_who_tells_the_duplicate_again_tells_the_story():
    newsletter = make_readers()
    tell(newsletter, PAGE, "Maker")
    tell(newsletter, SHORT, "A friend")
    work({SHORT: PAGE})

    tell(newsletter, SHORT, "Another")

    assert Story.objects.count() == 2
    assert tellings(by_url()[PAGE]) == ["A friend", "Another", "Maker"]


@pytest.mark.django_db
def test_a_story_is_known_by_where_its_address_leads():
    newsletter = make_readers()
    tell(newsletter, SHORT, "A friend")
    work({SHORT: PAGE})

    tell(newsletter, PAGE, "Maker")

    assert tellings(Story.objects.get()) == ["A friend", "Maker"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wall", "title"),
    [("https://maker.example/", TITLE), ("https://maker.example/login", "Sign in")],
)
def test_stories_that_lead_to_one_wall_stay_two(wall, title):
    newsletter = make_readers()
    tell(newsletter, SHORT, "A friend")
    tell(newsletter, OTHER, "The crowd", "Teapot 3 is out")

    work({SHORT: wall, OTHER: wall}, {wall: page(title)})

    assert State.DUPLICATE not in {story.state for story in Story.objects.all()}


@pytest.mark.django_db
def test_what_must_be_told_is_told_under_the_other_name():
    newsletter = make_readers()
    tell(newsletter, PAGE, "Maker")
    tell(newsletter, SHORT, "A friend")
    Story.objects.filter(url=SHORT).update(must_have=True)

    work({SHORT: PAGE})

    assert (by_url()[PAGE].must_have, by_url()[SHORT].state) == (True, "duplicate")


@pytest.mark.django_db
def test_a_story_goes_on_itself_where_nobody_could_read_the_other():
    newsletter = make_readers()
    tell(newsletter, PAGE, "Maker")
    work({}, {PAGE: 404})
    tell(newsletter, SHORT, "A friend")

    work({SHORT: PAGE})

    told = by_url()
    assert (told[PAGE].state, told[SHORT].state) == (State.UNREACHABLE, State.READY)


@pytest.mark.django_db(transaction=True)
def test_of_two_workers_that_find_out_at_once_one_makes_the_duplicate():
    newsletter = make_readers()
    tell(newsletter, SHORT, "A friend")
    tell(newsletter, OTHER, "The crowd")
    leases = ledger.claim("both", NOW, most=10)
    read = Found({}, read=Read(PAGE, PAGE, TITLE, TEXT))
    both = threading.Barrier(2)

    def hand_in(lease):
        both.wait(10)
        ledger.hand_in([ledger.Ended(lease, read)], "both", NOW)
        connections.close_all()

    texts = [one for one in leases if one.step is Step.TEXT]
    workers = [threading.Thread(target=hand_in, args=[lease]) for lease in texts]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    states = sorted(story.state for story in Story.objects.all())
    assert states == [State.DUPLICATE, State.ENRICHING]
    kept = Story.objects.get(state=State.ENRICHING)
    assert tellings(kept) == ["A friend", "The crowd"]
    assert StoryTelling.objects.count() == 3
