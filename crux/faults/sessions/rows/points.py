"""Death by kill -9 at many points: four of each step, for a child and for a whole worker,
and four more within delivery. Of a step in parts it is one part that dies. That is 72 of
the brief, 104 of the digest and 96 of the scouts.
"""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median

from agents.engine.leases import patiently
from agents.events.schema import Kind
from agents.models import AgentEvent, Session
from agents.workflows.declaration import Workflow
from crux.faults.sessions.invariants import breaches, extra_calls
from crux.faults.sessions.stage import STUCK_SECONDS, Stage
from crux.faults.sessions.trials import Trial

AROUND = ("claimed", "worked", "committing", "committed")
WITHIN_DELIVERY = ("frozen", "taken", "started", "accepted")
WHO = ("child", "worker")
# Of the steps that may be at work side by side, as many as one worker has children.
AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class Point:
    """Where somebody dies, and who."""

    point: str
    step: str
    who: str
    workflow: str


def all_points(workflow: Workflow) -> list[Point]:
    around = [
        Point(point, f"{step.name}.2" if step.each else step.name, who, workflow.name)
        for who in WHO
        for step in workflow.steps
        for point in AROUND
    ]
    within = [
        Point(point, "delivery", who, workflow.name)
        for who in WHO
        for point in WITHIN_DELIVERY
    ]
    return [*around, *within]


def some_points(workflow: Workflow, count: int, seed: int) -> list[Point]:
    """So many of them, in the order of the workflow."""
    points = all_points(workflow)
    chosen = random.Random(seed).sample(range(len(points)), min(count, len(points)))  # noqa: S311  moments, not secrets
    return [points[number] for number in sorted(chosen)]


@dataclass(slots=True)
class Death:
    """What became of a session whose worker died once."""

    point: Point
    session: Session
    at: float = 0.0
    recovery_seconds: float = 0.0


def run(stage: Stage, points: list[Point], tell: Callable[[str], None]) -> list[Trial]:
    """Kill at each of the points; workers and a clock must be running."""
    deaths: list[Death] = []
    for batch in _batches(points):
        deaths += _kill(stage, batch)
        tell(f"{len(deaths)} of {len(points)} points")
    found = breaches(stage, [death.session for death in deaths])
    return [
        _sum_up(stage, "1", "kill -9 of a child, around every step", [
            one for one in deaths if one.point.who == "child" and one.point.point in AROUND
        ], found),
        _sum_up(stage, "2", "kill -9 of a whole worker, around every step", [
            one for one in deaths if one.point.who == "worker" and one.point.point in AROUND
        ], found),
        _sum_up(stage, "3", "kill -9 within delivery", [
            one for one in deaths if one.point.point in WITHIN_DELIVERY
        ], found),
    ]  # fmt: skip


def _batches(points: list[Point]) -> Iterator[list[Point]]:
    """Deaths of children four at a time; a worker's death is everybody's."""
    children = [point for point in points if point.who == "child"]
    for start in range(0, len(children), 4):
        yield children[start : start + 4]
    for point in points:
        if point.who == "worker":
            yield [point]


def _kill(stage: Stage, batch: list[Point]) -> list[Death]:
    deaths = []
    for point in batch:
        session = stage.session(is_published=False, workflow=point.workflow)
        marker = stage.crash(point.point, point.step, session, point.who)
        deaths.append((Death(point, session), marker))
        stage.publish(session)
    waiting = list(deaths)
    end = time.monotonic() + STUCK_SECONDS
    while waiting and time.monotonic() < end:
        for death, marker in list(waiting):
            if not marker.exists():
                death.at = time.time()
                waiting.remove((death, marker))
        time.sleep(0.01)
    stage.wait_for_end(*(death.session for death, _ in deaths))
    for death, _ in deaths:
        death.recovery_seconds = _recovery(death)
    return [death for death, _ in deaths]


def _recovery(death: Death) -> float:
    """Seconds from the death until the session began its next attempt or step."""
    started = AgentEvent.objects.filter(
        session=death.session, event_type=Kind.STEP_STARTED
    )
    moments = [event.created_at.timestamp() for event in started.order_by("seq")]
    after = [moment - death.at for moment in moments if moment > death.at]
    return after[0] if after else 0.0


def _has_siblings(turn: str) -> bool:
    return turn.startswith(("research", "collect", "scout."))


def _sum_up(
    stage: Stage, number: str, fault: str, deaths: list[Death], found: list[str]
) -> Trial:
    trial = Trial(number, f"{fault}: {len(deaths)} points")
    finished = 0
    extra = []
    for death in deaths:
        session, point = death.session, death.point
        what = f"{point.who} {point.point} {point.step} ({session.name})"
        trial.expect(death.at, f"{what}: nobody died")
        is_finished = session.status == Session.Status.FINISHED
        trial.expect(is_finished, f"{what}: {session.status} {session.reason}")
        finished += is_finished
        extra.append(patiently(lambda one=session: extra_calls(stage, one)))  # type: ignore[misc]
        # With a worker die the siblings too, as many as it has children.
        most = AT_ONCE if point.who == "worker" and _has_siblings(point.step) else 1
        trial.expect(extra[-1] <= most, f"{what}: {extra[-1]} extra calls")
        trial.breaches += [one for one in found if session.name in one]
    recoveries = sorted(death.recovery_seconds for death in deaths) or [0.0]
    trial.recovery_seconds = median(recoveries)
    trial.extra_calls = sum(extra)
    trial.outcome = (
        f"{finished}/{len(deaths)} finished; slowest recovery {recoveries[-1]:.1f} s"
    )
    trial.breaches += [one for one in found if "newsletter_" not in one]
    return trial
