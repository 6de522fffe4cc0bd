"""Answering requests that came in by chat and mail: a queue of rows, each with its retries.

The answer is written down before it goes out: what a crash left between is sent, and not
thought of a second time. What would change something outside becomes a request for
approval, whoever asks (`agents.orchestrator.requests`).
"""

from collections.abc import Callable
from datetime import datetime, timedelta

import structlog
from django.conf import settings

from agents.arrivals import chat, mail
from agents.assistants import guarding
from agents.assistants.task import CannotDo
from agents.conversations.history import NoConversation
from agents.models import Arrival, Conversation
from agents.orchestrator.planning import Drive
from agents.orchestrator.requests import request
from agents.registry.contract import Trigger

logger = structlog.get_logger(__name__)

Status = Arrival.Status
MOST_AT_ONCE = 4
# So long one process may be at it, until another takes it up.
LEASE = timedelta(minutes=10)
# After each answer that did not arrive the next try is so much later; then it is given up.
# A slash command's way back is good for half an hour.
WAITS = tuple(timedelta(seconds=seconds) for seconds in (5, 60, 300, 900))
MOST_THOUGHTS = 3
# A chat goes on with what was said so long ago.
GOES_ON_FOR = timedelta(hours=12)
BROKEN = "It failed for a reason of ours; the operator can find it in the log."
WITHHELD = "The answer was held back: it would have told what is nobody's to know."
_WAYS: dict[str, Callable[[Arrival], str]] = {
    Trigger.CHAT: chat.answer,
    Trigger.EMAIL: mail.answer,
    Trigger.WEBHOOK: lambda _: "",
}


def work_off(now: datetime, drive: Drive, most: int = MOST_AT_ONCE) -> int:
    """Answer what waits, the oldest first; how many answers went out.

    `drive` runs the session of what several agents answer.
    """
    due = Arrival.objects.filter(next_at__lte=now).select_related(
        "newsletter", "conversation"
    )
    return sum(_took_up(row, now, drive) for row in due.order_by("next_at")[:most])


def _took_up(row: Arrival, now: datetime, drive: Drive) -> bool:
    """Do what is next for one, unless another process is at it."""
    mine = Arrival.objects.filter(pk=row.pk, next_at=row.next_at)
    if not mine.update(next_at=now + LEASE):
        return False
    if row.status == Status.WAITING and not _think(row, now, drive):
        return False
    return _reply(row, now)


def _think(row: Arrival, now: datetime, drive: Drive) -> bool:
    """Have it answered, and write the answer down; False where it is to be tried again."""
    talk = row.conversation or _talk(row)
    try:
        answer = request(
            row.words,
            user=row.sender,
            conversation=talk.uid if talk else None,
            newsletter=row.newsletter.slug if row.newsletter else "",
            trigger=Trigger(row.trigger),
            drive=drive,
            once=str(row.uid),
        )
        text, uid = answer.text, answer.conversation
    except (CannotDo, NoConversation) as error:
        text, uid = str(error), None
    except Exception:
        # Whoever asked is owed an answer, whatever it was.
        logger.exception("arrival_failed", arrival=str(row.uid))
        row.attempts += 1
        if row.attempts < MOST_THOUGHTS:
            row.next_at = now + WAITS[row.attempts]
            row.save(update_fields=["attempts", "next_at"])
            return False
        text, uid = BROKEN, None
    if any(secret in text for secret in guarding.secrets()):
        text = WITHHELD
    row.conversation = Conversation.objects.filter(uid=uid).first() if uid else talk
    row.answer, row.status, row.attempts = text, Status.OWED, 0
    row.save(update_fields=["conversation", "answer", "status", "attempts"])
    return True


def _talk(row: Arrival) -> Conversation | None:
    """The conversation that it goes on with: the same one's, in the same thread."""
    before = Arrival.objects.filter(
        source=row.source,
        sender=row.sender,
        thread=row.thread,
        conversation__isnull=False,
    )
    if row.trigger == Trigger.CHAT:
        before = before.filter(at__gte=row.at - GOES_ON_FOR)
    elif not row.thread:
        return None
    last = before.order_by("-at", "-pk").first()
    return last.conversation if last else None


def _reply(row: Arrival, now: datetime) -> bool:
    """Send the answer; whether it went out."""
    fault = _WAYS[row.trigger](row)
    row.attempts += 1
    row.said = fault[:300]
    if not fault:
        row.status, row.next_at = Status.ANSWERED, None
    elif row.attempts > len(WAITS):
        row.status, row.next_at = Status.FAILED, None
    else:
        row.next_at = now + WAITS[row.attempts - 1]
    if fault:
        logger.warning("arrival_not_answered", arrival=str(row.uid), why=fault)
    row.save(update_fields=["status", "attempts", "next_at", "said"])
    return not fault


def forget(now: datetime) -> int:
    """Take away the words of what is older than EXECUTIONS_KEPT_DAYS.

    The rows stay: by them the same delivery is known if it comes again.
    """
    before = now - timedelta(days=settings.EXECUTIONS_KEPT_DAYS)
    old = Arrival.objects.filter(emptied_at=None, next_at=None, at__lt=before)
    words = ("sender", "thread", "reply_to", "subject", "words", "answer", "said")
    return old.update(**dict.fromkeys(words, ""), emptied_at=now)
