"""The outbox of webhooks: each call is a row before it is made, and tried again.

A receiver may get one twice, and knows it by its `webhook-id`.
"""

import json
import logging
import random
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from newsletter.web.retry_after import seconds_asked
from subscribers.models import WebhookCall
from subscribers.webhooks import signing
from subscribers.webhooks.endpoints import endpoint

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
GONE = 410
Outcome = WebhookCall.Outcome


def put(name: str, event: str, data: Mapping[str, object]) -> WebhookCall:
    """Write a call to the endpoint `name` down; `send` or `send_due` makes it."""
    now = timezone.now()
    body = {"type": event, "timestamp": now.isoformat(), "data": data}
    return WebhookCall.objects.create(
        endpoint=name, event=event, body=json.dumps(body), at=now, next_at=now
    )


def send_due(now: datetime) -> int:
    """Make the calls that are due, up to the first that fails; how many arrived."""
    due = WebhookCall.objects.filter(next_at__lte=now).order_by("next_at")
    arrived = 0
    for call in due[:AT_ONCE]:
        if not send(call, now):
            break
        arrived += 1
    return arrived


def latest(name: str) -> WebhookCall | None:
    """The last call to the endpoint `name`."""
    return WebhookCall.objects.filter(endpoint=name).order_by("-at", "-pk").first()


def send(call: WebhookCall, now: datetime) -> bool:
    """Make one call, if nobody else is at it; whether it arrived."""
    taken = now + timedelta(seconds=3 * SECONDS)
    mine = WebhookCall.objects.filter(pk=call.pk, next_at=call.next_at)
    if not mine.update(next_at=taken):
        return False
    to = endpoint(call.endpoint)
    if to is None:
        _settle(call, Outcome.GIVEN_UP, None, "no such endpoint is set any more")
        return False
    body = call.body.encode()
    try:
        headers = signing.headers(call.uid, now, body, to.secrets)
    except signing.BadSecret as error:
        return _put_off(call, None, f"the secret cannot sign: {error}", now)
    return _judge(call, _post(to.url, body, headers), now)


def _post(url: str, body: bytes, headers: Mapping[str, str]) -> "Answer":
    # What speaks to the web is heavy, and an idle worker has no use for it.
    from newsletter.web.post import post  # noqa: PLC0415

    own_hosts = settings.WEBHOOK_OWN_HOSTS
    return post(url, body, headers, own_hosts=own_hosts, seconds=SECONDS)


def forget(before: datetime) -> None:
    """Remove the calls from before then that arrived or were given up."""
    WebhookCall.objects.filter(next_at=None, at__lt=before).delete()


def late(now: datetime, patience: timedelta) -> int:
    """How many have not arrived for longer than `patience`, and are still tried."""
    return WebhookCall.objects.filter(
        next_at__isnull=False, at__lte=now - patience
    ).count()


def _judge(call: WebhookCall, answer: "Answer", now: datetime) -> bool:
    """Write down what came of a try; whether the call arrived."""
    status = answer.status
    if status is not None and 200 <= status < 300 and answer.fault is None:
        call.attempts += 1
        _settle(call, Outcome.ARRIVED, status, "")
        return True
    told = f"it answered {status}" if status else f"{answer.fault}: {answer.detail}"
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
    if status == GONE or call.attempts > len(WAITS):
        _settle(call, Outcome.GIVEN_UP, status, told)
        return False
    wait = WAITS[call.attempts - 1] * random.uniform(1, 1 + JITTER)  # noqa: S311  no secret
    if asked is not None:
        wait = max(wait, timedelta(seconds=min(asked, WAITS[-1].total_seconds())))
    call.status, call.said, call.next_at = status, told[:300], now + wait
    call.save(update_fields=["attempts", "status", "said", "next_at"])
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
