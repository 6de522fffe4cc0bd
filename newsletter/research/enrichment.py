"""The steps of enrichment: what is to be done next for a story, and where it goes. Pure.

A story's attempts are all that is known of it; starting, going on after a crash and
trying again are the same call of `decide`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType

from newsletter.research.lifecycle import State
from newsletter.standards.backoff import Backoff


class Step(StrEnum):
    """One thing that is found out about a story."""

    SCORE = "score"  # how much the readers should want it
    TEXT = "text"  # what its page says, stored as a source
    SUMMARY = "summary"  # two sentences of the text, each an exact quote
    TAGS = "tags"  # what it is about, in the newsletter's own words
    PICTURE = "picture"  # what its page shows of it


class Outcome(StrEnum):
    """What became of an attempt at a step."""

    RUNNING = "running"
    DONE = "done"  # its result is stored
    FAILED = "failed"  # the step erred
    LOST = "lost"  # its lease ran out


# What a step waits for until that is over, with a result or without one: three need the
# text. Nothing else waits for anything, and none fails by another's failing.
AFTER: Mapping[Step, Step | None] = MappingProxyType(
    {
        Step.SCORE: None,
        Step.TEXT: None,
        Step.SUMMARY: Step.TEXT,
        Step.TAGS: Step.TEXT,
        Step.PICTURE: Step.TEXT,
    }
)
# The story goes on without it, and does not wait until it is tried again.
OPTIONAL = frozenset({Step.PICTURE})
# In these states all steps may run, in those only what is optional.
_AT_WORK = frozenset({State.DISCOVERED, State.ENRICHING, State.FAILED})
_BEYOND = frozenset({State.ENRICHED, State.REVIEW, State.READY})


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt at a step, as far as it matters for what comes next.

    `ends` is where its result leads the story; `until` is, of one that runs, when its
    lease ends, and of one that failed, when the next may begin.
    """

    step: Step
    number: int
    outcome: Outcome
    until: datetime | None = None
    ends: State | None = None
    error: str = ""
    is_final: bool = False
    is_set_aside: bool = False


@dataclass(frozen=True, slots=True)
class Due:
    """An attempt that may begin now."""

    step: Step
    attempt: int


@dataclass(frozen=True, slots=True)
class Move:
    """Where the story goes, and why."""

    to: State
    because: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """What comes next for a story.

    Book these attempts as lost, begin those, make these moves one after another; look
    at it again at `wake_at`, or never. `retry_after` is when what failed is tried again.
    """

    lost: tuple[int, ...] = ()
    begin: tuple[Due, ...] = ()
    moves: tuple[Move, ...] = ()
    retry_after: datetime | None = None
    wake_at: datetime | None = None


class _Where(StrEnum):
    """Where one step of a story is."""

    DONE = "done"
    GIVEN_UP = "given up"
    RUNNING = "running"
    WAITING = "waiting"  # for its next attempt
    BLOCKED = "blocked"  # by the step it comes after
    DUE = "due"


@dataclass(frozen=True, slots=True)
class _Standing:
    where: _Where
    tried: int
    until: datetime | None = None
    error: str = ""
    ends: State | None = None

    @property
    def is_over(self) -> bool:
        return self.where in (_Where.DONE, _Where.GIVEN_UP)


def key_of(story: int, step: Step, attempt: int) -> str:
    """The same for the same attempt, wherever it is told."""
    return f"{story}:{step}:{attempt}"


def decide(
    state: State,
    attempts: Sequence[Attempt],
    policies: Mapping[Step, Backoff],
    now: datetime,
    *,
    reviews: bool = False,
    can_do_without_page: bool = False,
) -> Decision:
    """What comes next for a story in this state with these attempts.

    `reviews`: a person decides before an issue may tell it. `can_do_without_page`: what
    its outlet told is enough, where its page cannot be read.
    """
    lost = tuple(place for place, one in enumerate(attempts) if _is_lost(one, now))
    standing = _standings(attempts, policies, now)
    if state not in _AT_WORK | _BEYOND:
        return Decision(lost=lost, wake_at=_first_lease(standing))
    required = [step for step in Step if step not in OPTIONAL]
    if state in _BEYOND:
        begin = _due(standing, OPTIONAL)
        return _decision(lost, begin, (), standing, OPTIONAL)
    if end := _end(standing, required, can_do_without_page=can_do_without_page):
        moves = (*_to_work(state), end)
        return Decision(lost=lost, moves=moves, wake_at=_first_lease(standing))
    begin = _due(standing, Step)
    is_whole = all(standing[step].is_over for step in required)
    if is_whole and not any(
        standing[step].where in (_Where.DUE, _Where.RUNNING) for step in OPTIONAL
    ):
        last = State.REVIEW if reviews else State.READY
        moves = (*_to_work(state), Move(State.ENRICHED), Move(last))
        return _decision(lost, (), moves, standing, OPTIONAL)
    is_busy = begin or any(one.where is _Where.RUNNING for one in standing.values())
    if is_busy:
        return _decision(lost, begin, _to_work(state), standing, Step)
    failed = next(one for one in standing.values() if one.where is _Where.WAITING)
    moves = () if state is State.FAILED else (Move(State.FAILED, failed.error),)
    if state is State.DISCOVERED:
        moves = (*_to_work(state), *moves)
    return _decision(lost, (), moves, standing, Step)


