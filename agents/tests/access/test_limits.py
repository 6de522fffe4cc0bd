"""Limits: over all processes, and with few questions to the database."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from agents.access.limits import Limits

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]
NOW = timezone.now()


def test_so_many_are_let_through_by_several_processes_together():
    one, other = Limits(), Limits()

    through = [
        not processes.take("api", "ana", 10, NOW).is_used_up
        for processes in [one, other] * 8
    ]

    assert sum(through) == 10


def test_what_remains_is_told_and_when_it_begins_anew():
    limits = Limits()

    told = [limits.take("api", "ana", 3, NOW) for _ in range(5)]

    assert [one.remaining for one in told] == [2, 1, 0, -1, -1]
    assert {one.reset_seconds for one in told} == {3600}


def test_after_the_hour_it_begins_anew():
    limits = Limits()
    limits.take("api", "ana", 1, NOW)
    assert limits.take("api", "ana", 1, NOW).is_used_up

    later = limits.take("api", "ana", 1, NOW + timedelta(hours=1, seconds=1))

    assert later.remaining == 0


def test_each_is_counted_alone():
    limits = Limits()
    limits.take("api", "ana", 1, NOW)

    assert not limits.take("api", "bo", 1, NOW).is_used_up


def test_who_is_over_the_limit_is_refused_without_the_database():
    limits = Limits()
    for _ in range(3):
        limits.take("api", "ana", 2, NOW)

    with CaptureQueriesContext(
        connection,
    ) as asked:
        refused = limits.take("api", "ana", 2, NOW)

    assert refused.is_used_up
    assert len(asked) == 0


def test_a_high_limit_asks_the_database_seldom_and_holds_too():
    one, other = Limits(), Limits()

    with CaptureQueriesContext(connection) as asked:
        through = sum(
            not process.take("api", "ana", 10_000, NOW).is_used_up
            for process in [one] * 9_000 + [other] * 9_000
        )

    assert through == 10_000
    assert len(asked) <= 1_001


def test_nothing_at_all_may_be_allowed():
    assert Limits().take("api", "ana", 0, NOW).is_used_up
