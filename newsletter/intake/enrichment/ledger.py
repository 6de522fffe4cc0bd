"""Who takes which steps of which stories, and what came of each.

A step that runs has a row: of all workers one has it, until its lease ends. What came of
steps is written for many stories in one transaction, and only by who still has them; in
the same transaction it is decided what is next for each story. A worker that died leaves
rows whose lease runs out: they are booked as lost.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Model, QuerySet

from newsletter.intake.enrichment import redirects
from newsletter.intake.enrichment.finding import Drawn, Failed, Finding, Found
from newsletter.issues.sources import keep_all
from newsletter.models import (
    Story,
    StoryPicture,
    StoryStep,
    StoryStepPolicy,
)
from newsletter.research.enrichment import (
    Attempt,
    Decision,
    Outcome,
    Step,
    decide,
    key_of,
)
from newsletter.research.lifecycle import State
from newsletter.standards.backoff import Backoff

BY = "enrichment"
# What an outlet tells of a story in so many characters is enough to go on with.
ENOUGH_CHARACTERS = 200
_LOST = "its worker did not come back"


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to do one attempt at one step of a story."""

    id: int
    key: str
    step: Step
    story: Story


@dataclass(frozen=True, slots=True)
class Ended:
    """What came of a step, after so many seconds of work."""

    lease: Lease
    finding: Finding
    seconds: float = 0.0


@dataclass(slots=True)
class _Case:
    """A story that is held, its attempts in their order, and what is new of it."""

    story: Story
    attempts: list[StoryStep]
    sets: dict[str, Any] = field(default_factory=dict)


def shorten(now: datetime) -> None:
    """No step is held longer than a lease, though it was taken before the clock was set back."""
    latest = _lease(now)
    running = StoryStep.objects.filter(outcome=Outcome.RUNNING, ended_at__isnull=True)
    with transaction.atomic():
        held = running.filter(lease_until__gt=latest)
        if stories := list(held.values_list("story", flat=True)):
            held.update(lease_until=latest)
            Story.objects.filter(pk__in=stories, wake_at__gt=latest).update(
                wake_at=latest
            )


def claim(worker: str, now: datetime, *, most: int) -> list[Lease]:
    """Take all steps that may run now of at most so many stories that wait longest."""
    with transaction.atomic():
        due = Story.objects.filter(wake_at__lte=now, newsletter__is_active=True)
        cases = _held(due.order_by("wake_at", "pk"), most=most)
        return _settle(cases, worker, now)


def hand_in(ended: Sequence[Ended], worker: str, now: datetime) -> list[Lease]:
    """Write down what came of steps, and take those of the same stories that are next.

    What is no longer this worker's is left out: it was booked as lost, and somebody
    else does it again.
    """
    if not ended:
        return []
    with transaction.atomic():
        stories = {one.lease.story.pk for one in ended}
        stories |= redirects.hold((one.lease.story, one.finding) for one in ended)
        cases = _held(Story.objects.filter(pk__in=stories).order_by("pk"))
        mine = _still_mine(cases, ended, worker)
        _write_results(mine, cases, now)
        return _settle(cases, worker, now)


def renew(leases: Iterable[Lease], worker: str, now: datetime) -> None:
    """Keep steps that take longer than their lease."""
    running = StoryStep.objects.filter(
        pk__in=[one.id for one in leases], outcome=Outcome.RUNNING, worker=worker
    )
    running.update(lease_until=_lease(now))


def give_back(leases: Iterable[Lease], worker: str) -> None:
    """Steps that were not begun after all: as if they had never been taken."""
    StoryStep.objects.filter(
        pk__in=[one.id for one in leases], outcome=Outcome.RUNNING, worker=worker
    ).delete()


def policies() -> dict[Step, Backoff]:
    """How often each step is tried, as the table says."""
    return {
        Step(row.step): Backoff(
            attempts=row.attempts,
            first_wait=timedelta(seconds=row.first_wait_seconds),
            multiplier=row.multiplier,
            losses=row.losses,
        )
        for row in StoryStepPolicy.objects.all()
    }


def settle(story: Story, now: datetime) -> None:
    """Decide anew what is next for a story that is locked, after a person acted on it."""
    [case] = _held(Story.objects.filter(pk=story.pk))
    _settle([case], worker="", now=now, begins=False)