def _decision(
    lost: tuple[int, ...],
    begin: tuple[Due, ...],
    moves: tuple[Move, ...],
    standing: Mapping[Step, _Standing],
    of: Iterable[Step],
) -> Decision:
    """With the moments at which something of these steps is to be done, or any is lost."""
    mine = [standing[step] for step in of]
    retries = [one.until for one in mine if one.where is _Where.WAITING and one.until]
    lease = _first_lease(standing)
    return Decision(
        lost,
        begin,
        moves,
        retry_after=min(retries, default=None),
        wake_at=min([*retries, *([lease] if lease else [])], default=None),
    )


def _first_lease(standing: Mapping[Step, _Standing]) -> datetime | None:
    """When a step that still runs would be lost, whether the story needs it or not."""
    running = [one.until for one in standing.values() if one.where is _Where.RUNNING]
    return min((until for until in running if until), default=None)


def _is_lost(one: Attempt, now: datetime) -> bool:
    return one.outcome is Outcome.RUNNING and one.until is not None and one.until <= now


def _standings(
    attempts: Sequence[Attempt], policies: Mapping[Step, Backoff], now: datetime
) -> dict[Step, _Standing]:
    standing: dict[Step, _Standing] = {}
    for step in Step:
        mine = [one for one in attempts if one.step is step]
        before = AFTER[step]
        is_blocked = before is not None and not standing[before].is_over
        found = _standing(mine, policies.get(step, Backoff()), now)
        if is_blocked and found.where is _Where.DUE:
            found = _Standing(_Where.BLOCKED, found.tried)
        standing[step] = found
    return standing


def _standing(mine: Sequence[Attempt], policy: Backoff, now: datetime) -> _Standing:
    """Where a step is by its own attempts alone."""
    tried = max((one.number for one in mine), default=0)
    counted = [one for one in mine if not one.is_set_aside]
    for one in counted:
        if one.outcome is Outcome.DONE:
            return _Standing(_Where.DONE, tried, error=one.error, ends=one.ends)
    for one in mine:
        if one.outcome is Outcome.RUNNING and not _is_lost(one, now):
            return _Standing(_Where.RUNNING, tried, one.until)
    failures = [one for one in counted if one.outcome is Outcome.FAILED]
    lost = sum(one.outcome is Outcome.LOST or _is_lost(one, now) for one in counted)
    error = failures[-1].error if failures else ""
    if failures and (failures[-1].is_final or len(failures) >= policy.attempts):
        return _Standing(_Where.GIVEN_UP, tried, error=error)
    if lost >= policy.losses:
        told = f"its worker died {lost} times"
        return _Standing(_Where.GIVEN_UP, tried, error=told)
    until = failures[-1].until if failures else None
    if until and until > now:
        return _Standing(_Where.WAITING, tried, until, error)
    return _Standing(_Where.DUE, tried, error=error)


def _due(standing: Mapping[Step, _Standing], of: Iterable[Step]) -> tuple[Due, ...]:
    return tuple(
        Due(step, standing[step].tried + 1)
        for step in of
        if standing[step].where is _Where.DUE
    )


def _end(
    standing: Mapping[Step, _Standing],
    required: Iterable[Step],
    *,
    can_do_without_page: bool,
) -> Move | None:
    """Where the story ends, if a result or a step that was given up says so."""
    for step in required:
        one = standing[step]
        if one.ends:
            return Move(one.ends, one.error)
        if one.where is not _Where.GIVEN_UP:
            continue
        if step is not Step.TEXT:
            return Move(State.DEAD_LETTER, f"{step}: {one.error}")
        if not can_do_without_page:
            return Move(State.UNREACHABLE, one.error)
    return None


def _to_work(state: State) -> tuple[Move, ...]:
    return () if state is State.ENRICHING else (Move(State.ENRICHING),)
