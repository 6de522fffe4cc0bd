"""Metrics for Prometheus: `/metrics`, what `/healthz` knows in numbers, and the money.

https://prometheus.io/docs/instrumenting/exposition_formats/. All are gauges, read from
the database when they are asked for, so they hold over any number of processes. None
tells of a reader.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from django.db import Error
from django.db.models import Max, Min, Q

from agents.engine import log
from agents.engine.sessions import of_issues
from agents.models import AgentRun, Session
from crux import health
from newsletter.intake import flow
from newsletter.models import Issue, Newsletter, Story
from subscribers.models import Delivery

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_UNSENT = (
    Delivery.State.QUEUED,
    Delivery.State.CLAIMED,
    Delivery.State.STARTED,
    Delivery.State.DEFERRED,
)


class Gauge(NamedTuple):
    """One number; `of` names the newsletter that it is about, where it is about one."""

    name: str
    told: str
    value: float
    of: str = ""


def exposition() -> str:
    """All gauges as text; only that the database is away, where it is."""
    try:
        gauges = [*_of_health(health.examine()), *_of_work()]
    except Error:
        gauges = [_ready(is_ready=False)]
    return "".join(_lines(gauges))


def _lines(gauges: Iterable[Gauge]) -> Iterator[str]:
    told: set[str] = set()
    for gauge in gauges:
        name = f"crux_{gauge.name}"
        if gauge.name not in told:
            yield f"# HELP {name} {gauge.told}\n# TYPE {name} gauge\n"
            told.add(gauge.name)
        label = f'{{newsletter="{gauge.of}"}}' if gauge.of else ""
        yield f"{name}{label} {gauge.value:g}\n"


def _ready(*, is_ready: bool) -> Gauge:
    return Gauge("ready", "Whether pages can be served.", is_ready)


def _of_health(found: health.Health) -> Iterator[Gauge]:
    yield _ready(is_ready=found.is_ready)
    yield Gauge("well", "Whether Crux as a whole does its work.", found.is_well)
    if not found.is_ready:
        return
    numbers = (
        ("sweep_age_seconds", "Since the last sweep.", found.sweep_age_seconds),
        ("sessions_waiting", "Sessions that no worker is on.", found.queue),
        (
            "session_stalled_seconds",
            "How long the oldest session stands still.",
            found.oldest_stalled_seconds or 0,
        ),
        ("slots_missed", "Newsletters whose last slot went by.", found.missed_slots),
        ("alerts_untold", "Alerts that could not be sent.", found.untold_alerts),
        ("troubles", "What the clock cannot do.", len(found.troubles or ())),
    )
    for name, told, value in numbers:
        if value is not None:
            yield Gauge(name, told, float(value))


def _of_work() -> Iterator[Gauge]:
    now = log.database_now()
    letters = Delivery.objects.filter(issue__dispatch__paused_at=None).aggregate(
        oldest=Min("created_at", filter=Q(state__in=_UNSENT))
    )
    yield Gauge(
        "letters_oldest_unsent_seconds",
        "Age of the oldest letter that is still to go.",
        _since(letters["oldest"], now) or 0.0,
    )
    yield Gauge(
        "letters_uncertain",
        "Letters that a crash left between begun and taken.",
        Delivery.objects.filter(state=Delivery.State.UNCERTAIN).count(),
    )
    month = now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    spent = AgentRun.objects.filter(started_at__gte=month)
    yield Gauge(
        "dollars_this_month",
        "What models cost in this month, at list price.",
        float(sum(spent.values_list("dollars", flat=True))),
    )
    yield from _of_stories(now)
    yield from _of_newsletters(now)


def _of_stories(now: datetime) -> Iterator[Gauge]:
    for one in flow.states(Story.objects.all()):
        told = f"Stories that are {one.name}."
        yield Gauge(f"stories_{one.state}", told, one.number)
    told = "Stories that intake should have moved on for an hour."
    yield Gauge("stories_still", told, flow.still(now).count())
    told = "Stories that are tried again by themselves."
    yield Gauge("stories_retrying", told, flow.retrying(now).count())
    failed = sum(step.failed for step in flow.steps(now))
    told = "Steps of stories that failed within a day."
    yield Gauge("story_steps_failed", told, failed)


def _of_newsletters(now: datetime) -> Iterator[Gauge]:
    newsletters = Newsletter.objects.filter(is_active=True).annotate(
        last=Max(
            "issues__published_at", filter=Q(issues__status=Issue.Status.PUBLISHED)
        )
    )
    seconds: list[Gauge] = []
    for newsletter in newsletters:
        age = _since(newsletter.last, now)
        if age is not None:
            told = "Since the last issue was published."
            yield Gauge("issue_age_seconds", told, age, newsletter.slug)
        ended = of_issues().filter(
            newsletter=newsletter, status=Session.Status.FINISHED
        )
        last = ended.order_by("-ended_at").first()
        if last and last.ended_at:
            told = "How long the last session took that made an issue."
            took = (last.ended_at - last.created_at).total_seconds()
            seconds.append(Gauge("session_seconds", told, took, newsletter.slug))
    yield from seconds


def _since(moment: datetime | None, now: datetime) -> float | None:
    return (now - moment).total_seconds() if moment else None
