"""The schedule: when each newsletter's next session is due. Two clocks ticking make one session."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import structlog
from django.db.models import Q

from agents.engine import log, sample_or_live, sessions
from agents.models import Session
from agents.workflows.table import UnknownWorkflow, newest
from newsletter.models import BadTimezone, Newsletter
from newsletter.standards.rubric import BadRubric

logger = structlog.get_logger(__name__)

# A slot missed by more than this is skipped: better no letter than last week's.
CATCH_UP = timedelta(hours=36)


def latest_slot(newsletter: Newsletter, now: datetime) -> datetime:
    """The newest moment on the newsletter's timetable that is not after `now`.

    The time of day is the newsletter's own zone's, so daylight saving moves the slot
    in UTC and not for the readers. Raises BadTimezone.
    """
    zone = newsletter.zone
    local = now.astimezone(zone)
    day = local.date() - timedelta(days=(local.weekday() - newsletter.weekday) % 7)
    slot = datetime.combine(day, newsletter.send_at, tzinfo=zone)
    if slot > now:
        slot = datetime.combine(
            day - timedelta(days=7), newsletter.send_at, tzinfo=zone
        )
    return slot.astimezone(UTC)


def begin_due() -> list[Session]:
    """Begin a session for every newsletter whose latest slot has none yet.

    While the web is silent they wait, until they are too late and told as missed.
    """
    now = log.database_now()
    due = [pair for pair in _without_session(now) if now - pair[1] <= CATCH_UP]
    if not due:
        return []
    try:
        sources = sample_or_live.choose(newsletter for newsletter, _ in due)
    except sample_or_live.WebSilent:
        slugs = [newsletter.slug for newsletter, _ in due]
        logger.warning("slots_wait_for_the_web", slugs=slugs)
        return []
    begun = []
    for newsletter, slot in due:
        plan = sessions.Plan(sources=sources, slot=slot)
        try:
            begun.append(sessions.start(newsletter, plan))
        except (UnknownWorkflow, BadRubric) as error:
            logger.error("bad_newsletter", slug=newsletter.slug, reason=str(error))
            continue
        logger.info("session_due", slug=newsletter.slug, slot=slot.isoformat())
    return begun


def obstacle(newsletter: Newsletter) -> str:
    """Why no session of it could begin, in one sentence; empty if one could."""
    try:
        newsletter.zone, newsletter.rules, newest(newsletter.workflow)
    except (BadTimezone, BadRubric, UnknownWorkflow) as error:
        return str(error)
    return ""


def missed_slots(now: datetime) -> tuple[tuple[Newsletter, datetime], ...]:
    """The newsletters whose latest slot went by without a session, for good."""
    return tuple(
        (newsletter, slot)
        for newsletter, slot in _without_session(now)
        if now - slot > CATCH_UP
    )


def missed(now: datetime) -> tuple[str, ...]:
    """Their slugs."""
    return tuple(newsletter.slug for newsletter, _ in missed_slots(now))


def _without_session(now: datetime) -> Iterator[tuple[Newsletter, datetime]]:
    """Newsletters whose latest slot since they began has no session, nor its week."""
    slots: list[tuple[Newsletter, datetime]] = []
    for newsletter in Newsletter.objects.filter(is_active=True):
        try:
            slot = latest_slot(newsletter, now)
        except BadTimezone as error:
            logger.error("bad_newsletter", slug=newsletter.slug, reason=str(error))
            continue
        if slot >= newsletter.created_at:
            slots.append((newsletter, slot))
    weeks = {sessions.week_of(newsletter, slot) for newsletter, slot in slots}
    had = Session.objects.filter(
        Q(slot__in={slot for _, slot in slots}) | Q(week__in=weeks)
    ).values_list("newsletter_id", "slot", "week")
    taken = {(of, key) for of, *keys in had for key in keys}
    for newsletter, slot in slots:
        week = sessions.week_of(newsletter, slot)
        if not taken & {(newsletter.pk, slot), (newsletter.pk, week)}:
            yield newsletter, slot


def next_slot(newsletter: Newsletter, now: datetime) -> datetime:
    """The first moment on the newsletter's timetable after `now`. Raises BadTimezone."""
    local = latest_slot(newsletter, now).astimezone(newsletter.zone)
    day = local.date() + timedelta(days=7)
    slot = datetime.combine(day, newsletter.send_at, tzinfo=newsletter.zone)
    return slot.astimezone(UTC)
