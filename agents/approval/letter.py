"""What an operator is told of a draft that waits: what, until when, and how to decide."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from django.urls import reverse

from agents.approval import repeats
from agents.events.approval import ApprovalMode, WhenLapsed
from agents.models import Session
from agents.workflows.approval import Asking
from newsletter.models import BadTimezone, Issue, Newsletter
from newsletter.verification.scorecard.wording import rows
from subscribers.alerts import Link
from subscribers.delivery import audience, clearance
from subscribers.letters.compose import compose
from subscribers.signatures import Salt

# As much of a draft's name as a link carries.
SHORT = 16


def when(moment: datetime, newsletter: Newsletter) -> str:
    """`Thursday 6 November, 12:00 (Europe/Berlin)`: by the newsletter's own clock."""
    try:
        zone = newsletter.zone
    except BadTimezone:
        zone = ZoneInfo("UTC")
    return f"{moment.astimezone(zone):%A %-d %B, %H:%M} ({zone.key})"


def terms(asking: Asking, newsletter: Newsletter) -> str:
    """Until when a person may decide, and what happens then, in one sentence."""
    until = when(asking.until, newsletter)
    if asking.mode == ApprovalMode.VETO:
        return f"It goes out on {until} unless somebody stops it."
    then = "is sent" if asking.then == WhenLapsed.SEND else "is skipped"
    return f"It waits for a yes until {until}; if nobody decides, it {then}."


def subject(session: Session, issue: Issue, asking: Asking) -> str:
    """What is asked, until when, and about which issue of which newsletter."""
    until = when(asking.until, session.newsletter)
    about = f"{session.newsletter.title}, {issue.subject}"
    if asking.mode == ApprovalMode.VETO:
        return f"Goes out on {until} unless stopped: {about}"
    return f"Waits for your yes until {until}: {about}"


def text(session: Session, issue: Issue) -> str:
    """The issue in a few lines: for how many, what it tells, and its figures."""
    readers = audience.count(issue)
    paragraphs = [
        f"{session.newsletter.title}: “{issue.subject}”, for {readers:,} "
        f"{'reader' if readers == 1 else 'readers'}.",
        _listed("It tells", (item.title for item in issue.draft.items)),
        _listed("In numbers", _figures(issue)),
        _listed("As it is it would not be sent", _obstacles(issue)),
        _listed("Its stories elsewhere", repeats.notes(session)),
    ]
    return "\n\n".join(filter(None, paragraphs))


def _listed(heading: str, lines: Iterable[str]) -> str:
    told = "\n".join(f"- {line}" for line in lines)
    return f"{heading}:\n{told}" if told else ""


def _figures(issue: Issue) -> Iterator[str]:
    for row in rows(issue.scorecard):
        yield f"{row.name}: {row.value}"


def _obstacles(issue: Issue) -> Iterator[str]:
    letters = compose(issue, at=issue.created_at)
    for obstacle in clearance.found(issue, letters):
        yield obstacle.message


def yes(asking: Asking) -> str:
    """What the way to a yes is called: with a veto it goes out at its time anyway."""
    return "Send it now" if asking.mode == ApprovalMode.VETO else "Yes, send it"


def links(session: Session, issue: Issue, asking: Asking) -> tuple[Link, ...]:
    """The ways to decide, and to look first."""
    about = reference(session, asking)
    return (
        Link(yes(asking), "/approve/", Salt.APPROVE, about),
        Link("Stop it", "/stop/", Salt.STOP, about),
        Link("See page and letter on the desk", desk_page(issue)),
    )


def reference(session: Session, asking: Asking) -> str:
    """What a link is about: one draft of one session, its subject with it."""
    return f"{session.pk}.{asking.draft[:SHORT]}"


def desk_page(issue: Issue) -> str:
    """Where page and letter are seen as readers will see them."""
    return reverse("admin:newsletter_issue_change", args=[issue.pk])
