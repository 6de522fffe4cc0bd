"""What an experiment found, and the table of all."""

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Trial:
    """One row of the table."""

    number: str
    fault: str
    outcome: str = ""
    recovery_seconds: float | None = None
    extra_calls: int | None = None
    breaches: list[str] = field(default_factory=list)

    def expect(self, is_so: object, otherwise: str) -> None:
        """Note a breach unless it is so."""
        if not is_so:
            self.breaches.append(otherwise)

    def tell(self, words: str) -> None:
        """Add to the outcome."""
        self.outcome = f"{self.outcome}; {words}" if self.outcome else words

    def skip(self, reason: str) -> "Trial":
        """Say why it cannot be tried on this machine."""
        self.outcome = f"skipped: {reason}"
        return self


def table(trials: Iterable[Trial]) -> str:
    """The trials as lines for a terminal, breaches below each."""
    lines = [f"{'row':<5} {'fault':<58} {'recovery':>9} {'extra':>5}  outcome"]
    for one in trials:
        lines.append(line(one))
    return "\n".join(lines)


def line(one: Trial) -> str:
    seconds = "" if one.recovery_seconds is None else f"{one.recovery_seconds:.1f} s"
    extra = "" if one.extra_calls is None else str(one.extra_calls)
    mark = "BREACH: " if one.breaches else ""
    first = (
        f"{one.number:<5} {one.fault:<58} {seconds:>9} {extra:>5}  {mark}{one.outcome}"
    )
    return "\n".join([first, *(f"      {what}" for what in one.breaches[:10])])
