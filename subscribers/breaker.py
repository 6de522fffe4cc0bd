"""When an issue must stop going out: what comes back is too much. Pure.

A sender's reputation is spent in an hour and earned in months. So a few letters go
first, and what became of them is looked at before the rest.
"""

import math
from dataclasses import dataclass

CANARY_SHARE = 0.01
LEAST_CANARY = 10
MOST_BOUNCES = 0.05
MOST_COMPLAINTS = 0.001
# One dead address among the first few says nothing yet.
LEAST_BOUNCES = 2


@dataclass(frozen=True, slots=True)
class Standing:
    """How far an issue has come, in letters."""

    total: int
    waiting: int  # queued, and deferred
    on_their_way: int  # claimed or started
    accepted: int
    bounced: int  # refused at once, or come back since
    complaints: int

    @property
    def tried(self) -> int:
        return self.total - self.waiting


def canary(total: int) -> int:
    """How many letters go first."""
    return min(total, max(LEAST_CANARY, math.ceil(total * CANARY_SHARE)))


def allowance(standing: Standing) -> int | None:
    """How many more letters may be claimed now; None is no limit.

    0 while the first ones are on their way.
    """
    first = canary(standing.total)
    if standing.tried < first:
        return first - standing.tried
    answered = standing.tried - standing.on_their_way
    return 0 if answered < first else None


def verdict(standing: Standing) -> str:
    """Why the issue must stop; empty where it may go on."""
    answered = standing.accepted + standing.bounced
    if standing.complaints and standing.complaints >= MOST_COMPLAINTS * answered:
        return f"{standing.complaints} of {answered} readers called it spam"
    is_many = standing.bounced >= LEAST_BOUNCES
    if is_many and standing.bounced > MOST_BOUNCES * answered:
        return f"{standing.bounced} of {answered} letters bounced"
    return ""
