"""When sessions are due: every newsletter's own clock, through both changes of it."""

from datetime import UTC, datetime, time, timedelta

import pytest

from agents.engine import log, sample_or_live, sessions, timetable
from agents.engine.timetable import latest_slot
from agents.models import Session
from newsletter.models import Newsletter


def letter(zone="Europe/Berlin", weekday=3, send_at=time(9), **fields):
    return Newsletter(
        slug="weekly", timezone=zone, weekday=weekday, send_at=send_at, **fields
    )


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "slot"),
    [
        ("2026-11-05T08:00", "2026-11-05T08:00"),  # to the second, in winter
        ("2026-11-05T07:59:59", "2026-10-29T08:00"),
        ("2026-11-11T23:59", "2026-11-05T08:00"),
        ("2026-07-02T07:00", "2026-07-02T07:00"),  # in summer, an hour earlier in UTC
        ("2026-03-26T09:00", "2026-03-26T08:00"),  # the Thursday before the clock moves
        ("2026-04-02T09:00", "2026-04-02T07:00"),  # and the one after it
        ("2026-10-22T09:00", "2026-10-22T07:00"),
        ("2026-10-29T09:00", "2026-10-29T08:00"),
    ],
)
def test_the_slot_is_at_the_readers_hour_all_year(now, slot):
    assert latest_slot(letter(), at(now)) == at(slot)


@pytest.mark.parametrize(
    ("now", "slot"),
    [
        # 02:30 on 29 March 2026 does not exist in Berlin: the clock jumps over it.
        ("2026-03-29T01:29", "2026-03-22T01:30"),
        ("2026-03-29T01:30", "2026-03-29T01:30"),
        # 02:30 on 25 October 2026 exists twice: the first one counts.
        ("2026-10-25T00:29", "2026-10-18T00:30"),
        ("2026-10-25T00:30", "2026-10-25T00:30"),
        ("2026-10-25T01:30", "2026-10-25T00:30"),
    ],
)
def test_an_hour_that_is_missing_or_doubled_makes_one_slot(now, slot):
    sunday = letter(weekday=6, send_at=time(2, 30))

    assert latest_slot(sunday, at(now)) == at(slot)


@pytest.mark.parametrize(
    ("zone", "now", "slot"),
    [
        ("Pacific/Auckland", "2026-11-04T20:00", "2026-11-04T20:00"),
        ("Pacific/Auckland", "2026-11-04T19:59", "2026-10-28T20:00"),
        ("America/Los_Angeles", "2026-11-05T17:00", "2026-11-05T17:00"),
        ("UTC", "2026-11-05T09:00", "2026-11-05T09:00"),
    ],
)
def test_the_weekday_is_the_readers_too(zone, now, slot):
    assert latest_slot(letter(zone), at(now)) == at(slot)


def test_midnight_belongs_to_the_day_that_begins():
    midnight = letter("UTC", send_at=time(0))

    assert latest_slot(midnight, at("2026-11-05T00:00")) == at("2026-11-05T00:00")
    assert latest_slot(midnight, at("2026-11-04T23:59:59")) == at("2026-10-29T00:00")


def test_slots_are_a_week_apart_whenever_one_looks():
    now, slots = at("2026-01-01T00:00"), set()
    for _ in range(24 * 7 * 8):
        slot = latest_slot(letter(), now)
        assert timedelta() <= now - slot <= timedelta(days=7, hours=1)
        slots.add(slot)
        now += timedelta(hours=1)

    assert len(slots) == 9


# --- Beginning what is due ----------------------------------------------------------

THURSDAY = at("2026-11-05T09:00")


@pytest.fixture
def clock(monkeypatch, settings):
    """The database's clock, to be set."""
    settings.CRUX_SOURCES = "sample"

    class Clock:
        now = THURSDAY

    clock = Clock()
    monkeypatch.setattr(log, "database_now", lambda: clock.now)
    return clock


def saved(slug="weekly", **fields):
    newsletter = Newsletter.objects.create(slug=slug, title=slug, profile="x", **fields)
    Newsletter.objects.filter(pk=newsletter.pk).update(
        created_at=at("2026-01-01T00:00")
    )
    return newsletter


