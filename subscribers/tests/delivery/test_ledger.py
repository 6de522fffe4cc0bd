"""Any interleaving of senders, deaths, departures and reconciling: the report adds up."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from newsletter.testing.examples import examples
from subscribers import tasks
from subscribers.consent import status as consent
from subscribers.consent.record import Circumstances
from subscribers.delivery import audience, ledger
from subscribers.delivery.ledger import Settled
from subscribers.delivery.reconcile import GRACE, Record, Span, reconcile
from subscribers.delivery.transports.base import LetterOutcome, Result
from subscribers.letters import references
from subscribers.models import Delivery, Subscriber
from subscribers.tests.support.makers import make_issue, make_readers

NOW = datetime(2025, 8, 7, 9, 0, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
READERS = 2
NAMES = ("one", "two")
# Mostly the server takes a letter; a minute or two end no lease, six do.
RESULTS = [*Result, *[Result.ACCEPTED] * 5]
MINUTES = [1, 6, 6, 90, -30]
State = Delivery.State


class Senders(RuleBasedStateMachine):
    """Two senders that can stop anywhere, and a mail server that forgets nothing."""

    @initialize()
    def begin(self):
        self.rollback = transaction.atomic()
        self.rollback.__enter__()
        self.now = NOW
        self.issue = make_issue()
        self.readers = make_readers(self.issue.newsletter, READERS)
        Subscriber.objects.update(confirmed_at=NOW)
        audience.freeze(self.issue, self.now)
        self.arrived = []
        self.claimed = {name: [] for name in NAMES}
        self.started = {name: [] for name in NAMES}

    def teardown(self):
        if hasattr(self, "rollback"):
            transaction.set_rollback(True)
            self.rollback.__exit__(None, None, None)

    @rule(name=st.sampled_from(NAMES), most=st.integers(1, 2))
    def claim(self, name, most):
        self.claimed[name] += ledger.claim(self.issue, name, self.now, most=most)

    @precondition(lambda self: any(self.claimed.values()))
    @rule(data=st.data())
    def start(self, data):
        name = data.draw(st.sampled_from([n for n in NAMES if self.claimed[n]]))
        group, self.claimed[name] = self.claimed[name], []
        self.started[name] += ledger.start(group, name, self.now)

    @precondition(lambda self: any(self.started.values()))
    @rule(data=st.data(), result=st.sampled_from(RESULTS), hears=st.booleans())
    def answer(self, data, result, hears):
        """The server takes a letter or not; the sender may die before it hears so."""
        name = data.draw(st.sampled_from([n for n in NAMES if self.started[n]]))
        reader = self.started[name].pop(0)
        takes = result is Result.ACCEPTED or (result is Result.UNCERTAIN and hears)
        if takes:
            self.arrived.append(reader.delivery_id)
        if hears:
            settled = Settled(
                reader.delivery_id, LetterOutcome(result, f"said {result}")
            )
            ledger.settle([settled], name, self.now)

    @precondition(lambda self: any(self.started.values()))
    @rule(name=st.sampled_from(NAMES))
    def die(self, name):
        self.claimed[name] = []
        self.started[name] = []

    @precondition(lambda self: any(self.claimed.values()))
    @rule(name=st.sampled_from(NAMES))
    def give_back(self, name):
        ledger.release(self.issue, name)
        self.claimed[name] = []

    @rule(minutes=st.sampled_from(MINUTES))
    def time_passes(self, minutes):
        self.now += timedelta(minutes=minutes)
        ledger.expire(self.issue, self.now)

    @precondition(lambda self: any(self.started.values()))
    @rule(which=st.integers(0, READERS - 1), comes_back=st.booleans())
    def leave(self, which, comes_back):
        consent.unsubscribe(self.readers[which].pk, Circumstances(self.now))
        if comes_back:
            consent.come_back(self.readers[which].pk, Circumstances(self.now))

    @precondition(lambda self: self.arrived)
    @rule()
    def look_into_the_log(self):
        """Nobody is at work, and the log is whole."""
        for name in NAMES:
            self.die(name)
        later = self.now + timedelta(days=400)
        whole = Span(NOW - timedelta(days=400), later + GRACE)
        record = Record(set(self.arrived), whole=(whole,))
        ledger.expire(self.issue, later)
        reconcile(self.issue, record, now=later)

    @invariant()
    def every_reader_is_in_exactly_one_state(self):
        if hasattr(self, "issue"):
            assert sum(ledger.counts(self.issue).values()) == READERS

    @invariant()
    def nobody_gets_a_letter_twice(self):
        if hasattr(self, "issue"):
            assert len(self.arrived) == len(set(self.arrived))

    @invariant()
    def what_counts_as_accepted_has_arrived(self):
        if hasattr(self, "issue"):
            accepted = Delivery.objects.filter(
                issue=self.issue, state=State.ACCEPTED
            ).values_list("id", flat=True)
            assert set(accepted) <= set(self.arrived)


@pytest.mark.django_db
def test_the_report_adds_up_after_any_interleaving():
    run_state_machine_as_test(
        Senders,
        settings=settings(
            max_examples=examples(40),
            stateful_step_count=30,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_a_reference_is_its_own_and_nobody_elses():
    assert references.deliveries_in(f"x {references.of_delivery(7)} y") == {7}
    assert references.deliveries_in(references.of_letter(1, 7)) == set()


def make_frozen_issue(readers):
    issue = make_issue()
    make_readers(issue.newsletter, readers)
    audience.freeze(issue, NOW)
    return issue


def claim_twice(issue, sender, again_by):
    """A claim that runs out, and the next one, made LATER."""
    first = ledger.claim(issue, sender, NOW, most=1)
    ledger.expire(issue, LATER)
    return first, ledger.claim(issue, again_by, LATER, most=1)


@pytest.mark.django_db
def test_a_claim_that_another_has_taken_over_starts_nothing():
    issue = make_frozen_issue(readers=1)
    first, second = claim_twice(issue, "first", again_by="second")

    assert ledger.start(first, "first", LATER) == []
    assert ledger.start(second, "second", LATER) == second


@pytest.mark.django_db
def test_a_letter_claimed_anew_by_the_same_sender_starts_once():
    issue = make_frozen_issue(readers=2)
    first, again = claim_twice(issue, "sender", again_by="sender")

    assert ledger.start(first + again, "sender", LATER) == again


@pytest.mark.django_db
def test_what_a_server_says_is_kept_though_it_holds_a_nul():
    issue = make_frozen_issue(readers=2)
    readers = ledger.start(ledger.claim(issue, "one", NOW, most=2), "one", NOW)
    answers = (
        LetterOutcome(Result.ACCEPTED, "250 \0ok"),
        LetterOutcome(Result.DEFERRED, "4\0"),
    )

    ledger.turn(
        [
            Settled(r.delivery_id, said)
            for r, said in zip(readers, answers, strict=True)
        ],
        [],
        "one",
        NOW,
    )

    assert list(Delivery.objects.values_list("reply", flat=True)) == ["250 ok", "4"]


@pytest.mark.django_db
@pytest.mark.both_engines
def test_one_turn_settles_each_letter_with_its_own_answer_and_starts_the_next():
    issue = make_frozen_issue(readers=5)
    claimed = ledger.claim(issue, "one", NOW, most=4)
    first, rest = ledger.start(claimed[:2], "one", NOW), claimed[2:]
    stranger = ledger.claim(issue, "two", NOW, most=1)
    ids = [reader.delivery_id for reader in first]

    begun = ledger.turn(
        [
            Settled(ids[0], LetterOutcome(Result.ACCEPTED, "250 ok: queued as 1A")),
            Settled(ids[1], LetterOutcome(Result.REJECTED, "550 user unknown")),
        ],
        rest + stranger,
        "one",
        NOW,
    )

    assert begun == rest
    rows = Delivery.objects.order_by("id").values_list("state", "reply", "attempts")
    assert list(rows) == [
        ("accepted", "250 ok: queued as 1A", 1),
        ("rejected", "550 user unknown", 1),
        ("started", "", 1),
        ("started", "", 1),
        ("claimed", "", 0),
    ]


@pytest.mark.django_db
def test_a_claim_from_before_the_clock_was_set_back_runs_out_like_any_other():
    issue = make_frozen_issue(readers=1)
    ahead = timezone.now() + timedelta(days=1)
    first = ledger.claim(issue, "gone", ahead, most=1)
    ledger.start(first, "gone", ahead)

    tasks.tend()

    later = timezone.now() + timedelta(minutes=10)
    assert tasks.due_issues(later) == [issue.pk]
