"""The time of a session (a Gantt chart): attempts and waits, and what they took."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import NamedTuple

from agents.events.schema import Kind
from agents.models import AgentRun, Session

# A bar that is thinner than this, in hundredths of the session, could not be seen.
THINNEST = 0.6
# The newest rows that are shown; what is older is counted.
MOST_ROWS = 200
_HOLD, _PERSON = "on hold", "waits for a person"
_BEGINS: dict[str, str] = {Kind.SESSION_PAUSED: _HOLD, Kind.APPROVAL_ASKED: _PERSON}
_ENDS: dict[str, tuple[str, ...]] = {
    Kind.SESSION_UNPAUSED: (_HOLD,),
    Kind.APPROVAL_GIVEN: (_PERSON,),
    Kind.APPROVAL_REFUSED: (_PERSON,),
    Kind.APPROVAL_LAPSED: (_PERSON,),
    Kind.DRAFT_EDITED: (_PERSON,),
    Kind.SESSION_CANCELLED: (_HOLD, _PERSON),
}
_WAITS = (Kind.STEP_FAILED, *_BEGINS, *_ENDS)


class Bar(NamedTuple):
    """One agent run, and where it stands in the session's time, in hundredths."""

    run: AgentRun
    start: float
    width: float

    @property
    def given(self) -> int:
        return given(self.run)

    @property
    def share(self) -> str:
        return cache_share([self.run])


class Wait(NamedTuple):
    """A time in which nobody worked, and why; `width` in hundredths of the session."""

    why: str
    began_at: datetime
    seconds: float
    start: float
    width: float
    is_over: bool


@dataclass(frozen=True, slots=True)
class Sums:
    """What all runs took together."""

    seconds: float
    tools: int
    given: int
    got: int
    share: str
    dollars: Decimal


def sums(runs: Sequence[AgentRun]) -> Sums:
    """What these runs took together."""
    return Sums(
        seconds=sum(run.seconds for run in runs),
        tools=sum(run.tool_calls for run in runs),
        given=sum(map(given, runs)),
        got=sum(run.output_tokens for run in runs),
        share=cache_share(runs),
        dollars=sum((run.dollars for run in runs), Decimal(0)),
    )


def given(run: AgentRun) -> int:
    """All tokens that a run was given: fresh, read from the cache, written to it."""
    return run.input_tokens + run.cache_read_tokens + run.cache_write_tokens


def cache_share(runs: Sequence[AgentRun]) -> str:
    """How much of what was given came from the cache: `63 %`; "" of nothing."""
    whole = sum(map(given, runs))
    cached = sum(run.cache_read_tokens for run in runs)
    return f"{100 * cached / whole:.0f} %" if whole else ""


def timeline(
    session: Session, runs: Sequence[AgentRun], now: datetime
) -> tuple[list[Bar], list[Wait]]:
    """The newest runs and waits, each where it stands in the session's time."""
    ended = session.ended_at or now
    times = [
        (why, at, end or ended, bool(end)) for why, at, end in _times(session, runs)
    ]
    spans = [_span(session, run.started_at, run.seconds) for run in runs]
    waited = [
        _span(session, at, max(0.0, (end - at).total_seconds()))
        for _, at, end, _ in times
    ]
    whole = max((end for _, end in (*spans, *waited)), default=0) or 1
    bars = [
        Bar(run, *_placed(span, whole)) for run, span in zip(runs, spans, strict=True)
    ]
    waits = [
        Wait(why, at, span[1] - span[0], *_placed(span, whole), is_over)
        for (why, at, _, is_over), span in zip(times, waited, strict=True)
    ]
    return bars[-MOST_ROWS:], waits


def _span(session: Session, at: datetime, seconds: float) -> tuple[float, float]:
    """When something began and ended, in seconds since its session did."""
    start = max(0.0, (at - session.created_at).total_seconds())
    return start, start + seconds


def _placed(span: tuple[float, float], whole: float) -> tuple[float, float]:
    start, end = span
    width = max(100 * (end - start) / whole, THINNEST)
    return min(100 * start / whole, 100 - width), width


def _times(
    session: Session, runs: Iterable[AgentRun]
) -> Iterator[tuple[str, datetime, datetime | None]]:
    started = {(run.key, run.attempt): run.started_at for run in runs}
    rows = session.events.of_kind(*_WAITS).order_by("-seq")[:MOST_ROWS]
    told = rows.values_list("event_type", "created_at", "data__key", "data__attempt")
    held: dict[str, datetime] = {}
    for kind, at, key, attempt in reversed(told):
        if kind == Kind.STEP_FAILED:
            following = int(attempt) + 1
            if then := started.get((key, following)):
                yield f"{key} waits for attempt {following}", at, then
        elif kind in _BEGINS:
            held.setdefault(_BEGINS[kind], at)
        for why in _ENDS.get(kind, ()):
            if since := held.pop(why, None):
                yield why, since, at
    for why, since in held.items():
        yield why, since, None