@pytest.mark.django_db
def test_two_clocks_ticking_make_one_session(clock):
    saved()

    timetable.begin_due()
    timetable.begin_due()

    assert Session.objects.get().slot == THURSDAY


@pytest.mark.django_db
@pytest.mark.parametrize(
    "edited",
    [
        {"send_at": time(8)},
        {"send_at": time(10)},
        {"weekday": 0},
        {"weekday": 6},
        {"timezone": "Pacific/Auckland"},
        {"timezone": "America/Los_Angeles", "weekday": 4},
    ],
)
def test_a_week_has_one_session_however_the_timetable_is_edited(clock, edited):
    newsletter = saved()
    for clock.now in (THURSDAY - timedelta(days=7), THURSDAY):
        timetable.begin_due()

    Newsletter.objects.filter(pk=newsletter.pk).update(**edited)
    for _ in range(3 * 24):
        clock.now += timedelta(hours=1)
        assert timetable.begin_due() == []
        assert timetable.missed(clock.now) == ()

    clock.now += timedelta(days=7)
    assert len(timetable.begin_due()) + len(timetable.missed(clock.now)) == 1


@pytest.mark.django_db
@pytest.mark.both_engines
def test_the_database_refuses_a_second_session_for_a_week(clock):
    newsletter = saved()
    (first,) = timetable.begin_due()
    plan = sessions.Plan(sources=Session.Sources.SAMPLE, slot=at("2026-11-05T08:00"))

    assert sessions.start(newsletter, plan) == first
    assert Session.objects.count() == 1


@pytest.mark.django_db
def test_a_slot_missed_by_a_day_is_caught_up_and_one_missed_by_two_is_not(clock):
    saved()

    clock.now = THURSDAY + timedelta(hours=37)
    assert timetable.begin_due() == []

    clock.now = THURSDAY + timedelta(hours=36)
    assert len(timetable.begin_due()) == 1


@pytest.fixture
def web(monkeypatch, settings):
    """Whether the web answers, where nothing is set."""
    settings.CRUX_SOURCES = "auto"
    answers = {"web": False}
    monkeypatch.setattr(sample_or_live, "_answers", lambda _: answers["web"])
    return answers


@pytest.mark.django_db
def test_a_slot_waits_for_the_web_and_never_takes_the_sample(clock, web):
    saved()
    saved("another")

    assert timetable.begin_due() == []

    web["web"] = True
    clock.now = THURSDAY + timedelta(hours=3)
    begun = timetable.begin_due()

    assert [session.sources for session in begun] == [Session.Sources.LIVE] * 2
    assert begun[0].slot == THURSDAY


@pytest.mark.django_db
def test_a_slot_that_waited_too_long_for_the_web_is_told_as_missed(clock, web):
    saved()
    timetable.begin_due()
    clock.now = THURSDAY + timedelta(hours=37)
    web["web"] = True

    assert timetable.begin_due() == []
    assert timetable.missed(clock.now) == ("weekly",)


@pytest.mark.django_db
def test_a_new_newsletter_does_not_begin_with_a_slot_before_its_time(clock):
    newsletter = saved()
    Newsletter.objects.filter(pk=newsletter.pk).update(
        created_at=THURSDAY + timedelta(minutes=1)
    )
    clock.now = THURSDAY + timedelta(hours=1)

    assert timetable.begin_due() == []


@pytest.mark.django_db
def test_an_inactive_newsletter_is_never_due(clock):
    saved(is_active=False)

    assert timetable.begin_due() == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    "fields",
    [
        {"timezone": "Mars/Olympus"},
        {"timezone": ""},
        {"workflow": "nonsense"},
        {"rubric": {"launches": 4}},
    ],
)
def test_a_newsletter_that_is_set_up_wrongly_does_not_hold_up_the_others(clock, fields):
    saved("a-broken-one", **fields)
    saved("sound")

    begun = timetable.begin_due()

    assert [session.newsletter.slug for session in begun] == ["sound"]
