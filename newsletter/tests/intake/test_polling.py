"""Outlets are asked at their own pace, and what they told is held for research."""

import io
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial

import pytest
from django.core.management import CommandError, call_command
from structlog.testing import capture_logs

from newsletter.intake import pace, polling
from newsletter.intake.enrichment import working
from newsletter.intake.held import fresh, held
from newsletter.intake.moving import move
from newsletter.models import Newsletter, Outlet, OutletHealth, Story
from newsletter.outlets import health
from newsletter.research.lifecycle import State
from newsletter.research.outlets.answers import Reply
from newsletter.research.outlets.search import SearchResult
from newsletter.research.sample import server
from newsletter.research.sample.catalogue import Catalogue
from newsletter.research.sample.week import SampleRoutes
from newsletter.research.story import Kind, OutletReport
from newsletter.research.story import Story as Found
from newsletter.tests.support.makers import make_newsletter
from newsletter.tests.support.offline import OfflineFetcher
from newsletter.web.fetch import Fetcher
from newsletter.web.page import without_answer

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 5, 9, tzinfo=UTC)
TODAY = NOW.date()
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def newsletter():
    Outlet.objects.all().delete()
    return make_newsletter()


@pytest.fixture
def outlet():
    return Outlet.objects.create(
        name="Maker", how="feed", url="https://maker.example/feed", kind="launch"
    )


@pytest.fixture
def feed(monkeypatch):
    """What the outlet has in its feed just now; `fault` is why it does not answer."""
    told = {"stories": [], "fault": ""}

    async def find(kind, since, until, fetcher, specs, language, **_):
        report = OutletReport(
            name=specs[0].name,
            url=specs[0].url,
            found=len(told["stories"]),
            fault=told["fault"],
        )
        return SearchResult(tuple(told["stories"]), (report,))

    monkeypatch.setattr(polling, "find", find)
    return told


def entry(name, day=TODAY):
    url = f"https://maker.example/{name}"
    return Found(
        id=url,
        kind=Kind.LAUNCH,
        title=name,
        url=url,
        publisher="Maker",
        published=day,
        prior=0.8,
    )


def titles(newsletter, since, until):
    return [one.story.title for one in held(newsletter, Kind.LAUNCH, since, until)]


def test_a_story_that_has_left_its_feed_is_still_there_on_thursday(
    newsletter, outlet, feed
):
    feed["stories"] = [entry("friday")]
    polling.poll_due(NOW)
    feed["stories"] = [entry("saturday", TODAY + timedelta(days=1))]
    polling.poll_due(NOW + timedelta(days=1))

    [first, second] = held(newsletter, Kind.LAUNCH, TODAY, date(2026, 11, 12))

    assert (first.story.title, second.story.title) == ("friday", "saturday")
    assert first.story.prior == 0.8
    assert first.outlets == {"Maker"}


@pytest.mark.parametrize(
    ("ask", "seen"),
    [
        (polling.poll_now, ["one", "two"]),  # by hand: at once
        (lambda outlet, now: [*polling.poll([outlet], now)], ["one"]),
    ],
)
def test_whoever_asks_by_hand_is_told_what_is_there_now(
    newsletter, outlet, monkeypatch, settings, tmp_path, ask, seen
):
    pages = settings.CACHES["pages"] | {"LOCATION": tmp_path / "pages"}
    settings.CACHES = settings.CACHES | {"pages": pages}
    items = ["one"]

    def feed(_):
        told = "".join(
            f"<item><title>{one}</title><link>https://maker.example/{one}</link>"
            f"<pubDate>Thu, 05 Nov 2026 08:00:00 GMT</pubDate></item>"
            for one in items
        )
        body = f"<rss><channel>{told}</channel></rss>".encode()
        return Reply(content_type="text/xml", body=body)

    catalogue = Catalogue({("maker.example", "/feed"): feed}, frozenset())
    with server.run(catalogue) as serving:
        routes = SampleRoutes(serving, frozenset())
        monkeypatch.setattr(polling, "Fetcher", partial(Fetcher, routes=routes))
        list(polling.poll([outlet], NOW))
        items.append("two")
        OutletHealth.objects.update(next_at=NOW)
        ask(outlet, NOW + timedelta(minutes=1))

    assert sorted(Story.objects.values_list("title", flat=True)) == seen


