"""Nine empty steps, the second and third side by side, as a workflow of Crux."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from agents.engine import sessions
from agents.engine.leases import Lease, Staged
from agents.engine.log import HARNESS
from agents.engine.sessions import Plan
from agents.events import schema as events
from agents.events.schema import Kind
from agents.models import Session
from agents.runs.outcome import Outcome
from agents.workflows.declaration import End, Step, To, Workflow
from agents.workflows.table import WORKFLOWS
from newsletter.models import Newsletter

WEEK = datetime(2025, 8, 7, 9, 0, tzinfo=UTC)
# The least that each kind of event can say.
SAYS: dict[Kind, dict[str, Any]] = {
    Kind.COVERED_TOPICS: {},
    Kind.LAUNCHES_RESEARCHED: {},
    Kind.PAPERS_RESEARCHED: {},
    Kind.ITEMS_EVALUATED: {},
    Kind.DRAFT_WRITTEN: {"subject": "-", "markdown": "-"},
    Kind.DRAFT_APPROVED: {},
    Kind.VERIFICATION_PASSED: {"checked": 1},
    Kind.ISSUE_PUBLISHED: {"issue_number": 1, "slug": "-", "published_on": WEEK.date()},
    Kind.EMAIL_SENT: {
        "issue_number": 1,
        "slug": "-",
        "subject": "-",
        "transport": "none",
        "recipients": 0,
    },
}


def _steps() -> Iterator[Step]:
    kinds = tuple(SAYS)
    onward = [("two", "three"), ("four",), ("four",)]
    onward += [(name,) for name in ("five", "six", "seven", "eight", "nine")]
    names = ("one", "two", "three", "four", "five", "six", "seven", "eight")
    for name, kind, following in zip(names, kinds, onward, strict=False):
        yield Step(name, then={kind: To(following)})
    yield Step("nine", then={kinds[-1]: End()})


NINE = Workflow(name="nine", version=1, first="one", steps=tuple(_steps()))
WORKFLOWS[NINE.name, NINE.version] = NINE


def nothing(taken: Lease) -> Outcome:
    """The work of an empty step."""
    kind = NINE.by_name[taken.step].happy
    line = Staged(kind, events.parse(kind, SAYS[kind]), HARNESS)
    return Outcome((line,), HARNESS, is_silent=False)


def newsletter(slug: str) -> Newsletter:
    """A newsletter whose sessions have nine empty steps."""
    defaults = {"title": "Nine", "profile": "Nothing.", "workflow": NINE.name}
    found, _ = Newsletter.objects.get_or_create(slug=slug, defaults=defaults)
    return found


def begin(of: Newsletter) -> Session:
    """A new session."""
    return sessions.start(of, Plan(sources=Session.Sources.SAMPLE, as_of=WEEK))


def unfinished(of: Newsletter) -> int:
    """How many sessions have not reached their goal."""
    return of.sessions.exclude(status=Session.Status.FINISHED).count()


def hops(of: Newsletter) -> list[float]:
    """Milliseconds from one empty step's lease to the next one's, the pair left out."""
    claimed = of.sessions.order_by("pk", "step_runs__claimed_at").values_list(
        "pk", "step_runs__step", "step_runs__claimed_at"
    )
    names = [step.name for step in NINE.steps][3:]
    kept = [one for one in claimed if one[1] in names]
    return [
        (after[2] - before[2]).total_seconds() * 1000
        for before, after in pairwise(kept)
        if before[0] == after[0]
    ]
