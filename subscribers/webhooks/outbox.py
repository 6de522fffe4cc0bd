"""The outbox of webhooks: each call is a row before it is made, and tried again.

A receiver may get one twice, and knows it by its `webhook-id`.
"""

import json
import logging
import random
import time
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from newsletter.web.retry_after import seconds_asked
from subscribers.models import WebhookAttempt, WebhookCall, WebhookEndpoint
from subscribers.webhooks import sealing, signing
from subscribers.webhooks.endpoints import (
    OFF,
    Endpoint,
    endpoint_of,
    heard_from,
    not_heard_from,
)

if TYPE_CHECKING:
    from newsletter.web.request import Answer

logger = logging.getLogger(__name__)

# After each failure the next try is so much later; after the last one it is given up,
# 27 hours after the first.
WAITS = (
    timedelta(seconds=5),
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=8),
    timedelta(hours=16),
)
# By so much a wait may be longer, so that many do not come at once.
JITTER = 0.2
SECONDS = 10.0
AT_ONCE = 20
# So long one look at what is due may take.
MOST_SECONDS = 60.0
LONGEST_ANSWER = 500
TEST = "test"
GONE = 410
Outcome = WebhookCall.Outcome


def put(name: str, event: str, data: Mapping[str, object]) -> WebhookCall:
    """Write a call to the endpoint `name` down; `send` or `send_due` makes it."""
    now = timezone.now()
    body = {"type": event, "timestamp": now.isoformat(), "data": data}
    return WebhookCall.objects.create(
        endpoint=name, event=event, body=json.dumps(body), at=now, next_at=now
    )


def put_test(to: WebhookEndpoint, by: str) -> WebhookCall:
    """A call that tells an endpoint of nothing; it is tried once."""
    now = timezone.now()
    body = {"type": TEST, "timestamp": now.isoformat(), "data": {"by": by}}
    return WebhookCall.objects.create(
        endpoint=to.name,
        to=to,
        event=TEST,
        body=json.dumps(body),
        at=now,
        next_at=now,
    )


def send_due(now: datetime) -> int:
    """Make the operator's own calls that are due, up to the first that fails.

    How many arrived.
    """
    due = WebhookCall.objects.filter(to=None, next_at__lte=now).order_by("next_at")
    began, arrived = time.monotonic(), 0
    for call in due[:AT_ONCE]:
        if not send(call, now + _since(began)):
            break
        arrived += 1
    return arrived


def deliver_due(now: datetime) -> int:
    """Make the calls that are due to endpoints of the desk; how many arrived.

    One that fails holds up its own endpoint's others until the next look; those who
    failed before come behind all others. Not much more than MOST_SECONDS are spent
    on it.
    """
    began, failed, arrived = time.monotonic(), set[int | None](), 0
    due = WebhookCall.objects.filter(to__isnull=False, next_at__lte=now)
    due = due.select_related("to", "reader").order_by(
        F("to__failing_since").desc(nulls_first=True), "next_at"
    )
    while time.monotonic() < began + MOST_SECONDS:
        call = due.exclude(to__in=failed).first()
        if call is None:
            break
        if send(call, now + _since(began)):
            arrived += 1
        else:
            failed.add(call.to_id)
    return arrived


def latest(name: str) -> WebhookCall | None:
    """The last call to the endpoint `name`."""
    return WebhookCall.objects.filter(endpoint=name).order_by("-at", "-pk").first()


def send(call: WebhookCall, now: datetime) -> bool:
    """Make one call, if nobody else is at it; whether it arrived.

    Whoever dies between the call and its record leaves it to be made again after a
    moment, under the same id.
    """
    taken = now + timedelta(seconds=3 * SECONDS)
    mine = WebhookCall.objects.filter(pk=call.pk, next_at=call.next_at)
    if not mine.update(next_at=taken):
        return False
    try:
        to = endpoint_of(call)
    except sealing.Unreadable as error:
        return _put_off(call, None, str(error), now)
    if to is None or not (to.is_on or call.event == TEST):
        why = "no such endpoint is set any more" if to is None else OFF
        _settle(call, Outcome.GIVEN_UP, None, why)
        return False
    body = _body(call, to)
    try:
        headers = signing.headers(call.uid, now, body, to.secrets)
    except signing.BadSecret as error:
        return _put_off(call, None, f"the secret cannot sign: {error}", now)
    began = time.monotonic()
    answer = _post(to.url, body, headers)
    _keep_try(call, answer, now, timedelta(seconds=time.monotonic() - began))
    return _judge(call, answer, now + _since(began))


