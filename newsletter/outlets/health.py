"""How outlets answer and what they yield: kept as research asks, told at the desk."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db.models import F, Q

from newsletter.models import (
    Coverage,
    Issue,
    Newsletter,
    Outlet,
    OutletHealth,
    OutletYield,
)
from newsletter.research.story import Kind, OutletReport, Story

# Yields are told, and kept, for so long.
KEPT = timedelta(days=90)
# A server that is away for a day is no matter for a person.
FAILING_AFTER = timedelta(days=2)
_MOST_FAULT = 500


class Answered(NamedTuple):
    """What became of asking an outlet once."""

    outlet: Outlet
    fault: str
    newest: date | None = None


class FailingOutlet(NamedTuple):
    """An active outlet that has failed each time since then."""

    outlet: Outlet
    fault: str
    since: datetime
    failures: int


@dataclass(slots=True)
class Standing:
    """What is known of an outlet; `health` is None where it was never asked."""

    outlet: Outlet
    health: OutletHealth | None
    found_last: int | None = None
    found: int = 0
    used: int = 0


def failing_outlets() -> tuple[FailingOutlet, ...]:
    """The active outlets that failed for days, the longest first."""
    failing = OutletHealth.objects.filter(
        outlet__is_active=True, failing_since__lte=F("asked_at") - FAILING_AFTER
    )
    return tuple(
        FailingOutlet(one.outlet, one.fault, one.failing_since, one.failures)
        for one in failing.select_related("outlet__newsletter").order_by(
            "failing_since", "outlet__name"
        )
        if one.failing_since
    )


def note(answers: Iterable[Answered], at: datetime) -> None:
    """Keep what became of asking these outlets, each asked once."""
    told = sorted(answers, key=lambda one: one.outlet.pk)
    known = OutletHealth.objects.in_bulk([one.outlet.pk for one in told])
    OutletHealth.objects.bulk_create(
        [_after(known.get(one.outlet.pk), one, at) for one in told],
        update_conflicts=True,
        unique_fields=["outlet"],
        update_fields=[
            *("asked_at", "answered_at", "fault"),
            *("failures", "failing_since", "newest_story"),
        ],
    )


def _after(before: OutletHealth | None, told: Answered, at: datetime) -> OutletHealth:
    health = before or OutletHealth(outlet=told.outlet)
    health.asked_at = at
    health.fault = told.fault[:_MOST_FAULT]
    if told.fault:
        health.failures += 1
        health.failing_since = health.failing_since or at
    else:
        health.failures, health.failing_since, health.answered_at = 0, None, at
    days = (health.newest_story, told.newest)
    health.newest_story = max((day for day in days if day), default=None)
    return health


@dataclass(frozen=True, slots=True)
class Search:
    """A search of a session: what each outlet told by its name, and what was shown.

    Those in `held` were not asked now: intake holds what they told.
    """

    session_name: str
    kind: Kind
    reports: Sequence[OutletReport]
    told: Mapping[str, Sequence[Story]]
    shown: Sequence[Story]
    held: Collection[str] = ()


def note_search(newsletter: Newsletter, search: Search, at: datetime) -> None:
    """Keep how the newsletter's outlets answered a search, and what they told it."""
    outlets = {one.name: one for one in Outlet.objects.of(newsletter)}
    asked = [one for one in search.reports if one.name in outlets]
    note(
        (
            Answered(
                outlets[one.name], one.fault, _newest(search.told.get(one.name, ()))
            )
            for one in asked
            if one.name not in search.held
        ),
        at,
    )
    shortlisted = _tellers(search)
    OutletYield.objects.bulk_create(
        [
            OutletYield(
                outlet=outlets[one.name],
                session_name=search.session_name,
                kind=search.kind,
                on=at.date(),
                found=one.found,
                shortlisted=sorted(shortlisted[one.name]),
            )
            for one in sorted(asked, key=lambda one: outlets[one.name].pk)
        ],
        update_conflicts=True,
        unique_fields=["outlet", "session_name", "kind"],
        update_fields=["on", "found", "shortlisted"],
    )
    OutletYield.objects.filter(on__lt=at.date() - KEPT).delete()


def _newest(stories: Iterable[Story]) -> date | None:
    return max((one.published for one in stories if one.published), default=None)


def _tellers(search: Search) -> Mapping[str, set[str]]:
    """Of the stories that were shown, those that each outlet told."""
    names: dict[str, set[str]] = defaultdict(set)
    for story in search.shown:
        for name in (story.id, story.url, *(telling.url for telling in story.also)):
            names[name].add(story.id)
    found: dict[str, set[str]] = defaultdict(set)
    for outlet, stories in search.told.items():
        for told in stories:
            found[outlet] |= names.get(told.id, set()) | names.get(told.url, set())
    return found


def standings(
    outlets: Collection[Outlet], newsletter: Newsletter | None, today: date
) -> list[Standing]:
    """What is known of outlets, over the last 90 days, for one newsletter or for all."""
    healths = OutletHealth.objects.in_bulk([one.pk for one in outlets])
    found = {one.pk: Standing(one, healths.get(one.pk)) for one in outlets}
    since = today - KEPT
    issues = Issue.objects.filter(
        status=Issue.Status.PUBLISHED, is_sample=False, covers_until__gte=since
    )
    if newsletter:
        issues = issues.filter(newsletter=newsletter)
    told: dict[str, set[str]] = defaultdict(set)
    for session, story in Coverage.objects.filter(issue__in=issues).values_list(
        "issue__session_name", "story_id"
    ):
        told[session].add(story)
    yields = OutletYield.objects.filter(Q(outlet__in=found) & Q(on__gte=since))
    last: dict[int, str] = {}
    for pk, session, number in yields.order_by("-on", "-pk").values_list(
        "outlet_id", "session_name", "found"
    ):
        one = found[pk]
        one.found += number
        if last.setdefault(pk, session) == session:
            one.found_last = (one.found_last or 0) + number
    for pk, session, stories in yields.filter(session_name__in=told).values_list(
        "outlet_id", "session_name", "shortlisted"
    ):
        found[pk].used += len(told[session].intersection(stories))
    return list(found.values())