def test_of_other_days_and_of_what_ended_nothing_is_told(newsletter, outlet, feed):
    feed["stories"] = [entry("old", date(2026, 10, 20)), entry("new"), entry("dull")]
    polling.poll_due(NOW)
    move(Story.objects.get(title="dull"), State.REJECTED, by="ann")

    assert titles(newsletter, date(2026, 10, 29), TODAY) == ["new"]


def test_what_names_no_day_bears_the_day_on_which_it_was_new(newsletter, outlet, feed):
    feed["stories"] = [entry("before", None)]
    polling.poll_due(NOW)
    feed["stories"] = [entry("before", None), entry("since", None)]
    polling.poll_due(NOW + timedelta(hours=2))

    assert titles(newsletter, TODAY, TODAY) == ["since"]


def test_an_outlet_is_asked_when_its_turn_comes(outlet, feed):
    assert [one.new for one in polling.poll_due(NOW)] == [0]
    assert polling.poll_due(NOW + HOUR - timedelta(seconds=1)) == []
    assert len(polling.poll_due(NOW + HOUR)) == 1


def test_one_that_has_news_is_asked_more_often_and_one_that_has_not_less():
    every = HOUR
    for _ in range(5):
        every = pace.after_answer(every, new=3, found=10)
    assert every == pace.LEAST
    for _ in range(20):
        every = pace.after_answer(every, new=0, found=10)
    assert every == pace.MOST


def test_one_whose_list_is_all_new_is_asked_as_often_as_may_be():
    assert pace.after_answer(pace.MOST, new=9, found=9) == pace.LEAST
    assert pace.after_answer(pace.MOST, new=8, found=9) > pace.LEAST


@pytest.mark.parametrize(
    ("asked", "waits"),
    [(0, 1), (3, 3), (24 * 365, 12)],
    ids=["nothing", "hours", "year"],
)
def test_a_server_is_left_alone_for_as_long_as_it_asks_but_no_day_is_missed(
    asked, waits
):
    assert pace.wait_after_answer(HOUR, asked * HOUR) == waits * HOUR
    assert pace.wait_after_failures(HOUR, 1, asked * HOUR) == max(
        2 * HOUR, min(asked * HOUR, 24 * HOUR)
    )


def test_one_that_fails_is_left_alone_longer_each_time(outlet, feed):
    feed["fault"] = "it answered 503"
    waits, now = [], NOW
    for _ in range(6):
        polling.poll_due(now)
        waits.append(outlet_poll().next_at - now)
        now = outlet_poll().next_at

    assert waits == sorted(waits)
    assert waits[-1] == pace.MOST_AFTER_FAILURES
    assert (outlet_poll().failures, outlet_poll().fault) == (6, "it answered 503")
    assert fresh(outlet_asker(), now) == frozenset()


def test_what_a_feed_asks_of_those_who_come_again_is_done(outlet, monkeypatch):
    async def answer(self, url, *_, **__):
        page = without_answer(url, None, "", NOW)
        body = b"<rss><channel><ttl>180</ttl></channel></rss>"
        return replace(page, status=200, body=body)

    monkeypatch.setattr(Fetcher, "_get", answer)

    [polled] = polling.poll_due(NOW)

    assert (polled.fault, polled.next_at) == ("", NOW + 3 * HOUR)
    kept = outlet_poll()
    assert (kept.next_at, kept.every_minutes) == (NOW + 3 * HOUR, 60)


def test_a_story_of_two_newsletters_is_one_of_its_outlet(outlet, feed):
    make_newsletter()
    feed["stories"] = [entry("new")]

    [polled] = polling.poll_due(NOW)

    assert (polled.new, outlet_poll().stories, Story.objects.count()) == (1, 1, 2)


def test_one_that_was_only_tried_is_asked_at_once_and_dated_by_its_first_answer(
    outlet, feed
):
    health.note([health.Answered(outlet, "")], NOW - HOUR)
    assert fresh(outlet_asker(), NOW) == frozenset()
    feed["stories"] = [entry("before", None)]

    assert len(polling.poll_due(NOW)) == 1

    assert Story.objects.get().published is None


def outlet_asker():
    return Newsletter.objects.get()


def outlet_poll():
    return OutletHealth.objects.get()


