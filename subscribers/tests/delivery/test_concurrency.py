"""Several at once, on real connections: who comes first must not matter."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection

from subscribers.consent import abuse, signup
from subscribers.consent import status as consent
from subscribers.consent.capacity import ListFull
from subscribers.consent.record import Circumstances
from subscribers.delivery import send as delivery
from subscribers.delivery.send import send
from subscribers.delivery.transports.base import LetterOutcome, Result, Transport
from subscribers.models import (
    AttackMode,
    Confirmation,
    SignUpRequest,
    Subscriber,
)
from subscribers.tests.support.makers import (
    make_issue,
    make_newsletter,
    make_reader,
    make_readers,
)

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

NOW = datetime(2025, 8, 7, 9, 0, tzinfo=UTC)
THEN = Circumstances(NOW)


def at_once(number, act):
    def one(index):
        try:
            return act(index)
        finally:
            connection.close()

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(one, range(number)))


def test_a_crowd_that_confirms_at_once_does_not_exceed_the_cap():
    weekly = make_newsletter(subscriber_cap=5)
    readers = [make_reader(weekly, status="pending") for _ in range(16)]

    def confirm(index):
        try:
            consent.confirm(readers[index].pk, THEN)
        except ListFull:
            return False
        return True

    assert sum(at_once(16, confirm)) == 5
    assert Subscriber.objects.filter(status="active").count() == 5


def test_sign_ups_that_two_workers_hear_at_once_are_heard_once():
    weekly = make_newsletter()
    for n in range(20):
        SignUpRequest.objects.create(newsletter=weekly, address=f"r{n}@d{n}.org")

    assert sum(at_once(4, lambda _: signup.hear())) == 20
    assert Subscriber.objects.count() == Confirmation.objects.count() == 20


def test_one_address_signed_up_by_a_crowd_is_on_the_list_once():
    weekly = make_newsletter()

    at_once(12, lambda _: consent.subscribe(weekly, "ada@example.org", THEN))

    subscriber = Subscriber.objects.get()
    assert subscriber.confirmations.count() == 1
    assert subscriber.consents.count() == 1


def test_a_crowd_switches_attack_mode_on_once(settings, mailoutbox):
    settings.DELIVERY_TRANSPORT = "anymail"  # the backend of the tests
    settings.OPERATOR_EMAILS = ["op@crux.example"]
    weekly = make_newsletter(subscriber_cap=0)
    for n in range(abuse.ATTACK_CONFIRMATIONS):
        consent.subscribe(weekly, f"r{n}@example.org", THEN)

    at_once(8, lambda n: abuse.watch(NOW + timedelta(milliseconds=8 - n)))

    assert AttackMode.objects.count() == len(mailoutbox) == 1


def test_a_button_pressed_by_a_crowd_acts_once():
    reader = make_reader(make_newsletter(), status="pending")

    at_once(12, lambda _: consent.confirm(reader.pk, THEN))

    assert reader.consents.count() == 1


def test_returning_and_leaving_at_once_ends_without_a_deadlock():
    weekly = make_newsletter()
    readers = make_readers(weekly, 4)
    Subscriber.objects.update(confirmed_at=NOW)

    def act(index):
        reader = readers[index % 4]
        for _ in range(2):
            consent.unsubscribe(reader.pk, THEN)
            consent.come_back(reader.pk, THEN)
            consent.subscribe(weekly, reader.address, THEN)

    at_once(8, act)

    assert Subscriber.objects.count() == 4


def test_ten_senders_at_once_send_each_letter_once(monkeypatch, settings):
    settings.DELIVERY_BATCH = 20
    issue = make_issue()
    make_readers(issue.newsletter, 400)
    carried = []

    class Carrier(Transport):
        def carry(self, letters):
            for letter in letters:
                carried.append(letter.recipient)
                yield letter, LetterOutcome(Result.ACCEPTED, "250 ok")

        def close(self):
            pass

    monkeypatch.setattr(delivery, "open_transport", lambda issue: Carrier())

    at_once(10, lambda _: send(issue))

    assert len(carried) == len(set(carried)) == 400
    assert send(issue).accepted == 400
