"""Approval on the desk: what waits for a yes, its buttons, and who decided when and why."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_POST

from agents.approval import letter, people, repeats
from agents.desk.forms import DecisionForm
from agents.engine import log, sessions
from agents.engine.steering import Decision, NotPossible
from agents.events import wording
from agents.events.approval import ApprovalMode, Via
from agents.events.schema import Kind
from agents.models import Session
from agents.workflows.approval import Asking
from agents.workflows.state import State
from agents.workflows.table import UnknownWorkflow
from newsletter.models import Issue

_OUTCOMES = {
    Kind.APPROVAL_GIVEN: "Approved",
    Kind.APPROVAL_REFUSED: "Stopped",
    Kind.APPROVAL_LAPSED: "Its time went by undecided",
}


class Waits(NamedTuple):
    """A draft that waits for a person: the box that the desk shows."""

    session: Session
    draft: str
    terms: str
    is_veto: bool
    # What became of its stories elsewhere: `agents.approval.repeats`.
    notes: tuple[str, ...] = ()
    may_edit: bool = False
    # Whether the issue beside the buttons is still that of a draft before.
    is_stale: bool = False


class Review(NamedTuple):
    """What was decided about a draft: by whom, when, by which way, and why."""

    outcome: str
    reviewed_by: str
    reviewed_at: datetime
    way: str
    reason: str
    draft_sha256: str


@dataclass(frozen=True, slots=True)
class Approval:
    """What a session asks for now, and what was decided before."""

    waits: Waits | None
    reviews: tuple[Review, ...]


def look(session: Session) -> Approval:
    """The approval of a session; raises UnknownWorkflow."""
    state = log.state(session)
    waits = None
    if asked := state.still_asked(log.database_now()):
        waits = _waits(session, asked)._replace(
            notes=repeats.notes(session),
            may_edit=state.may_be_edited,
            is_stale=_is_stale(session, state),
        )
    return Approval(waits, tuple(_reviews(session)))


def _is_stale(session: Session, state: State) -> bool:
    """Whether the desk still shows the issue of a draft before the edited one."""
    issue = Issue.objects.filter(session_name=session.name).first()
    if issue is None:
        return False
    draft = state.present_draft
    told = (issue.draft_sha256, issue.subject, issue.preheader)
    return told != (state.draft_sha256, draft["subject"], draft["preheader"])


def waiting() -> Iterator[Waits]:
    """Every draft that waits for a person, the oldest first."""
    for session, asked in sessions.awaiting_approval():
        yield _waits(session, asked)


def _waits(session: Session, asked: Asking) -> Waits:
    terms = letter.terms(asked, session.newsletter)
    is_veto = asked.mode == ApprovalMode.VETO
    return Waits(session, asked.draft, terms, is_veto)


def _reviews(session: Session) -> Iterator[Review]:
    for event in session.events.of_kind(*_OUTCOMES).order_by("seq"):
        data = event.data
        yield Review(
            outcome=_OUTCOMES[Kind(event.event_type)],
            reviewed_by=data.get("by", ""),
            reviewed_at=event.created_at,
            way=wording.WAYS.get(data.get("via", ""), ""),
            reason=data.get("why", ""),
            draft_sha256=data["draft_sha256"],
        )


def page_of(session: Session) -> str:
    """Where it is decided."""
    issue = Issue.objects.filter(session_name=session.name).first()
    return page_beside(session, issue)


def page_beside(session: Session, issue: Issue | None) -> str:
    """Where it is decided: beside page and letter, else beside the log."""
    if issue is not None:
        page = reverse("admin:newsletter_issue_change", args=[issue.pk])
    else:
        page = reverse("admin:agents_session_change", args=[session.pk])
    return f"{page}#approval"


# --- The buttons --------------------------------------------------------------------


def settle(session: Session, decision: Decision) -> str:
    """Put a decision on the log; what comes of it, in words. Raises NotPossible."""
    repeats.decide(session, decision)
    if not decision.is_yes:
        return "Stopped: no issue goes out."
    if session.status == Session.Status.PAUSED:
        return "Approved. The session is paused: it goes out once you let it go on."
    return "Approved: it goes out with the next look around of a worker."


class ApprovalDesk(admin.ModelAdmin):  # type: ignore[type-arg]
    """The address of the buttons, for the desk of sessions."""

    def get_urls(self) -> list[URLPattern]:
        guarded = self.admin_site.admin_view(require_POST(self.decide))
        return [
            path("<int:pk>/decide/", guarded, name="agents_session_decide"),
            *super().get_urls(),
        ]

    def decide(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Do what the button says to the draft that stood beside it."""
        session = get_object_or_404(Session.objects.select_related("newsletter"), pk=pk)
        if not request.user.has_perm(people.MAY_DECIDE):
            raise PermissionDenied
        form = DecisionForm(request.POST)
        if not form.is_valid():
            messages.error(request, f"That was not understood: {form.errors.as_text()}")
            return redirect(page_of(session))
        wanted = form.cleaned_data
        decision = Decision(
            is_yes=wanted["act"] == "approve",
            draft=wanted["draft"],
            by=people.named(request.user.get_username()),
            via=Via.DESK,
            why=wanted["why"],
        )
        try:
            told = settle(session, decision)
        except (NotPossible, UnknownWorkflow) as error:
            messages.error(request, str(error))
        else:
            messages.success(request, told)
            self.log_change(request, session, f"{told} {decision.why}".strip())
        return redirect(page_of(session))
