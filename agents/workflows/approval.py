"""Approval (human in the loop): a person's yes or no before delivery. Pure.

What a session asks for is fixed in its log when it begins; a decision is about one draft,
by its name, and the first one counts.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum


class Outcome(StrEnum):
    """What became of an asking."""

    OPEN = "open"  # nobody has decided, and there is time
    GIVEN = "given"
    REFUSED = "refused"
    LAPSED = "lapsed"  # the time went by


@dataclass(frozen=True, slots=True)
class Terms:
    """What is asked: `mode` is veto or yes, `then` what follows if nobody decides."""

    mode: str
    hours: int
    then: str

    def until(self, now: datetime) -> datetime:
        """The last moment to decide, if it is asked now."""
        return now + timedelta(hours=self.hours)


@dataclass(frozen=True, slots=True)
class Asking:
    """One asking about one draft, and who decided, by which way and why."""

    mode: str
    until: datetime
    then: str
    draft_sha256: str
    # The name of the draft with its subject and preheader: what a decision is about.
    draft: str = ""
    outcome: Outcome = Outcome.OPEN
    by: str = ""
    via: str = ""
    why: str = ""

    @property
    def is_open(self) -> bool:
        return self.outcome is Outcome.OPEN

    def has_lapsed(self, now: datetime) -> bool:
        """Whether nobody decided while there was time."""
        return self.is_open and now >= self.until