def _held(stories: QuerySet[Story], most: int | None = None) -> list[_Case]:
    """Stories, locked until the transaction ends, with all that is known of their steps.

    With `most`, so many at most, and none that another worker has in hand.
    """
    locked = stories.select_related("source").select_for_update(
        of=("self",), skip_locked=most is not None
    )
    # Many have the same newsletter, whose row is wide.
    found = locked.prefetch_related("newsletter")[:most]
    cases = {one.pk: _Case(one, []) for one in found}
    rows = StoryStep.objects.filter(story__in=cases).defer("result")
    for row in rows.order_by("pk"):
        cases[row.story_id].attempts.append(row)
    return list(cases.values())


def _lease(now: datetime) -> datetime:
    return now + timedelta(seconds=settings.LEASE_SECONDS)


# --- What came of steps -------------------------------------------------------------


def _still_mine(
    cases: Iterable[_Case], ended: Iterable[Ended], worker: str
) -> list[tuple[_Case, StoryStep, Ended]]:
    """What ended, each with its row, as far as the worker still has it."""
    rows = {row.pk: (case, row) for case in cases for row in case.attempts}
    found = [(*rows[one.lease.id], one) for one in ended if one.lease.id in rows]
    return [
        (case, row, one)
        for case, row, one in found
        if row.outcome == Outcome.RUNNING and row.worker == worker
    ]


def _write_results(
    mine: list[tuple[_Case, StoryStep, Ended]], cases: list[_Case], now: datetime
) -> None:
    mine = [
        (case, row, replace(one, finding=redirects.follow(case.story, one.finding)))
        for case, row, one in mine
    ]
    read = _sources([one.finding for _, _, one in mine])
    drawn = _pictures([one.finding for _, _, one in mine])
    has_failed = any(isinstance(one.finding, Failed) for _, _, one in mine)
    backoffs = policies() if has_failed else {}
    for case, row, one in mine:
        row.ended_at, row.seconds = now, one.seconds
        if isinstance(one.finding, Failed):
            _fail(case, row, one.finding, backoffs, now)
            continue
        row.outcome, row.result = Outcome.DONE, dict(one.finding.result)
        row.ends, row.error = one.finding.ends or "", one.finding.because[:500]
        if not row.is_set_aside:
            case.sets |= one.finding.sets
            case.sets |= read.get(id(one.finding), {}) | drawn.get(id(one.finding), {})
    fields = ["outcome", "result", "ends", "error", "is_final", "retry_at"]
    _update([row for _, row, _ in mine], [*fields, "ended_at", "seconds"])
    _write_stories(cases)


def _fail(
    case: _Case,
    row: StoryStep,
    failed: Failed,
    backoffs: Mapping[Step, Backoff],
    now: datetime,
) -> None:
    before = sum(
        one.step == row.step and one.outcome == Outcome.FAILED and not one.is_set_aside
        for one in case.attempts
    )
    backoff = backoffs.get(Step(row.step), Backoff())
    row.outcome, row.error = Outcome.FAILED, failed.reason[:500]
    row.is_final = failed.is_final
    row.retry_at = (
        None if failed.is_final else now + backoff.wait(before + 1, failed.asked)
    )


def _sources(findings: Iterable[Finding]) -> dict[int, dict[str, Any]]:
    """What is read, kept; by the finding that it came with."""
    told = [(one, one.read) for one in findings if isinstance(one, Found) and one.read]
    kept = keep_all([read for _, read in told])
    pairs = zip(told, kept, strict=True)
    return {id(finding): {"source": source} for (finding, _), source in pairs}


def _pictures(findings: Iterable[Finding]) -> dict[int, dict[str, Any]]:
    told = {
        id(one): _picture(one.drawn)
        for one in findings
        if isinstance(one, Found) and one.drawn
    }
    new = {one.sha256: one for one in told.values()}
    StoryPicture.objects.bulk_create(
        [new[sha256] for sha256 in sorted(new)], ignore_conflicts=True
    )
    kept = StoryPicture.objects.filter(sha256__in=new).only("sha256")
    by_hash = {one.sha256: one for one in kept}
    return {place: {"picture": by_hash[one.sha256]} for place, one in told.items()}


def _picture(drawn: Drawn) -> StoryPicture:
    return StoryPicture(
        sha256=sha256(drawn.jpeg).hexdigest(),
        jpeg=drawn.jpeg,
        width=drawn.width,
        height=drawn.height,
        url=drawn.url[:2000],
    )


