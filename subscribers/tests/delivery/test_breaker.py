from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subscribers.bounces import intake as bounces
from subscribers.bounces.classify import BounceKind
from subscribers.delivery import audience, breaker, control, ledger
from subscribers.delivery import send as delivery
from subscribers.delivery.breaker import Tally, allowance, canary, verdict
from subscribers.delivery.send import send
from subscribers.delivery.transports.base import LetterOutcome, Result, Transport
from subscribers.models import Bounce, Delivery, Dispatch, Subscriber
from subscribers.tests.support.makers import make_issue, make_reader, make_readers

NOW = datetime(2025, 8, 7, 9, 0, tzinfo=UTC)
State = Delivery.State


def tally(**values):
    usual = {"total": 1000, "waiting": 0, "on_their_way": 0, "accepted": 1000,
             "bounced": 0, "complaints": 0}  # fmt: skip
    return Tally(**{**usual, **values})


@pytest.mark.parametrize(
    ("total", "first"), [(0, 0), (5, 5), (10, 10), (1000, 10), (20_000, 200)]
)
def test_one_in_a_hundred_goes_first_and_at_least_ten(total, first):
    assert canary(total) == first


def test_the_rest_waits_until_the_first_are_answered():
    assert allowance(tally(waiting=1000)) == 10
    assert allowance(tally(waiting=994)) == 4
    assert allowance(tally(waiting=990, on_their_way=3)) == 0
    assert allowance(tally(waiting=990)) is None


def test_a_connection_that_hangs_among_the_first_holds_up_no_rest():
    assert allowance(tally(waiting=990, on_their_way=2)) is None
    assert allowance(tally(total=4, waiting=1, on_their_way=1)) == 1


@pytest.mark.parametrize(
    ("values", "stops"),
    [
        ({"accepted": 95, "bounced": 5}, False),
        ({"accepted": 94, "bounced": 6}, True),
        ({"accepted": 0, "bounced": 1}, False),
        ({"accepted": 0, "bounced": 2}, True),
        ({"accepted": 1001, "complaints": 1}, False),
        ({"accepted": 1000, "complaints": 1}, True),
    ],
)
def test_more_than_five_in_a_hundred_back_or_one_in_a_thousand_spam_stops(
    values, stops
):
    assert bool(verdict(tally(**values))) == stops


@pytest.mark.parametrize(
    ("seen", "now", "stops"),
    [
        ({"bounced": 1, "accepted": 99}, {"bounced": 6, "accepted": 94}, True),
        ({"bounced": 6, "accepted": 94}, {"bounced": 12, "accepted": 88}, False),
        ({"bounced": 6, "accepted": 94}, {"bounced": 13, "accepted": 87}, True),
        ({"complaints": 1, "accepted": 500}, {"complaints": 3, "accepted": 900}, False),
        ({"complaints": 1, "accepted": 500}, {"complaints": 4, "accepted": 900}, True),
        ({"accepted": 0}, {"bounced": 6, "accepted": 94}, True),
    ],
)
def test_what_an_operator_put_up_with_stops_it_again_only_at_twice_as_much(
    seen, now, stops
):
    assert bool(verdict(tally(**now), tally(**seen))) == stops


class Refusing(Transport):
    """Refuses every other letter for good, after some good ones."""

    def __init__(self):
        self.carried = self.good = 0

    def carry(self, letters):
        for letter in letters:
            self.carried += 1
            refused = self.carried > self.good and self.carried % 2
            outcome = (
                LetterOutcome(Result.REJECTED, "554 5.7.1 not today")
                if refused
                else LetterOutcome(Result.ACCEPTED)
            )
            yield letter, outcome

    def close(self):
        pass


@pytest.fixture
def refusing(monkeypatch):
    made = Refusing()
    monkeypatch.setattr(delivery, "open_transport", lambda issue: made)
    return made


@pytest.mark.django_db
def test_a_list_of_dead_addresses_is_stopped_after_the_first_few_letters(
    refusing, settings, mailoutbox
):
    settings.DELIVERY_TRANSPORT = "anymail"  # the backend of the tests
    settings.OPERATOR_EMAILS = ["operator@example.org"]
    issue = make_issue()
    make_readers(issue.newsletter, 500)

    report = send(issue, now=NOW)
    send(issue, now=NOW)

    assert refusing.carried == 10
    assert "5 of 10 letters bounced" in report.paused_because
    assert report.counts[State.QUEUED] == 490
    [told] = mailoutbox
    assert told.subject == "[Crux] The Weekly: sending stopped: 5 of 10 letters bounced"
    assert "A quiet week" in told.body
    assert f"/admin/subscribers/dispatch/{Dispatch.objects.get().pk}/" in told.body


