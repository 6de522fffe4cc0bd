from datetime import UTC, datetime, timedelta

import pytest
from django.db import OperationalError, connection

from newsletter.models import Correction
from newsletter.standards.outcomes import Reason
from subscribers.consent import moving
from subscribers.consent import status as consent
from subscribers.consent.record import Circumstances
from subscribers.delivery import audience, clearance, ledger, worker
from subscribers.delivery import send as delivery
from subscribers.delivery.send import send
from subscribers.delivery.transports.base import (
    LetterOutcome,
    Result,
    Transport,
    Unreachable,
)
from subscribers.letters.compose import compose
from subscribers.models import (
    AddressChange,
    Delivery,
    Subscriber,
    Suppression,
    address_hash,
)
from subscribers.tasks import go_on_sending
from subscribers.tests.support.makers import (
    make_issue,
    make_newsletter,
    make_reader,
    make_readers,
)

NOW = datetime(2025, 8, 7, 9, 0, tzinfo=UTC)
State = Delivery.State


class Carrier(Transport):
    """A transport that answers as it is told and remembers what it carried."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.carried = []

    def carry(self, letters):
        for letter in letters:
            answer = self.answers.pop(0) if self.answers else Result.ACCEPTED
            if isinstance(answer, BaseException):
                raise answer
            if callable(answer):
                answer = answer(letter)
            if answer != Result.UNSENT:
                self.carried.append(letter.recipient)
            yield letter, LetterOutcome(answer, f"said {answer}")

    def close(self):
        pass


@pytest.fixture(autouse=True)
def _letters_go_to_a_folder_of_the_test(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"


@pytest.fixture
def carrier(monkeypatch):
    def use(*answers):
        made = Carrier(*answers)
        monkeypatch.setattr(delivery, "open_transport", lambda issue: made)
        return made

    return use


pytestmark = pytest.mark.django_db


def test_every_active_reader_gets_one_letter(tmp_path):
    issue = make_issue()
    make_readers(issue.newsletter, 40)

    report = send(issue, now=NOW)

    assert report.accepted == report.total == 40
    assert report.is_settled
    assert len(list((tmp_path / "letters" / issue.slug).iterdir())) == 40


def test_a_second_send_changes_nothing(carrier):
    issue = make_issue()
    make_readers(issue.newsletter, 3)
    one = carrier()

    first = send(issue, now=NOW)
    make_reader(issue.newsletter)
    second = send(issue, now=NOW)

    assert first == second
    assert len(one.carried) == 3


def test_those_who_must_not_be_written_to_are_counted_by_reason():
    issue = make_issue()
    weekly = issue.newsletter
    make_reader(weekly)
    make_reader(weekly, status=Subscriber.Status.PENDING)
    make_reader(weekly, status=Subscriber.Status.UNSUBSCRIBED)
    make_reader(weekly, "gone@readers.example")
    Suppression.objects.create(
        address_hash=address_hash("Gone@Readers.example"), reason="erased"
    )

    report = send(issue, now=NOW)

    assert report.total == 1
    assert report.excluded == {"pending": 1, "unsubscribed": 1, "suppressed": 1}


def test_readers_of_another_newsletter_get_nothing():
    issue = make_issue()
    make_reader(make_newsletter())

    assert send(issue, now=NOW).total == 0


def test_a_sample_reaches_reserved_addresses_only_and_never_a_server(
    settings, tmp_path
):
    settings.DELIVERY_TRANSPORT = "smtp"
    issue = make_issue(is_sample=True)
    for address in ("a@readers.example", "b@example.com", "c@x.test", "d@gmail.com",
                    "e@notexample.com", "f@example.com.evil.org"):  # fmt: skip
        make_reader(issue.newsletter, address)

    report = send(issue, now=NOW)

    assert (report.accepted, report.excluded) == (3, {"sample": 3})
    assert report.transport == "file"


def test_a_sender_that_dies_while_carrying_leaves_letters_uncertain_not_doubled(
    carrier,
):
    issue = make_issue()
    make_readers(issue.newsletter, 3)
    one = carrier(Result.ACCEPTED, KeyboardInterrupt())

    with pytest.raises(KeyboardInterrupt):
        send(issue, now=NOW)
    later = NOW + timedelta(hours=1)
    report = send(issue, now=later)

    assert (report.accepted, report.uncertain) == (1, 2)
    assert len(one.carried) == 1


def test_a_claim_that_was_never_started_goes_back_and_is_sent(carrier):
    issue = make_issue()
    make_readers(issue.newsletter, 2)
    audience.freeze(issue, NOW)
    ledger.claim(issue, "dead", NOW, most=10)
    one = carrier()

    assert send(issue, now=NOW).accepted == 0
    assert send(issue, now=NOW + timedelta(hours=1)).accepted == 2
    assert len(one.carried) == 2


def test_a_sender_that_was_stopped_past_its_lease_starts_nothing(carrier):
    issue = make_issue()
    make_readers(issue.newsletter, 2)
    audience.freeze(issue, NOW)
    mine = ledger.claim(issue, "stopped", NOW, most=10)
    carrier()
    send(issue, now=NOW + timedelta(hours=1))

    assert ledger.start(mine, "stopped", NOW) == []


def test_what_was_answered_after_the_lease_is_still_believed():
    issue = make_issue()
    make_readers(issue.newsletter, 1)
    audience.freeze(issue, NOW)
    mine = ledger.claim(issue, "slow", NOW, most=10)
    ledger.start(mine, "slow", NOW)
    ledger.expire(issue, NOW + timedelta(hours=1))

    answer = ledger.Settled(
        mine[0].delivery_id, LetterOutcome(Result.ACCEPTED, "250 ok")
    )
    ledger.settle([answer], "slow", NOW)

    assert ledger.counts(issue)[State.ACCEPTED] == 1


def test_who_leaves_between_freeze_and_claim_is_skipped(carrier):
    issue = make_issue()
    stays, leaves = make_readers(issue.newsletter, 2)
    audience.freeze(issue, NOW)
    Subscriber.objects.filter(pk=leaves.pk).update(status="unsubscribed")
    one = carrier()

    report = send(issue, now=NOW)

    assert one.carried == [stays.address]
    assert report.counts[State.SUPPRESSED] == 1


def test_who_moves_between_claim_and_start_is_written_to_at_the_new_address(
    carrier, settings
):
    settings.DELIVERY_GROUP = 1
    issue = make_issue()
    first, moves = make_readers(issue.newsletter, 2)
    moving.ask(moves.pk, "ada@new.org", Circumstances(NOW))

    def meanwhile(letter):
        moving.confirm(AddressChange.objects.get().pk, Circumstances(NOW))
        return Result.ACCEPTED

    one = carrier(meanwhile)
    send(issue, now=NOW)

    assert one.carried == [first.address, "ada@new.org"]


def test_who_moves_while_her_provider_is_slow_is_written_to_at_the_new_address(
    carrier, settings, monkeypatch
):
    settings.DELIVERY_GROUP, settings.DELIVERY_BATCH = 1, 3
    monkeypatch.setattr(worker.breaker, "allowance", lambda _: None)
    monkeypatch.setattr(worker, "asks_to_slow_down", lambda _: True)
    monkeypatch.setattr(worker, "SLOW_SECONDS", 10.0)
    issue = make_issue()
    for address in ("slow@gmail.com", "old@gmail.com", "last@x.org"):
        make_reader(issue.newsletter, address)
    moves = Subscriber.objects.get(address="old@gmail.com")
    moving.ask(moves.pk, "new@gmail.com", Circumstances(NOW))

    def meanwhile(letter):
        moving.confirm(AddressChange.objects.get().pk, Circumstances(NOW))
        return Result.ACCEPTED

    one = carrier(Result.DEFERRED, meanwhile)
    send(issue, now=NOW)

    assert one.carried == ["slow@gmail.com", "last@x.org", "new@gmail.com"]


def test_a_letter_refused_for_now_is_tried_again_and_given_up_in_the_end(carrier):
    issue = make_issue()
    make_reader(issue.newsletter)
    carrier(*[Result.DEFERRED] * 11)

    now = NOW
    for _ in range(11):
        report = send(issue, now=now)
        if report.next_at:
            assert report.next_at > now
            now = report.next_at

    assert report.counts[State.REJECTED] == 1
    assert report.is_settled


def test_a_server_that_cannot_be_reached_blames_no_letter(carrier):
    issue = make_issue()
    make_readers(issue.newsletter, 3)
    carrier(Result.ACCEPTED, Unreachable("no way in"))

    report = send(issue, now=NOW)

    assert report.problem == "no way in"
    assert report.counts[State.QUEUED] == 2
    assert send(issue, now=NOW).accepted == 3
    assert set(Delivery.objects.values_list("attempts", flat=True)) == {1}


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_database_that_forgets_commits_sends_nothing_and_says_so(carrier):
    transport = carrier()
    issue = make_issue()
    make_reader(issue.newsletter)

    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")
    report = send(issue, now=NOW)

    assert "synchronous_commit" in report.problem
    assert transport.carried == []


def test_a_paused_issue_sends_nothing_and_goes_on_later(carrier):
    issue = make_issue()
    make_readers(issue.newsletter, 2)
    dispatch = audience.freeze(issue, NOW)
    dispatch.paused_at, dispatch.paused_because = NOW, "too many bounces"
    dispatch.save()
    carrier()

    report = send(issue, now=NOW)

    assert report.paused_because == "too many bounces"
    assert report.counts[State.QUEUED] == 2


def test_a_clock_that_jumps_back_sends_nothing_twice(carrier):
    issue = make_issue()
    make_readers(issue.newsletter, 3)
    one = carrier(Result.ACCEPTED, Result.UNCERTAIN, Result.REJECTED)

    send(issue, now=NOW)
    report = send(issue, now=NOW - timedelta(days=400))

    assert len(one.carried) == 3
    assert report.counts[State.UNCERTAIN] == 1


def test_the_letters_of_one_send_are_composed_once(carrier, monkeypatch):
    composed = []

    def once(issue, *, at):
        composed.append(issue)
        return compose(issue, at=at)

    monkeypatch.setattr(clearance, "compose", once)
    issue = make_issue()
    make_readers(issue.newsletter, 3)
    carrier()

    assert send(issue, now=NOW).accepted == 3

    assert composed == [issue]


def test_letters_that_leave_after_an_erratum_bear_it(carrier, monkeypatch, settings):
    monkeypatch.setattr(worker, "LOOK_SECONDS", -1.0)
    settings.DELIVERY_GROUP = 1
    issue, told = make_issue(), []
    make_readers(issue.newsletter, 3)

    def err(letter):
        told.append("“Ten” was wrong" in letter.parts().text)
        if len(told) == 1:
            Correction.objects.create(
                issue=issue,
                reason=Reason.ERRATUM,
                sentence="“Ten” was wrong; right is “two”.",
                noticed_at=NOW,
            )
        return Result.ACCEPTED

    carrier(err, err, err)

    assert send(issue, now=NOW).accepted == 3
    assert told == [False, True, True]


def test_letters_bear_the_date_of_the_freeze_whenever_they_leave(tmp_path):
    issue = make_issue()
    make_reader(issue.newsletter)
    audience.freeze(issue, NOW)

    send(issue, now=NOW + timedelta(days=1))

    [letter] = (tmp_path / "letters" / issue.slug).iterdir()
    assert b"\r\nDate: Thu, 07 Aug 2025 09:00:00 +0000\r\n" in letter.read_bytes()


def test_a_folder_that_cannot_be_written_loses_no_letter_and_is_told(tmp_path):
    issue = make_issue()
    make_readers(issue.newsletter, 3)
    (tmp_path / "letters").write_text("in the way")

    report = send(issue, now=NOW)
    with pytest.raises(Unreachable, match="No letter can be written"):
        go_on_sending(issue.pk)

    assert report.counts[State.QUEUED] == 3
    (tmp_path / "letters").unlink()
    assert send(issue, now=NOW).accepted == 3


def test_the_operators_own_list_gets_the_issue_where_there_is_no_reader(
    carrier, settings
):
    settings.RECIPIENT_EMAILS = ["a@readers.example", "B@readers.example", "nonsense"]
    issue = make_issue()
    Suppression.objects.create(
        address_hash=address_hash("b@readers.example"), reason="complained"
    )
    one = carrier()

    send(issue, now=NOW)

    assert one.carried == ["a@readers.example"]
    reader = Subscriber.objects.get()
    assert reader.consents.get().wording.endswith(
        "named this address in RECIPIENT_EMAILS."
    )


def test_while_the_table_cannot_be_read_the_own_list_waits(carrier, settings):
    settings.RECIPIENT_EMAILS = ["a@readers.example"]
    issue, one = make_issue(), carrier()

    def is_locked(execute, sql, *arguments):
        if "subscribers_subscriber" in sql:
            raise OperationalError("canceling statement due to lock timeout")
        return execute(sql, *arguments)

    with connection.execute_wrapper(is_locked), pytest.raises(OperationalError):
        send(issue, now=NOW)
    assert one.carried == []

    send(issue, now=NOW)
    assert one.carried == ["a@readers.example"]


def test_who_left_the_operators_own_list_is_not_written_to_again(carrier, settings):
    settings.RECIPIENT_EMAILS = ["a@readers.example"]
    issue = make_issue()
    send(issue, now=NOW)
    consent.unsubscribe(Subscriber.objects.get().pk, Circumstances(NOW))
    one = carrier()

    send(make_issue(issue.newsletter), now=NOW)

    assert one.carried == []


def test_readers_in_the_table_come_before_the_operators_own_list(carrier, settings):
    settings.RECIPIENT_EMAILS = ["a@readers.example"]
    issue = make_issue()
    reader = make_reader(issue.newsletter)
    one = carrier()

    send(issue, now=NOW)

    assert one.carried == [reader.address]


def test_a_sender_that_is_told_to_stop_carries_through_what_it_began(carrier, settings):
    settings.DELIVERY_GROUP = 8
    issue = make_issue()
    make_readers(issue.newsletter, 100)
    one = carrier()

    report = send(issue, now=NOW, is_over=lambda: len(one.carried) >= 30)

    counts = report.counts
    assert 30 <= len(one.carried) < 50
    assert counts[State.ACCEPTED] == len(one.carried)
    assert counts[State.QUEUED] == 100 - len(one.carried)
