"""How a workflow is declared: its steps, and the events that each may end with. Pure.

`agents.workflows.fold` says what the lines of a session's log add up to.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from typing import Any, NamedTuple, Self, TypeAlias

from agents.events.schema import Kind
from newsletter.drafts.contract import BRIEF, Contract
from newsletter.standards.backoff import Backoff

Data: TypeAlias = Mapping[str, Any]
# The data of the newest terminal event of each kind.
Newest: TypeAlias = Mapping[str, Data]


@dataclass(frozen=True, slots=True)
class To:
    """Go on to these steps; a step that several lead to waits for all of them."""

    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Back:
    """Go back to a step, so often in one session and no more; then give up.

    `reason` is why in general, `details` what it was in this case, or "".
    """

    step: str
    at_most: int
    reason: str
    details: Callable[[Data], str] = lambda _: ""

    def why(self, data: Data) -> str:
        """Why it is given up, as the operator is told."""
        details = self.details(data)
        return f"{self.reason}: {details}." if details else f"{self.reason}."


@dataclass(frozen=True, slots=True)
class End:
    """The session has reached its goal, once no other step is open."""


class Key(NamedTuple):
    """One round of a step, or of a part of it: `writer.2`, `scout.1.3`."""

    step: str
    round: int
    part: int = 0

    @classmethod
    def of(cls, text: str) -> Self:
        """The key that a line of the log names."""
        step, *numbers = text.split(".")
        return cls(step, *map(int, numbers))

    @property
    def turn(self) -> str:
        """What may be open: a step, or `scout.3`, a part of one."""
        return f"{self.step}.{self.part}" if self.part else self.step

    def __str__(self) -> str:
        return ".".join(map(str, self if self.part else self[:2]))


def step_of(turn: str) -> str:
    """The name of the step that a turn is of."""
    return turn.partition(".")[0]


def is_unparted(turn: str) -> bool:
    """Whether it stands for all parts of a step, which nobody knows yet: `scout.*`."""
    return turn.endswith(".*")


@dataclass(frozen=True, slots=True)
class Each:
    """The step runs once for each part of what leads to it, and all parts at once.

    `parts` names the list in that event's data. What the list holds beyond `at_most`, or
    beyond the session's own limit where that is less, is left out.
    """

    parts: str
    at_most: int


@dataclass(frozen=True, slots=True)
class Step:
    """One stage: the terminal kinds it may end with, and where each one leads.

    The first of `then` is the happy one. `needs` looks at what steps before it came to and
    returns why the session cannot go on, or None. `placeholder` is the data that code
    writes as the first terminal kind when the agent gave nothing. With `each` the step
    goes on when all of its parts have ended, which they do with one kind.
    """

    name: str
    then: Mapping[Kind, To | Back | End]
    needs: Callable[[Newest], str | None] | None = None
    placeholder: Callable[[str], Data] | None = None
    each: Each | None = None

    @property
    def happy(self) -> Kind:
        """The kind of event it ends with when all goes well."""
        return next(iter(self.then))

    def turn(self, data: Data) -> str:
        """The turn that a terminal event with this data ends."""
        return f"{self.name}.{data.get('part', 0)}" if self.each else self.name

    @property
    def delivers(self) -> bool:
        """Whether it sends an issue to readers: what approval is asked for."""
        return Kind.EMAIL_SENT in self.then

    @property
    def ends_session(self) -> bool:
        """Whether one of its ends is the session's goal."""
        return any(isinstance(end, End) for end in self.then.values())

    @property
    def onward(self) -> tuple[str, ...]:
        """The steps that the happy end leads to."""
        target = self.then[self.happy]
        return target.steps if isinstance(target, To) else ()


@dataclass(frozen=True, slots=True)
class Workflow:
    """The steps of a session and their order; `first` begins it.

    With `ends_repeats` a refused draft that is handed in again ends its loop; with
    `takes_edits` an operator may put a draft in the place of a verified one. A session
    stays with the version it began with: what a released version does is never changed,
    a change is a new version beside it. `contract` is the shape of the issue it makes.
    `hands_over` is the step from which rules begin where models' drafts come to no end;
    without one such a session ends.
    """

    name: str
    version: int
    first: str
    steps: tuple[Step, ...]
    ends_repeats: bool = False
    takes_edits: bool = False
    hands_over: str = ""
    contract: Contract = BRIEF
    # Whether it is toward an issue; else nobody chooses it for a newsletter.
    makes_issue: bool = True
    # How many parts or ways back a session has if nobody says otherwise, by step or kind.
    limits: Mapping[str, int] = field(default_factory=dict)
    by_name: Mapping[str, Step] = field(init=False)
    by_end: Mapping[str, Step] = field(init=False)
    leads_to: Mapping[str, frozenset[str]] = field(init=False)

    def __post_init__(self) -> None:
        leads_to: dict[str, set[str]] = {}
        for step in self.steps:
            for target in step.then.values():
                for name in target.steps if isinstance(target, To) else ():
                    leads_to.setdefault(name, set()).add(step.name)
        derived = {
            "by_name": {step.name: step for step in self.steps},
            "by_end": {kind: step for step in self.steps for kind in step.then},
            "leads_to": {
                name: frozenset(origins) for name, origins in leads_to.items()
            },
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)
        for step in self.steps:
            if step.each and not self._may_spread(step):
                raise ValueError(
                    f"{step.name}: one step leads to parts, and parts to one kind"
                )

    def _may_spread(self, step: Step) -> bool:
        is_one_way = [type(target) for target in step.then.values()] == [To]
        return is_one_way and len(self.leads_to.get(step.name, ())) == 1

    def step(self, turn: str) -> Step:
        """The step that a turn is of."""
        return self.by_name[step_of(turn)]

    @property
    def drafting(self) -> frozenset[str]:
        """The steps that rules do once a draft was handed over: all up to the critic's."""
        if not self.hands_over:
            return frozenset()
        critic = self.by_end[Kind.DRAFT_APPROVED]
        rest = (self.after(name) for name in critic.onward)
        return self.after(self.hands_over).difference(*rest)

    def after(self, name: str) -> frozenset[str]:
        """The step and all that come after it, not counting ways back."""
        found, ahead = set[str](), [name]
        while ahead:
            step = self.by_name[ahead.pop()]
            if step.name not in found:
                found.add(step.name)
                ahead.extend(step.onward)
        return frozenset(found)


class Criticality(StrEnum):
    """What a step's failure means to its session."""

    CRITICAL = "critical"  # the session stops before delivery
    OPTIONAL = "optional"  # a placeholder stands in, and the session goes on


@dataclass(frozen=True, slots=True)
class StepPolicy(Backoff):
    """How often a step is tried, how long it waits in between, and what then happens."""

    criticality: Criticality = Criticality.CRITICAL
    timeout: timedelta = timedelta(minutes=5)
    # A placeholder for an agent that ended without a word, even a critical one.
    forgives_silence: bool = False
