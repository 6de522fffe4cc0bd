"""Fairness (a scheduler's): whose turn it is when more sessions wait than can be worked on at once.

No newsletter waits behind another's backlog: each in turn, those with the fewest
sessions in hand first.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q

from agents.engine.sessions import wanting
from agents.models import Session, StepRun


class Waiting(NamedTuple):
    """A session that wants something."""

    session_id: int
    newsletter_id: int


def fair(waiting: Iterable[Waiting], in_hand: Counter[int], room: int) -> list[int]:
    """The sessions whose turn it is, `room` at most; `waiting` has the oldest first."""
    queues: dict[int, deque[int]] = defaultdict(deque)
    for session_id, newsletter_id in waiting:
        queues[newsletter_id].append(session_id)
    held, chosen = Counter(in_hand), list[int]()
    while queues and len(chosen) < room:
        newsletter_id = min(queues, key=lambda known: (held[known], queues[known][0]))
        held[newsletter_id] += 1
        chosen.append(queues[newsletter_id].popleft())
        if not queues[newsletter_id]:
            del queues[newsletter_id]
    return chosen


def next_ones(now: datetime, *, grace: timedelta, at_once: int) -> list[int]:
    """The sessions to be worked on now, so that `at_once` are in hand in all."""
    wanted = wanting(now, grace=grace).order_by(
        F("hinted_at").asc(nulls_first=True), "pk"
    )
    waiting = [Waiting(*pair) for pair in wanted.values_list("pk", "newsletter_id")]
    if not waiting:
        return []
    in_hand = _in_hand(now, grace=grace, besides=[one.session_id for one in waiting])
    return fair(waiting, in_hand, at_once - in_hand.total())


def _in_hand(now: datetime, *, grace: timedelta, besides: list[int]) -> Counter[int]:
    """How many sessions of each newsletter are being worked on, or were just hinted at."""
    at_work = StepRun.objects.filter(
        session=OuterRef("pk"), status=StepRun.Status.RUNNING, lease_until__gt=now
    )
    busy = Session.objects.filter(
        Exists(at_work) | Q(wants=True, hinted_at__gt=now - grace),
        status=Session.Status.OPEN,
    ).exclude(pk__in=besides)
    counted = busy.order_by().values_list("newsletter_id").annotate(Count("pk"))
    return Counter(dict(counted))
