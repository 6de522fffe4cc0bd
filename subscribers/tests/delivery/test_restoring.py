from datetime import UTC, datetime, timedelta

import pytest

from subscribers.delivery import audience, control, restoring, sql
from subscribers.delivery.reconcile import Record, Span
from subscribers.delivery.send import send
from subscribers.models import Alert, Delivery, Dispatch, LedgerHome
from subscribers.tests.support.makers import make_issue, make_readers

NOW = datetime(2025, 8, 7, 9, 0, tzinfo=UTC)
LATER = NOW + timedelta(hours=9)
State = Delivery.State

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


@pytest.fixture
def issue():
    """Its readers are written down, and all else is as in a dump that was restored."""
    issue = make_issue()
    make_readers(issue.newsletter, 3)
    audience.freeze(issue, NOW)
    elsewhere = {"place": "where the dump was taken"}
    LedgerHome.objects.update_or_create(pk=1, defaults=elsewhere)
    return issue


def test_a_ledger_that_stands_where_it_stood_sends(issue):
    LedgerHome.objects.update(place=sql.place())

    assert send(issue, now=NOW).accepted == 3
    assert not restoring.is_unsettled()


def test_after_a_restore_nothing_leaves_and_the_operator_is_told_once(issue):
    for _ in range(2):
        report = send(issue, now=LATER)

        assert "manage.py restored" in report.problem
        assert report.counts[State.QUEUED] == 3

    assert Alert.objects.get().subject == "Sending waits after a restore"


def test_what_the_log_holds_is_not_sent_again_and_the_rest_is_held(issue):
    first, *_ = Delivery.objects.order_by("id").values_list("pk", flat=True)

    done = restoring.settle(Record({first}), LATER)

    assert (done.accepted, done.queued, done.held) == (1, 0, 2)
    report = send(issue, now=LATER)
    assert (report.accepted, report.uncertain) == (1, 2)


def test_what_a_whole_log_does_not_name_is_sent(issue):
    first, second, _ = Delivery.objects.order_by("id").values_list("pk", flat=True)
    whole = (Span(NOW - timedelta(hours=1), LATER),)

    done = restoring.settle(Record({first}, named={second}, whole=whole), LATER)

    assert (done.accepted, done.queued, done.held) == (1, 1, 1)
    assert send(issue, now=LATER).accepted == 2


def test_the_first_issue_of_a_newsletter_waits_for_a_person(issue):
    restoring.settle(Record(), LATER)
    first, second = (make_issue(issue.newsletter) for _ in range(2))

    report = send(first, now=LATER + timedelta(minutes=1))

    assert "restored" in report.paused_because
    assert report.accepted == 0
    control.resume(Dispatch.objects.get(issue=first), LATER)
    assert send(first, now=LATER + timedelta(minutes=2)).accepted == 3
    assert send(second, now=LATER + timedelta(minutes=3)).accepted == 3


def test_ids_of_rows_that_are_lost_are_not_given_again(issue):
    last = Delivery.objects.latest("pk").pk
    restoring.settle(Record(), LATER)
    make_readers(issue.newsletter, 1)
    later = make_issue(issue.newsletter)

    audience.freeze(later, LATER + timedelta(minutes=1))

    assert later.pk > issue.pk + 1_000_000
    assert later.deliveries.earliest("pk").pk > last + 1_000_000


def test_a_database_knows_where_it_stands_from_the_beginning():
    assert not restoring.is_unsettled()
    assert LedgerHome.objects.get().place == sql.place()
