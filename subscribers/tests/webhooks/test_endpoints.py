"""Endpoints of the desk: one that fails holds up no other, and is switched off in the end."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from newsletter.web.page import Fault
from newsletter.web.request import Answer
from subscribers.models import WebhookCall, WebhookEndpoint, WebhookEvent
from subscribers.webhooks import endpoints, outbox, telling

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]
EVENT = WebhookEvent.SESSION_FAILED


def read(row):
    return type(row).objects.get(pk=row.pk)


def tell(about="session:1:2"):
    telling.tell(EVENT, about, dict)


def test_each_try_is_kept_with_status_duration_and_the_first_500_signs(
    at_desk, receiver, monkeypatch
):
    at_desk()
    tell()
    said = ("\x00" + "ü" * 700).encode()
    monkeypatch.setattr(outbox, "_post", lambda *_: Answer(status=503, body=said))
    outbox.deliver_due(timezone.now())
    monkeypatch.setattr(outbox, "_post", lambda *_: Answer(status=200, body=b"ok"))
    outbox.deliver_due(timezone.now() + timedelta(minutes=1))

    first, second = WebhookCall.objects.get().tries.all()
    assert (first.status, first.answer) == (503, "ü" * 500)
    assert (second.status, second.answer) == (200, "ok")
    assert first.took >= timedelta(0)


def test_an_endpoint_that_fails_holds_up_no_other(at_desk, receiver):
    dead = at_desk(name="Dead", url="http://127.0.0.1:9/hook")
    at_desk(name="Alive")
    for number in range(3):
        tell(f"session:1:{number}")

    arrived = outbox.deliver_due(timezone.now())

    assert arrived == 3
    assert WebhookCall.objects.filter(to=dead, attempts=1).count() == 1
    assert len(receiver[0]) == 3


def test_one_that_failed_before_comes_behind_all_others(at_desk, monkeypatch):
    at_desk(name="Dead", url="https://dead.example/hook")
    called = []

    def post(url, *_):
        called.append(url)
        return Answer(status=500 if "dead" in url else 200)

    monkeypatch.setattr(outbox, "_post", post)
    for number in range(2):
        tell(f"session:1:{number}")
    now = timezone.now()
    outbox.deliver_due(now)
    at_desk(name="Alive", url="https://alive.example/hook")
    tell("session:2:2")

    outbox.deliver_due(now + timedelta(minutes=1))

    assert [url[8:12] for url in called] == ["dead", "aliv", "dead"]


def test_each_call_is_of_its_own_moment_however_long_others_took(at_desk, monkeypatch):
    for name in ("One", "Other"):
        at_desk(name=name)
    tell()
    clock, stamps = [1000.0], []

    def hang(url, body, headers):
        stamps.append(int(headers["webhook-timestamp"]))
        clock[0] += 10
        return Answer(fault=Fault.TIMEOUT, detail="no complete answer in time")

    monkeypatch.setattr(outbox, "_post", hang)
    monkeypatch.setattr(outbox, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    now = timezone.now()
    outbox.deliver_due(now)

    assert stamps[1] - stamps[0] == 10
    first, second = WebhookCall.objects.order_by("next_at")
    assert first.next_at >= now + timedelta(seconds=15)
    assert second.tries.get().at == now + timedelta(seconds=10)


def test_an_answer_that_breaks_off_is_told_as_that(at_desk, monkeypatch):
    at_desk()
    tell()
    broken = Answer(status=200, fault=Fault.TIMEOUT, detail="no complete answer")
    monkeypatch.setattr(outbox, "_post", lambda *_: broken)

    outbox.deliver_due(timezone.now())

    said = WebhookCall.objects.get().said
    assert said == "it answered 200, but timeout: no complete answer"


def test_a_process_that_dies_before_it_wrote_sends_the_same_id_again(
    at_desk, receiver, monkeypatch
):
    at_desk()
    tell()
    now = timezone.now()

    def die(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(outbox, "_keep_try", die)
        with pytest.raises(KeyboardInterrupt):
            outbox.deliver_due(now)
    assert outbox.deliver_due(now) == 0
    assert outbox.deliver_due(now + timedelta(seconds=31)) == 1
    assert outbox.deliver_due(now + timedelta(days=30)) == 0

    first, second = (headers["webhook-id"] for headers, _ in receiver[0])
    assert first == second


def test_what_is_told_twice_goes_once_to_each_endpoint(at_desk, receiver):
    at_desk(name="One")
    at_desk(name="Other")
    tell()
    tell()

    outbox.deliver_due(timezone.now())
    outbox.deliver_due(timezone.now() + timedelta(days=1))

    assert len(receiver[0]) == 2


def test_nothing_goes_to_a_private_address_unless_it_is_named(
    at_desk, receiver, settings
):
    at_desk()
    settings.WEBHOOK_OWN_HOSTS = []
    tell()

    outbox.deliver_due(timezone.now())

    assert receiver[0] == []
    assert WebhookCall.objects.get().said.startswith("refused")


def test_an_endpoint_that_failed_for_days_is_switched_off(at_desk, receiver):
    row = at_desk()
    receiver[1]["status"] = 500
    tell()
    now = timezone.now()
    outbox.deliver_due(now)
    assert read(row).failing_since == now
    WebhookCall.objects.update(next_at=now)
    outbox.deliver_due(now + endpoints.OFF_AFTER - timedelta(seconds=1))
    assert read(row).is_on
    WebhookCall.objects.update(next_at=now)
    tell("session:1:3")
    outbox.deliver_due(now + endpoints.OFF_AFTER)

    off = read(row)
    assert (off.is_on, off.off_because) == (False, "it answered 500")
    assert {one.outcome for one in row.calls.all()} == {"given_up"}
    assert telling.tell(EVENT, "session:1:4", dict) == 0
    assert endpoints.off_by_itself() == [off]


def test_one_answer_that_is_good_begins_the_count_anew(at_desk, receiver):
    row = at_desk()
    tell()
    now = timezone.now()
    WebhookEndpoint.objects.update(failing_since=now - timedelta(days=9))

    outbox.deliver_due(now)

    assert read(row).failing_since is None


def test_who_answers_gone_is_switched_off_at_once(at_desk, receiver):
    row = at_desk()
    receiver[1]["status"] = 410
    tell()

    outbox.deliver_due(timezone.now())

    assert not read(row).is_on


def test_the_operators_own_health_does_not_hang_on_others_addresses(at_desk, receiver):
    at_desk(url="http://127.0.0.1:9/hook")
    tell()
    outbox.deliver_due(timezone.now())

    assert outbox.late(timezone.now() + timedelta(days=1), timedelta()) == 0
    assert outbox.send_due(timezone.now() + timedelta(days=1)) == 0