def test_what_answered_lately_need_not_be_asked_again(outlet, feed):
    polling.poll_due(NOW)

    assert fresh(outlet_asker(), NOW + HOUR) == {"Maker"}
    assert fresh(outlet_asker(), NOW + timedelta(days=1)) == frozenset()


def test_an_outlet_asked_before_the_clock_was_set_back_does_not_wait_for_that_day(
    outlet, feed
):
    assert polling.poll_due(NOW + timedelta(days=30))

    assert [one.outlet for one in polling.poll_due(NOW)] == [outlet]
    assert polling.poll_due(NOW + timedelta(seconds=1)) == []


def test_two_workers_ask_an_outlet_once(outlet, feed):
    both = [list(polling.due(NOW)) for _ in range(2)]

    assert [len(list(polling.poll(outlets, NOW))) for outlets in both] == [1, 0]


def test_by_hand_it_is_asked_at_once(outlet, feed, monkeypatch):
    monkeypatch.setattr(working, "Fetcher", lambda **_: OfflineFetcher({}))
    feed["stories"] = [entry("new")]
    out = io.StringIO()

    call_command("intake", once=True, stdout=out)
    call_command("intake", source="Maker", stdout=out)

    told = [line.partition("; asked again ") for line in out.getvalue().splitlines()]
    assert told[0][2].endswith(" UTC")
    assert [line for line, *_ in told] == [
        "Maker: 1 story, 1 new",
        "new: text: status 404, no text",
        "Found out: score 1, text failed 1",
        "Maker: 1 story, 0 new",
    ]
    with pytest.raises(CommandError, match=r"Makr \(the nearest is Maker\)"):
        call_command("intake", source="Makr")


def test_where_nobody_can_be_reached_one_line_says_so(outlet, feed):
    Outlet.objects.create(name="Other", how="feed", url="https://o.example/f")
    feed["fault"] = "no host has this name"

    with capture_logs() as lines:
        polling.poll_due(NOW)

    assert [(one["event"], one.get("outlets")) for one in lines] == [
        ("no_outlet_answered", 2)
    ]
    assert lines[0]["fault"] == "no host has this name"


def by_hand(**options):
    out = io.StringIO()
    call_command("intake", stdout=out, **options)
    return out.getvalue()


def test_by_hand_too_one_line_says_that_nobody_can_be_reached(outlet, feed):
    Outlet.objects.create(
        newsletter=outlet_asker(), name="Other", how="feed", url="https://o.example/f"
    )
    feed["fault"] = "no host has this name"

    told = by_hand(once=True)

    assert told.startswith("None of 2 outlets answered: no host has this name; asked")
    assert len(told.splitlines()) == 1


def test_by_hand_it_says_when_the_next_one_is_due(outlet, feed):
    by_hand(once=True)

    assert by_hand(once=True).startswith("Nothing is due; the next outlet is asked")


def test_what_no_newsletter_asks_has_no_turn_and_says_so(outlet, feed):
    feed["stories"] = [entry("new")]
    newsletter = outlet_asker()
    newsletter.shared_outlets = False
    newsletter.save()

    assert polling.poll_due(NOW) == []
    with pytest.raises(CommandError, match="No newsletter asks Maker"):
        by_hand(source="Maker")
    with pytest.raises(CommandError, match="No newsletter asks any outlet"):
        by_hand(once=True)
    own = Outlet.objects.create(
        newsletter=newsletter, name="Own", how="feed", url="https://own.example/f"
    )
    assert [one.outlet for one in polling.poll_due(NOW)] == [own]


def test_an_outlet_of_its_own_takes_the_turn_of_the_shared_one_of_its_name(outlet):
    own = Outlet.objects.create(
        newsletter=outlet_asker(), name="Maker", how="feed", url="https://own.example/f"
    )

    assert list(polling.due(NOW)) == [own]
    other = make_newsletter()
    assert set(polling.due(NOW)) == {own, outlet}
    other.is_active = False
    other.save()
    assert list(polling.due(NOW)) == [own]


def test_without_a_newsletter_or_with_intake_off_the_command_says_so(
    outlet, feed, settings
):
    Newsletter.objects.update(is_active=False)
    with pytest.raises(CommandError, match="No newsletter is active"):
        by_hand(once=True)
    settings.INTAKE = False
    with pytest.raises(CommandError, match="INTAKE is off"):
        by_hand(source="Maker")

    assert not OutletHealth.objects.exists()