def _since(began: float) -> timedelta:
    """How long ago that was, in whole seconds."""
    return timedelta(seconds=int(time.monotonic() - began))


def _body(call: WebhookCall, to: Endpoint) -> bytes:
    """What is sent: the reader's address stands in it only if the endpoint wants it."""
    body: str = call.body
    if to.tells_address and call.reader:
        told = json.loads(body)
        told["data"]["address"] = call.reader.address
        body = json.dumps(told)
    return body.encode()


def _post(url: str, body: bytes, headers: Mapping[str, str]) -> "Answer":
    # What speaks to the web is heavy, and an idle worker has no use for it.
    from newsletter.web.post import post  # noqa: PLC0415

    own_hosts = settings.WEBHOOK_OWN_HOSTS
    return post(url, body, headers, own_hosts=own_hosts, seconds=SECONDS)


def _keep_try(
    call: WebhookCall, answer: "Answer", now: datetime, took: timedelta
) -> None:
    said = answer.body.decode(errors="replace").replace("\x00", "")
    WebhookAttempt.objects.create(
        call=call,
        at=now,
        took=took,
        status=answer.status,
        fault=f"{answer.fault}: {answer.detail}"[:300] if answer.fault else "",
        answer=said[:LONGEST_ANSWER],
    )


def again(call: WebhookCall, now: datetime) -> None:
    """Have a call that was given up tried anew, under its own id."""
    WebhookCall.objects.filter(pk=call.pk, next_at=None).exclude(
        outcome=Outcome.ARRIVED
    ).update(outcome=Outcome.PENDING, attempts=0, next_at=now, settled_at=None)


def forget_readers(readers: Collection[int]) -> None:
    """Keep nothing that endpoints answered about these people."""
    tries = WebhookAttempt.objects.filter(call__reader__in=readers)
    tries.exclude(answer="").update(answer="")


def forget(before: datetime) -> None:
    """Remove the calls from before then that arrived or were given up."""
    WebhookCall.objects.filter(next_at=None, at__lt=before).delete()


def late(now: datetime, patience: timedelta) -> int:
    """How many of the operator's own have not arrived for longer than `patience`."""
    return WebhookCall.objects.filter(
        to=None, next_at__isnull=False, at__lte=now - patience
    ).count()


def _judge(call: WebhookCall, answer: "Answer", now: datetime) -> bool:
    """Write down what came of a try; whether the call arrived."""
    status = answer.status
    if status is not None and 200 <= status < 300 and answer.fault is None:
        call.attempts += 1
        _settle(call, Outcome.ARRIVED, status, "")
        if call.to:
            heard_from(call.to)
        return True
    said = [f"it answered {status}"] if status else []
    said += [f"{answer.fault}: {answer.detail}"] if answer.fault else []
    told = ", but ".join(said)
    asked = seconds_asked(answer.headers.get("retry-after", ""), now)
    return _put_off(call, status, told, now, asked)


def _put_off(
    call: WebhookCall,
    status: int | None,
    told: str,
    now: datetime,
    asked: float | None = None,
) -> bool:
    """Write down why a try failed, and when the next one is, if any: no arrival."""
    call.attempts += 1
    logger.warning("Webhook %s failed: %s", call.endpoint, told)
    waits = () if call.event == TEST else WAITS
    if status == GONE or call.attempts > len(waits):
        _settle(call, Outcome.GIVEN_UP, status, told)
    else:
        wait = waits[call.attempts - 1] * random.uniform(1, 1 + JITTER)  # noqa: S311  no secret
        if asked is not None:
            most = WAITS[-1].total_seconds()
            wait = max(wait, timedelta(seconds=min(asked, most)))
        call.status, call.said, call.next_at = status, told[:300], now + wait
        call.save(update_fields=["attempts", "status", "said", "next_at"])
    if call.to and call.event != TEST:
        not_heard_from(call.to, told, now, is_gone=status == GONE)
    return False


def _settle(
    call: WebhookCall, outcome: WebhookCall.Outcome, status: int | None, said: str
) -> None:
    call.outcome, call.status, call.said = outcome, status, said[:300]
    call.next_at, call.settled_at = None, timezone.now()
    with transaction.atomic():
        call.save(
            update_fields=[
                "attempts", "outcome", "status", "said", "next_at", "settled_at",
            ]
        )  # fmt: skip
