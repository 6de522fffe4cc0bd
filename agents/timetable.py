"""When each newsletter's next session is due. Two clocks ticking make one session."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import structlog

from agents import log, sessions, web
from agents.models import Session
from agents.workflows import UnknownWorkflow
from newsletter.models import Newsletter

logger = structlog.get_logger(__name__)

# A slot missed by more than this is skipped: better no letter than last week's.
CATCH_UP = timedelta(hours=36)


def latest_slot(newsletter: Newsletter, now: datetime) -> datetime:
    """The newest moment on the newsletter's timetable that is not after `now`.

    The time of day is the newsletter's own zone's, so daylight saving moves the slot
    in UTC and not for the readers.
    """
    zone = ZoneInfo(newsletter.timezone)
    local = now.astimezone(zone)
    day = local.date() - timedelta(days=(local.weekday() - newsletter.weekday) % 7)
    slot = datetime.combine(day, newsletter.send_at, tzinfo=zone)
    if slot > now:
        slot = datetime.combine(
            day - timedelta(days=7), newsletter.send_at, tzinfo=zone
        )
    return slot.astimezone(ZoneInfo("UTC"))


def begin_due() -> list[Session]:
    """Begin a session for every newsletter whose latest slot has none yet."""
    now = log.database_now()
    begun = []
    for newsletter in Newsletter.objects.filter(is_active=True):
        try:
            if session := _begin_if_due(newsletter, now):
                begun.append(session)
        except (ZoneInfoNotFoundError, UnknownWorkflow) as error:
            logger.error(
                "bad_newsletter", newsletter=newsletter.slug, reason=str(error)
            )
    return begun


def _begin_if_due(newsletter: Newsletter, now: datetime) -> Session | None:
    slot = latest_slot(newsletter, now)
    if slot < newsletter.created_at or newsletter.sessions.filter(slot=slot).exists():
        return None
    if now - slot > CATCH_UP:
        return None
    plan = sessions.Plan(sources=web.choose(), slot=slot)
    logger.info("session_due", newsletter=newsletter.slug, slot=slot.isoformat())
    return sessions.start(newsletter, plan)
