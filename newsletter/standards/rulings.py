"""What each outcome of a link or a citation means: a newsletter's policy as data. Pure."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from newsletter.standards.outcomes import Outcome, Support
from newsletter.standards.policy import Policy


class Ruling(StrEnum):
    """What an outcome means for the draft that has it."""

    PASS = "pass"  # nothing  # noqa: S105
    WARN = "warn"  # it is told, and the draft may go out
    FAIL = "fail"  # the draft goes back


class LinkPolicy(BaseModel):
    """One ruling for each outcome, and how much of a draft may stay unproven.

    A wall is not a fabrication, and a server that is down today is none either. What no
    tool ever returned, what was never read, and a quote that is not in its source fail
    every draft: that is no matter of taste, so there is no key for it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    redirected: Ruling = Ruling.PASS
    blocked: Ruling = Ruling.WARN
    unreachable: Ruling = Ruling.WARN
    archived: Ruling = Ruling.FAIL
    soft_404: Ruling = Ruling.FAIL
    gone: Ruling = Ruling.FAIL
    never_existed: Ruling = Ruling.FAIL
    malformed: Ruling = Ruling.FAIL
    mismatch: Ruling = Ruling.FAIL

    fuzzy_quote: Ruling = Ruling.WARN
    unsupported_number: Ruling = Ruling.FAIL
    unsupported_date: Ruling = Ruling.FAIL
    unsupported_version: Ruling = Ruling.FAIL
    unsupported_name: Ruling = Ruling.FAIL
    contradicted: Ruling = Ruling.FAIL
    overstated: Ruling = Ruling.FAIL
    lone_denial: Ruling = Ruling.WARN
    uncited: Ruling = Ruling.FAIL

    most_unproven_share: float = Field(default=0.5, ge=0, le=1)
    most_links: int | None = Field(default=100, ge=1)

    def on(self, outcome: Outcome | Support) -> Ruling:
        """The ruling on one outcome."""
        if outcome is Outcome.OK:
            return Ruling.PASS
        ruling: Ruling = getattr(self, outcome.value, Ruling.FAIL)
        return ruling

    def for_links(self) -> Policy:
        """The part of it that judges links."""
        return Policy(
            passing=frozenset(o for o in Outcome if self.on(o) is Ruling.PASS),
            warning=frozenset(o for o in Outcome if self.on(o) is Ruling.WARN),
            most_unproven_share=self.most_unproven_share,
            most_links=self.most_links,
        )
