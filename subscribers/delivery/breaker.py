"""The circuit breaker: an issue stops going out when too much comes back. Pure.

A sender's reputation is spent in an hour and earned in months. So a few letters go
first, and what became of them is looked at before the rest.
"""

import math
from dataclasses import dataclass

CANARY_SHARE = 0.01
LEAST_CANARY = 10
# One in so many of the first letters is not waited for.
UNANSWERED = 5
MOST_BOUNCES = 0.05
MOST_COMPLAINTS = 0.001
# One dead address among the first few says nothing yet.
LEAST_BOUNCES = 2


@dataclass(frozen=True, slots=True)
class Tally:
    """How far an issue has come, in letters."""

    total: int
    waiting: int  # queued, and deferred
    on_their_way: int  # claimed or started
    accepted: int
    bounced: int  # refused at once, or come back since
    complaints: int

    @property
    def answered(self) -> int:
        return self.accepted + self.bounced

    @property
    def tried(self) -> int:
        return self.total - self.waiting


NOTHING = Tally(0, 0, 0, 0, 0, 0)


def canary(total: int) -> int:
    """How many letters go first."""
    return min(total, max(LEAST_CANARY, math.ceil(total * CANARY_SHARE)))


def allowance(standing: Tally) -> int | None:
    """How many more letters may be claimed now; None is no limit.

    0 while the first ones are on their way. One in five may stay so: where a mail server is
    silent about a letter, so it is about the one that was announced after it.
    """
    first = canary(standing.total)
    if standing.tried < first:
        return first - standing.tried
    answered = standing.tried - standing.on_their_way
    return 0 if answered < first - first // UNANSWERED else None


def verdict(standing: Tally, seen: Tally | None = None) -> str:
    """Why the issue must stop; empty where it may go on.

    `seen` is where it stood when an operator let it go on: they put up with that much,
    and it stops again only at twice as much.
    """
    answered, seen = standing.answered, seen or NOTHING
    spam = _limit(MOST_COMPLAINTS, seen.complaints, seen)
    if standing.complaints and standing.complaints >= spam * answered:
        return f"{standing.complaints} of {answered} readers called it spam"
    back = _limit(MOST_BOUNCES, seen.bounced, seen)
    if is_much(standing.bounced, answered, share=back):
        return f"{standing.bounced} of {answered} letters bounced"
    return ""


def is_much(bounced: int, answered: int, *, share: float = MOST_BOUNCES) -> bool:
    """Whether so many of so many letters are too many to come back."""
    return bounced >= LEAST_BOUNCES and bounced > share * answered


def _limit(usual: float, count: int, seen: Tally) -> float:
    return max(usual, 2 * count / seen.answered) if seen.answered else usual
