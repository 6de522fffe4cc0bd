"""Asking operators for approval: the issue as a preview, and a letter to each of them.

The asking itself is on the session's log. All that is done here may be done again: the
preview is made once for a draft, and each operator is written to once about it.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

import structlog
from django.conf import settings
from django.contrib.auth import get_user_model
from django.urls import reverse

from agents.engine import log, sessions
from agents.engine.chores import Trouble
from agents.engine.leases import Lease
from agents.events.schema import ApprovalMode, WhenLapsed
from agents.models import Session
from agents.prompts.loader import roster
from agents.tools.certification.certify import verified_draft
from agents.tools.certification.publish import publish_draft
from agents.tools.workbench import Workbench
from agents.workflows.approval import Asking
from agents.workflows.state import State
from newsletter.models import BadTimezone, Issue, Newsletter
from newsletter.verification.scorecard.wording import rows
from subscribers import alerts
from subscribers.alerts import Link
from subscribers.delivery import audience, clearance
from subscribers.letters.compose import compose
from subscribers.signatures import Salt

logger = structlog.get_logger(__name__)

# As much of a draft's hash as a link carries.
SHORT = 16


def ask_all() -> int:
    """Ask about every draft that waits for a person; how many wait. Raises Trouble."""
    waiting, unasked = list(sessions.awaiting_approval()), 0
    for session, asking in waiting:
        try:
            ask(session, asking)
        except Exception:
            # One that cannot be shown must not keep the others from being asked about.
            logger.exception("not_asked", session_id=session.name)
            unasked += 1
    if unasked:
        raise Trouble(f"{unasked} of {len(waiting)} drafts cannot be asked about")
    return len(waiting)


def ask(session: Session, asking: Asking) -> None:
    """Show the issue on the desk, and write to whom has not been written to about it."""
    issue = preview(session)
    if issue is None or issue.draft_sha256 != asking.draft_sha256:
        return  # changed meanwhile: it is asked about anew
    about = f"approval:{session.name}:{asking.draft_sha256[:SHORT]}"
    subject, text = _subject(session, issue, asking), _text(session, issue, asking)
    for address in approvers():
        alerts.ask(
            subject,
            text,
            to=address,
            links=_links(session, issue, asking),
            once=f"{about}:{address}"[:200],
        )
    if set(alerts.ways()) - {alerts.LETTER}:
        desk = f"{settings.BASE_URL}{_desk_page(issue)}"
        alerts.ask(subject, f"{text}\n\n{desk}", once=f"{about}:webhook")


def preview(session: Session) -> Issue | None:
    """The session's issue as it would go out, on no public page; None without a draft."""
    state = log.state(session)
    verified = verified_draft(state)
    if verified is None:
        return None
    made = Issue.objects.filter(session_name=session.name).first()
    if made and made.draft_sha256 == verified.sha256:
        return made
    return publish_draft(_bench(session, state), verified, is_preview=True)


def _bench(session: Session, state: State) -> Workbench:
    """The table of the step that delivers, with nobody at it."""
    [step] = [step.name for step in state.workflow.steps if step.delivers]
    lease = Lease(0, session.pk, session.name, step, state.key(step), 0)
    return Workbench(
        lease, session, roster()[step], frozenset(), state, 0.0, log.HARNESS
    )


# --- Whom it is asked of ------------------------------------------------------------


def approvers() -> Mapping[str, str]:
    """Who may decide by letter: each address, and the name that goes on record.

    OPERATOR_EMAILS, and whoever may steer sessions on the desk and has an address. The
    log is public: nobody's address is a name.
    """
    staff = get_user_model().objects.filter(is_staff=True, is_active=True)
    may = [one for one in staff.exclude(email="") if one.has_perm(MAY_DECIDE)]
    found = {
        one.email.casefold(): (one.email, named(one.get_username())) for one in may
    }
    for address in settings.OPERATOR_EMAILS:
        found.setdefault(address.casefold(), (address, named(address)))
    return dict(found.values())


MAY_DECIDE = "agents.change_session"


def named(who: str) -> str:
    """The name of a person in a log that is public: of an address what is before the @."""
    return who.partition("@")[0] or who


# --- The letter ---------------------------------------------------------------------


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


def _subject(session: Session, issue: Issue, asking: Asking) -> str:
    until = when(asking.until, session.newsletter)
    if asking.mode == ApprovalMode.VETO:
        return f"Goes out on {until} unless stopped: {issue.subject}"
    return f"Waits for your yes until {until}: {issue.subject}"


def _text(session: Session, issue: Issue, asking: Asking) -> str:
    readers = audience.count(issue)
    paragraphs = [
        f"{session.newsletter.title}: “{issue.subject}”, for {readers:,} "
        f"{'reader' if readers == 1 else 'readers'}.",
        terms(asking, session.newsletter),
        _listed("It tells", (item.title for item in issue.draft.items)),
        _listed("In numbers", _figures(issue)),
        _listed("As it is it would not be sent", _obstacles(issue)),
    ]
    return "\n\n".join(filter(None, paragraphs))


def _listed(heading: str, lines: Iterator[str]) -> str:
    told = "\n".join(f"- {line}" for line in lines)
    return f"{heading}:\n{told}" if told else ""


def _figures(issue: Issue) -> Iterator[str]:
    for row in rows(issue.scorecard):
        yield f"{row.name}: {row.value}"


def _obstacles(issue: Issue) -> Iterator[str]:
    letters = compose(issue, at=issue.created_at)
    for obstacle in clearance.found(issue, letters):
        yield obstacle.message


def _links(session: Session, issue: Issue, asking: Asking) -> tuple[Link, ...]:
    about = reference(session, asking)
    return (
        Link("Yes, send it", "/approve/", Salt.APPROVE, about),
        Link("Stop it", "/stop/", Salt.STOP, about),
        Link("See page and letter on the desk", _desk_page(issue)),
    )


def reference(session: Session, asking: Asking) -> str:
    """What a link is about: one draft of one session."""
    return f"{session.pk}.{asking.draft_sha256[:SHORT]}"


def _desk_page(issue: Issue) -> str:
    return reverse("admin:newsletter_issue_change", args=[issue.pk])