@pytest.mark.django_db
def test_the_operator_lets_it_go_on_and_it_is_not_stopped_again(refusing):
    issue = make_issue()
    make_readers(issue.newsletter, 60)
    send(issue, now=NOW)

    control.resume(Dispatch.objects.get(), NOW)
    report = send(issue, now=NOW)

    assert report.is_settled
    assert refusing.carried == 60


@pytest.mark.django_db
def test_dead_addresses_behind_good_ones_stop_it_however_fast_letters_leave(refusing):
    refusing.good = 100
    issue = make_issue()
    make_readers(issue.newsletter, 450)

    report = send(issue, now=NOW)

    assert report.paused_because.endswith("letters bounced")
    assert 110 <= refusing.carried <= 110 + 32
    assert report.counts[State.QUEUED] == 450 - refusing.carried


@pytest.mark.django_db
def test_a_pause_that_is_over_leaves_the_breaker_on(refusing):
    issue = make_issue()
    make_readers(issue.newsletter, 60)
    dispatch = audience.freeze(issue, NOW)
    control.pause(dispatch, "paused by the operator", NOW)
    control.resume(dispatch, NOW)

    report = send(issue, now=NOW + timedelta(minutes=1))

    assert report.paused_because == "5 of 10 letters bounced"
    assert refusing.carried == 10


@pytest.mark.django_db
def test_a_letter_that_was_taken_at_the_second_try_is_no_bounce(refusing):
    issue = make_issue()
    make_readers(issue.newsletter, 2)
    send(issue, now=NOW)
    control.retry_failed(issue)
    refusing.carried = 1
    send(issue, now=NOW)

    found = ledger.tally(issue)

    assert (found.accepted, found.bounced) == (2, 0)


@pytest.mark.django_db
def test_complaints_that_come_in_between_stop_the_rest(monkeypatch):
    issue = make_issue()
    make_readers(issue.newsletter, 40)
    audience.freeze(issue, NOW)
    Delivery.objects.filter(
        pk__in=list(Delivery.objects.values_list("pk", flat=True)[:20])
    ).update(state=State.ACCEPTED)
    accepted = Delivery.objects.filter(state=State.ACCEPTED).first()
    bounces.record(accepted, BounceKind.COMPLAINT, Bounce.Source.PROVIDER, "", "", NOW)

    report = send(issue, now=NOW)

    assert "1 of 20 readers called it spam" in report.paused_because


@pytest.mark.django_db
def test_only_what_failed_is_tried_again(refusing):
    issue = make_issue()
    make_readers(issue.newsletter, 8)
    send(issue, now=NOW)
    gone = Delivery.objects.filter(state=State.REJECTED).first()
    Subscriber.objects.filter(pk=gone.subscriber_id).update(status="bounced")

    assert control.retry_failed(issue) == 3

    control.resume(Dispatch.objects.get(), NOW)
    send(issue, now=NOW)
    assert refusing.carried == 11


@pytest.mark.django_db
def test_the_outcomes_name_no_address_and_run_in_no_spreadsheet():
    issue = make_issue()
    make_reader(issue.newsletter, "ada@example.org")
    send(issue, now=NOW)
    Delivery.objects.update(reply='=HYPERLINK("http://x.example") ada@example.org')

    header, row = control.outcomes(issue)

    assert header.startswith("delivery,subscriber,address,state")
    assert "ada@" not in row
    assert "a***@e***.org" in row
    assert "'=HYPERLINK" in row


@pytest.mark.django_db
def test_what_is_uncertain_waits_for_the_operators_word():
    issue = make_issue()
    make_readers(issue.newsletter, 4)
    audience.freeze(issue, NOW)
    Delivery.objects.update(state=State.UNCERTAIN)

    report = send(issue, now=NOW + timedelta(days=9))
    assert report.uncertain == 4

    assert control.take_uncertain_as_accepted(issue, NOW) == 4
    assert control.send_uncertain_again(issue) == 0


@given(st.integers(0, 5000), st.integers(0, 5000), st.integers(0, 5000))
def test_an_allowance_never_exceeds_what_waits(total, waiting, on_their_way):
    waiting = min(waiting, total)
    on_their_way = min(on_their_way, total - waiting)
    given = tally(total=total, waiting=waiting, on_their_way=on_their_way)

    most = allowance(given)

    assert most is None or 0 <= most <= max(waiting, 0)
    assert breaker.canary(total) <= total
