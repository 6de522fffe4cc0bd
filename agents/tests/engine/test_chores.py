"""What the clock does periodically: when it was done, and what is wrong with it."""

from datetime import UTC, datetime, timedelta

import pytest

from agents.engine import chores, log
from agents.models import Chore

pytestmark = pytest.mark.django_db

MONDAY = datetime(2026, 11, 2, 4, 17, tzinfo=UTC)


@pytest.fixture
def clock(monkeypatch):
    """The database's clock, to be set."""

    class Clock:
        now = MONDAY

    clock = Clock()
    monkeypatch.setattr(log, "database_now", lambda: clock.now)
    return clock


def test_trouble_is_told_once_it_has_lasted_a_minute(clock):
    chores.note("letters", "OSError")
    clock.now += timedelta(seconds=59)
    chores.note("letters", "OSError")
    assert list(chores.troubles(clock.now)) == []

    clock.now += timedelta(seconds=1)

    assert list(chores.troubles(clock.now)) == ["letters: OSError"]


def test_what_goes_well_again_is_no_trouble(clock):
    chores.note("letters", "OSError")
    clock.now += timedelta(hours=1)
    chores.note("letters", "")

    assert list(chores.troubles(clock.now)) == []


def test_a_chore_that_hangs_is_trouble_too(clock):
    chores.note("letters", "")

    clock.now += timedelta(minutes=31)

    assert list(chores.troubles(clock.now)) == [
        "letters: not done since 2 November, 04:17 UTC"
    ]


def test_an_error_tells_health_its_name_and_nothing_it_says():
    assert chores.in_words(OSError("/secret/place")) == "OSError"
    assert chores.in_words(chores.Trouble("the broker is full")) == "the broker is full"


def test_a_weekly_chore_is_due_once_a_week_for_one_clock(clock):
    clock.now = MONDAY - timedelta(days=3)
    assert not chores.is_due_this_week("recheck")  # nothing is due on the first day

    due = []
    for _ in range(15 * 24):
        clock.now += timedelta(hours=1)
        due += [clock.now] * chores.is_due_this_week("recheck")
        assert not chores.is_due_this_week("recheck")

    assert [(moment.weekday(), moment.hour) for moment in due] == [(0, 4), (0, 4)]
    assert list(chores.troubles(clock.now)) == []
    assert Chore.objects.count() == 1
