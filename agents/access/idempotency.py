"""Idempotency keys: a POST that is sent again is answered again, and done once.

As the draft has it (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/):
another request under the same key is refused, one whose first is under way has to wait.
What a request does and its answer are one transaction: a process that dies leaves
neither, and after its lease the request may be sent again.
"""

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.utils import timezone

from agents.models import KeptAnswer

LEASE = timedelta(minutes=2)
KEPT = timedelta(hours=24)
LONGEST = 255
_ERROR, _FORBIDDEN, _FAULT = 400, 403, 500


class OtherRequest(Exception):
    """The key was used for another request."""


class InFlight(Exception):
    """The first request under this key is not answered yet."""


def once(
    key_id: int,
    value: str,
    request: bytes,
    act: Callable[[], HttpResponse],
    *,
    is_long: bool = False,
) -> HttpResponse:
    """The answer of `act`, done once for this `value` of a caller's; the kept one after.

    Raises OtherRequest and InFlight. An answer that is a fault of ours is not kept.
    What is long, as a model that thinks, is in no transaction: nobody else could write.
    """
    idempotency = hashlib.sha256(value.encode()).hexdigest()
    asked = hashlib.sha256(request).hexdigest()
    kept = _claim(key_id, idempotency, asked)
    if kept.status is not None:
        return _again(kept)
    try:
        return _done(kept, act, is_long=is_long)
    except BaseException:
        _let_go(kept)
        raise


def _claim(key_id: int, idempotency: str, asked: str) -> KeptAnswer:
    """The row of this request, ours to do unless it has its answer."""
    now = timezone.now()
    row = KeptAnswer(
        key_id=key_id, idempotency=idempotency, request=asked, lease_until=now + LEASE
    )
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        return _taken_up(key_id, idempotency, asked, now)
    return row


def _taken_up(key_id: int, idempotency: str, asked: str, now: datetime) -> KeptAnswer:
    rows = KeptAnswer.objects.filter(key_id=key_id, idempotency=idempotency)
    kept = rows.first()
    if kept is None:  # it was let go just now
        raise InFlight
    if kept.request != asked:
        raise OtherRequest
    if kept.status is not None:
        return kept
    stale = rows.filter(status=None, lease_until__lte=now)
    if not stale.update(lease_until=now + LEASE):
        raise InFlight
    kept.lease_until = now + LEASE
    return kept


def _done(
    kept: KeptAnswer, act: Callable[[], HttpResponse], *, is_long: bool = False
) -> HttpResponse:
    done = act() if is_long else None
    with transaction.atomic():
        answer = done or act()
        if answer.status_code >= _ERROR:
            transaction.set_rollback(True)
        else:
            _keep(kept, answer)
    # What a key may not do now, it may once its owner may.
    if answer.status_code >= _FAULT or answer.status_code == _FORBIDDEN:
        _let_go(kept)
    elif answer.status_code >= _ERROR:
        _keep(kept, answer)
    return answer


def _keep(kept: KeptAnswer, answer: HttpResponse) -> None:
    """Write the answer down; whoever lost its lease to another writes nothing."""
    mine = KeptAnswer.objects.filter(
        pk=kept.pk, status=None, lease_until=kept.lease_until
    )
    if not mine.update(
        status=answer.status_code,
        content_type=answer.get("Content-Type", ""),
        location=answer.get("Location", ""),
        body=answer.content.decode(),
    ):
        raise InFlight


def _let_go(kept: KeptAnswer) -> None:
    KeptAnswer.objects.filter(
        pk=kept.pk, status=None, lease_until=kept.lease_until
    ).delete()


def _again(kept: KeptAnswer) -> HttpResponse:
    answer = HttpResponse(kept.body, status=kept.status, content_type=kept.content_type)
    if kept.location:
        answer["Location"] = kept.location
    answer["Idempotent-Replayed"] = "true"
    return answer


def forget(now: datetime) -> None:
    """Drop what nobody sends again."""
    KeptAnswer.objects.filter(created_at__lte=now - KEPT).delete()