def _write_stories(cases: Iterable[_Case]) -> None:
    """What was found out, on the story itself; one statement for each set of fields."""
    by_fields: dict[tuple[str, ...], list[Story]] = defaultdict(list)
    for case in cases:
        for name, value in case.sets.items():
            setattr(case.story, name, value)
        if case.sets:
            by_fields[tuple(sorted(case.sets))].append(case.story)
    for fields, stories in by_fields.items():
        _update(stories, fields)


def _update(rows: Sequence[Model], names: Iterable[str]) -> None:
    """Write these fields of rows of one model, all in one go."""
    if not rows:
        return
    options = rows[0]._meta
    by_name = {one.name: one for one in options.local_concrete_fields}
    columns = [by_name[name] for name in names]
    changes = ", ".join(f"{one.column} = %s" for one in columns)
    sql = f"UPDATE {options.db_table} SET {changes} WHERE id = %s"  # noqa: S608  names only
    values = [
        [
            *(
                one.get_db_prep_save(getattr(row, one.attname), connection)
                for one in columns
            ),
            row.pk,
        ]
        for row in rows
    ]
    with connection.cursor() as cursor:
        cursor.executemany(sql, values)


# --- What is next -------------------------------------------------------------------


def _settle(
    cases: Sequence[_Case], worker: str, now: datetime, *, begins: bool = True
) -> list[Lease]:
    """Do as was decided for each story: book losses, move it, begin steps."""
    backoffs = policies()
    decided = [(case, _decided(case, backoffs, now)) for case in cases]
    lost = [case.attempts[place] for case, one in decided for place in one.lost]
    for row in lost:
        row.outcome, row.error, row.ended_at = Outcome.LOST, _LOST, now
    _update(lost, ["outcome", "error", "ended_at"])
    _move(decided, now, begins=begins)
    return _begin(decided, worker, now) if begins else []


def _decided(case: _Case, backoffs: Mapping[Step, Backoff], now: datetime) -> Decision:
    return decide(
        State(case.story.state),
        [_attempt(row, case.story) for row in case.attempts],
        backoffs,
        now,
        # Who must have it has said yes already.
        reviews=case.story.newsletter.reviews_stories and not case.story.must_have,
        can_do_without_page=len(case.story.summary) >= ENOUGH_CHARACTERS,
    )


def _attempt(row: StoryStep, story: Story) -> Attempt:
    is_overruled = story.must_have and row.ends == State.IRRELEVANT
    is_running = row.outcome == Outcome.RUNNING
    return Attempt(
        Step(row.step),
        row.attempt,
        Outcome(row.outcome),
        until=row.lease_until if is_running else row.retry_at,
        ends=State(row.ends) if row.ends and not is_overruled else None,
        error=row.error,
        is_final=row.is_final,
        is_set_aside=row.is_set_aside,
    )


def _move(
    decided: Iterable[tuple[_Case, Decision]], now: datetime, *, begins: bool
) -> None:
    """Each story along its way, and when it is looked at again; alike ones together."""
    hops: dict[tuple[int, tuple[tuple[str, Any], ...]], list[int]] = defaultdict(list)
    for case, one in decided:
        for number, move in enumerate(one.moves):
            values = {"state": move.to, "moved_because": move.because[:300]}
            hops[number, tuple(values.items())].append(case.story.pk)
        timer = {
            "retry_after": one.retry_after,
            "wake_at": _wake_at(one, now, begins=begins),
        }
        if any(getattr(case.story, name) != value for name, value in timer.items()):
            hops[_LAST, tuple(timer.items())].append(case.story.pk)
    for (number, set_to), stories in sorted(hops.items(), key=lambda hop: hop[0][0]):
        by = {} if number == _LAST else {"moved_by": BY}
        Story.objects.filter(pk__in=stories).update(**dict(set_to), **by)


_LAST = 99


def _wake_at(one: Decision, now: datetime, *, begins: bool) -> datetime | None:
    if not one.begin:
        return one.wake_at
    begun = _lease(now) if begins else now
    return min(begun, one.wake_at or begun)


def _begin(
    decided: Iterable[tuple[_Case, Decision]], worker: str, now: datetime
) -> list[Lease]:
    begun = [(case.story, due) for case, one in decided for due in one.begin]
    rows = StoryStep.objects.bulk_create(
        StoryStep(
            story=story,
            step=due.step,
            attempt=due.attempt,
            key=key_of(story.pk, due.step, due.attempt),
            worker=worker,
            started_at=now,
            lease_until=_lease(now),
        )
        for story, due in begun
    )
    return [
        Lease(row.pk, row.key, due.step, story)
        for row, (story, due) in zip(rows, begun, strict=True)
    ]
