"""The outbox of webhooks: signed, tried again, given up, and never into our own net."""

import base64
import hashlib
import hmac
import json
from datetime import timedelta

import pytest
from django.utils import timezone

from subscribers.models import WebhookCall
from subscribers.tests.webhooks.conftest import KEY
from subscribers.webhooks import outbox
from subscribers.webhooks.endpoints import ALERTS

pytestmark = pytest.mark.django_db


def put():
    return outbox.put(ALERTS, "alert.raised", {"subject": "no issue"})


def read(call):
    return WebhookCall.objects.get(pk=call.pk)


def test_a_call_arrives_signed_and_is_settled(receiver):
    came, _ = receiver
    call = put()

    assert outbox.send_due(timezone.now()) == 1
    assert outbox.send_due(timezone.now() + timedelta(days=1)) == 0

    [(headers, body)] = came
    content = f"{call.uid}.{headers['webhook-timestamp']}.{body.decode()}".encode()
    signed = hmac.new(KEY, content, hashlib.sha256).digest()
    assert headers["webhook-signature"] == "v1," + base64.b64encode(signed).decode()
    assert headers["webhook-id"] == call.uid
    assert json.loads(body)["data"] == {"subject": "no issue"}
    assert (read(call).outcome, read(call).status) == ("arrived", 200)


def test_a_call_that_fails_is_tried_again_later_and_later_under_its_own_id(receiver):
    came, answer = receiver
    answer["status"] = 500
    call, now = put(), timezone.now()

    waits = []
    for _ in range(3):
        outbox.send(read(call), now)
        waits.append(read(call).next_at - now)
        now = read(call).next_at
    answer["status"] = 204
    outbox.send(read(call), now)

    assert waits == sorted(waits)
    assert all(a <= b <= a * 1.2 for a, b in zip(outbox.WAITS, waits, strict=False))
    assert {headers["webhook-id"] for headers, _ in came} == {call.uid}
    assert (read(call).outcome, read(call).attempts) == ("arrived", 4)


def test_it_is_given_up_after_the_last_wait_and_at_once_where_nobody_wants_it(receiver):
    _, answer = receiver
    answer["status"] = 503
    often, unwanted = put(), put()
    WebhookCall.objects.filter(pk=often.pk).update(attempts=len(outbox.WAITS))

    outbox.send(read(often), timezone.now())
    answer["status"] = 410
    outbox.send(read(unwanted), timezone.now())

    assert [read(one).outcome for one in (often, unwanted)] == ["given_up"] * 2
    assert read(often).said == "it answered 503"
    assert outbox.late(timezone.now() + timedelta(days=1), timedelta()) == 0


def test_who_asks_for_a_pause_gets_it(receiver):
    _, answer = receiver
    answer |= {"status": 429, "headers": {"Retry-After": "3600"}}
    call, now = put(), timezone.now()

    outbox.send(call, now)

    assert read(call).next_at == now + timedelta(hours=1)


def test_a_redirect_is_no_answer_and_is_not_followed(receiver, settings):
    came, answer = receiver
    answer |= {"status": 307, "headers": {"Location": settings.ALERT_WEBHOOK}}
    call = put()

    outbox.send(call, timezone.now())

    assert len(came) == 1
    assert read(call).said == "it answered 307"


def test_our_own_net_is_not_called_unless_the_operator_says_so(receiver, settings):
    came, _ = receiver
    settings.WEBHOOK_OWN_HOSTS = []
    call = put()

    outbox.send(call, timezone.now())

    assert came == []
    assert "refused" in read(call).said


def test_a_secret_that_cannot_sign_calls_nobody(receiver, settings):
    came, _ = receiver
    settings.ALERT_WEBHOOK_SECRET = ["hunter2"]
    call = put()

    outbox.send(call, timezone.now())

    assert came == []
    assert "the secret cannot sign" in read(call).said
    assert "hunter2" not in read(call).said


def test_of_two_senders_one_calls(receiver):
    came, _ = receiver
    call = put()
    twice = [read(call), read(call)]

    assert [outbox.send(one, timezone.now()) for one in twice] == [True, False]
    assert len(came) == 1


def test_an_endpoint_that_is_set_no_more_is_given_up(receiver, settings):
    settings.ALERT_WEBHOOK = ""
    call = put()

    outbox.send(call, timezone.now())

    assert read(call).outcome == "given_up"


def test_a_receiver_that_is_away_is_asked_once_a_round(receiver):
    came, answer = receiver
    answer["status"] = 500
    put(), put()

    outbox.send_due(timezone.now())

    assert len(came) == 1
