from datetime import UTC, datetime, timedelta

import pytest

from subscribers.delivery import audience, ledger
from subscribers.delivery.reconcile import GRACE, Record, read_log, reconcile
from subscribers.letters import references
from subscribers.models import Delivery
from subscribers.tests.support.makers import make_issue, make_readers

NOW = datetime(2025, 8, 7, 9, 0, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
State = Delivery.State


@pytest.fixture
def issue(db):
    """Three letters were started at NOW by a sender that died."""
    issue = make_issue()
    make_readers(issue.newsletter, 3)
    audience.freeze(issue, NOW)
    ledger.start(ledger.claim(issue, "dead", NOW, most=3), "dead", NOW)
    ledger.expire(issue, LATER)
    return issue


def first_of(issue):
    return Delivery.objects.filter(issue=issue).order_by("id").first()


def test_what_the_record_holds_was_accepted_and_what_it_lacks_goes_again(issue):
    record = read_log([references.of_delivery(first_of(issue).pk)])

    result = reconcile(issue, record, whole_until=LATER, now=LATER)

    assert (result.accepted, result.requeued, result.held) == (1, 2, 0)
    assert ledger.counts(issue)[State.QUEUED] == 2


def test_what_a_record_cannot_know_yet_is_held(issue):
    record = Record(set(), set())

    result = reconcile(issue, record, whole_until=NOW + GRACE, now=LATER)

    assert (result.requeued, result.held) == (0, 3)


def test_a_reference_that_somebody_made_up_settles_nothing(issue):
    forged = f"{first_of(issue).pk}.{'0' * 16}"

    assert read_log([forged, f"x {forged}@"]).deliveries == set()


def test_a_letter_is_known_by_its_message_id_too(issue):
    delivery = first_of(issue)
    name = references.of_letter(issue.pk, delivery.subscriber_id)

    result = reconcile(
        issue, read_log([f"message-id=<{name}@x.test>"]), whole_until=NOW, now=LATER
    )

    assert (result.accepted, result.held) == (1, 2)


def test_postfix_has_taken_a_letter_only_when_its_queue_manager_says_so(issue):
    delivery = first_of(issue)
    name = references.of_letter(issue.pk, delivery.subscriber_id)
    begun = (
        f"Aug  7 09:00:01 mx postfix/cleanup[7]: 4ABC1D2E3F: message-id=<{name}@x.test>"
    )
    broken = "Aug  7 09:00:02 mx postfix/smtpd[6]: lost connection after DATA (9 bytes)"
    taken = "Aug  7 09:00:02 mx postfix/qmgr[5]: 4ABC1D2E3F: from=<a@x.test>, size=44100, nrcpt=1 (queue active)"

    assert read_log([begun, broken]).letters == set()
    assert read_log([begun, taken]).letters == {(issue.pk, delivery.subscriber_id)}


def test_a_sender_that_comes_to_life_after_reconciling_changes_nothing(issue):
    reconcile(issue, Record(set(), set()), whole_until=LATER, now=LATER)
    mine = ledger.claim(issue, "other", LATER, most=3)
    ledger.start(mine, "other", LATER)

    late = ledger.Settled(mine[0].delivery_id, ledger.Outcome(ledger.Result.REJECTED))
    ledger.settle([late], "dead", LATER)

    assert ledger.counts(issue)[State.STARTED] == 3
