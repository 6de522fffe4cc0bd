"""Sessions: how far they are, their logs, and what may be done with them."""

from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema, Status
from pydantic import Field

from agents.access.scopes import Scope
from agents.approval import letter, repeats
from agents.doors import acting, lines, tickets
from agents.doors.api.access import Key, known_caller
from agents.doors.api.newsletters import find_newsletter
from agents.doors.api.shapes import (
    OfNewsletter,
    PageNumber,
    PageOf,
    PerPage,
    SessionName,
    SlugText,
    Strict,
    Text,
    one_of,
    paged,
)
from agents.doors.problems import Problem
from agents.engine import log
from agents.engine.sessions import of_issues
from agents.engine.steering import NotPossible
from agents.models import AgentEvent, Session
from agents.workflows.table import OF_ISSUES, UnknownWorkflow
from newsletter.models import Issue

router = Router(tags=["Sessions"])
READ, WRITE = Key(Scope.SESSIONS_READ), Key(Scope.SESSIONS_WRITE)
DECIDE = Key(Scope.SESSIONS_DECIDE)
StatusName = Annotated[str, Query(pattern=one_of(Session.Status.values))]
After = Annotated[int, Query(ge=0, le=2**31 - 1)]


class SessionShape(Schema):
    """One run of a workflow. `last_seq` is the number of the last line of its log."""

    name: str
    newsletter: str
    workflow: str
    version: int
    status: str
    reason: str
    sources: str
    is_dry_run: bool
    as_of: datetime
    created_at: datetime
    ended_at: datetime | None
    last_seq: int
    issue: str | None = Field(description="The slug of its issue, if it made one.")


class Sessions(PageOf):
    items: list[SessionShape]


class StepShape(Schema):
    status: str
    message: str


class WorkflowStatusShape(Schema):
    """As the tool `check_workflow_status` answers; `next_step` is null when it is over."""

    status: str
    message: str = ""
    progress: str = ""
    next_step: str | None = None
    steps: dict[str, StepShape]


class EventShape(Schema):
    """A line of the log; `hash` chains it to the one before."""

    seq: int
    event_type: str
    agent: str
    brain: str
    created_at: datetime
    data: dict[str, Any]
    hash: str


class Events(Schema):
    """`next` is the `after` to ask with for what follows."""

    items: list[EventShape]
    next: int


class ApprovalShape(Schema):
    """What waits for a decision; `draft` is what a decision has to name."""

    is_open: bool
    mode: str = ""
    until: datetime | None = None
    terms: str = ""
    draft: str = ""
    subject: str = ""
    markdown: str = ""
    # What became of its stories elsewhere: an issue told them since, say.
    notes: list[str] = []


class Begin(Strict):
    """Without `workflow` it is the newsletter's."""

    newsletter: SlugText
    workflow: Annotated[str, Field(pattern=one_of(OF_ISSUES))] = ""
    dry_run: bool = Field(
        default=False, description="Compose; publish and send nothing."
    )


class Why(Strict):
    reason: Text = ""


class Decided(Strict):
    """`draft`: as `approval` names it, so that the yes is to what was seen."""

    draft: Annotated[str, Field(pattern="^[0-9a-f]{8,64}$")]
    why: Text = ""


class Done(Schema):
    """What came of it, and the session it is about now."""

    message: str
    session: SessionShape


@router.get("/sessions", response=Sessions, auth=READ, operation_id="listSessions")
def sessions(
    request: HttpRequest,
    newsletter: OfNewsletter = "",
    status: StatusName = "",
    page: PageNumber = 1,
    per_page: PerPage = 30,
) -> dict[str, Any]:
    """Sessions, the newest first."""
    rows = of_issues().select_related("newsletter")
    if newsletter:
        rows = rows.filter(newsletter__slug=newsletter)
    if status:
        rows = rows.filter(status=status)
    return paged(rows, page, per_page, session_shape)


@router.post("/sessions", response={201: Done}, auth=WRITE, operation_id="beginSession")
def begin(
    request: HttpRequest, response: HttpResponse, wanted: Begin
) -> Status[dict[str, Any]]:
    """Begin a session beside the timetable. A worker takes it up as it looks around."""
    found = find_newsletter(wanted.newsletter)
    try:
        session, told = acting.begin(
            found, workflow=wanted.workflow, is_dry_run=wanted.dry_run
        )
    except (NotPossible, UnknownWorkflow) as error:
        todo = "Mend that, then send it again."
        raise Problem("conflict", str(error), todo=todo) from error
    response["Location"] = f"/api/v1/sessions/{session.name}"
    return Status(201, _done(session, told))


@router.get(
    "/sessions/{name}", response=SessionShape, auth=READ, operation_id="getSession"
)
def session(request: HttpRequest, name: SessionName) -> SessionShape:
    """One session."""
    return session_shape(find_session(name))


@router.get(
    "/sessions/{name}/status",
    response=WorkflowStatusShape,
    auth=READ,
    operation_id="checkWorkflowStatus",
)
def status(request: HttpRequest, name: SessionName) -> dict[str, Any]:
    """How far it is, step by step."""
    return log.status(find_session(name)).as_json()


@router.get(
    "/sessions/{name}/events", response=Events, auth=READ, operation_id="listEvents"
)
def events(
    request: HttpRequest, name: SessionName, after: After = 0, per_page: PerPage = 100
) -> dict[str, Any]:
    """Its log after the line `after`, the oldest line first."""
    found = find_session(name)
    rows = found.events.filter(seq__gt=after).order_by("seq")[:per_page]
    items = [event_shape(row) for row in rows]
    return {"items": items, "next": items[-1].seq if items else after}


@router.get(
    "/sessions/{name}/events/live",
    response={307: None},
    auth=READ,
    operation_id="watchEvents",
)
def live(
    request: HttpRequest, response: HttpResponse, name: SessionName, after: After = 0
) -> Status[None]:
    """Its log as it grows, by server-sent events: leads to where they are sent from.

    `id` is the number of a line, `event` its kind, `data` the line itself; `event: end`
    comes once the session is over, and who returns with its last line is answered 204. A
    stream ends after ten minutes: ask here again, with
    `Last-Event-ID` or `after`. The address in `Location` holds a ticket that is good for
    a minute, and for this session alone.
    """
    session = find_session(name)
    response["Location"] = tickets.address(session, known_caller(request), after)
    return Status(307, None)


@router.get(
    "/sessions/{name}/approval",
    response=ApprovalShape,
    auth=READ,
    operation_id="getApproval",
)
def approval(request: HttpRequest, name: SessionName) -> dict[str, Any]:
    """What it asks a person for now, with the issue as it would go out."""
    found = find_session(name)
    state = log.state(found)
    asking = state.still_asked(log.database_now())
    if asking is None:
        return {"is_open": False}
    draft = state.present_draft  # the preview of one that was edited comes later
    return {
        "is_open": True,
        "mode": asking.mode,
        "until": asking.until,
        "terms": letter.terms(asking, found.newsletter),
        "draft": asking.draft,
        "subject": draft.get("subject", ""),
        "markdown": draft.get("markdown", ""),
        "notes": repeats.notes(found),
    }


@router.post(
    "/sessions/{name}/resume", response=Done, auth=WRITE, operation_id="resumeSession"
)
def resume(request: HttpRequest, name: SessionName) -> dict[str, Any]:
    """Let it go on where it was held, or try again the step that ended it."""
    by = known_caller(request).name
    return _done(*acting.resume(find_session(name), by))


@router.post(
    "/sessions/{name}/pause", response=Done, auth=WRITE, operation_id="pauseSession"
)
def pause(request: HttpRequest, name: SessionName, wanted: Why) -> dict[str, Any]:
    """Begin no further step; what runs now is finished and kept."""
    by = known_caller(request).name
    return _done(*acting.pause(find_session(name), by, wanted.reason))


@router.post(
    "/sessions/{name}/cancel", response=Done, auth=WRITE, operation_id="cancelSession"
)
def cancel(request: HttpRequest, name: SessionName, wanted: Why) -> dict[str, Any]:
    """End it without an issue."""
    by = known_caller(request).name
    return _done(*acting.cancel(find_session(name), by, wanted.reason))


@router.post(
    "/sessions/{name}/approve", response=Done, auth=DECIDE, operation_id="approve"
)
def approve(request: HttpRequest, name: SessionName, wanted: Decided) -> dict[str, Any]:
    """Let the draft go out that waits for it. The first decision is the one."""
    return _decided(request, name, wanted, is_yes=True)


@router.post(
    "/sessions/{name}/reject", response=Done, auth=DECIDE, operation_id="reject"
)
def reject(request: HttpRequest, name: SessionName, wanted: Decided) -> dict[str, Any]:
    """Stop the draft that waits: no issue goes out."""
    return _decided(request, name, wanted, is_yes=False)


# --- Finding and showing ------------------------------------------------------------


def find_session(name: str) -> Session:
    """The session of that name; raises Problem."""
    found = Session.objects.select_related("newsletter").filter(name=name).first()
    if found is None:
        raise Problem("not-found", f"No session {name!r}.")
    return found


def _decided(
    request: HttpRequest, name: str, wanted: Decided, *, is_yes: bool
) -> dict[str, Any]:
    by = known_caller(request).name
    session = find_session(name)
    return _done(*acting.decide(session, by, wanted.draft, wanted.why, is_yes=is_yes))


def _done(session: Session, told: str) -> dict[str, Any]:
    return {"message": told, "session": session_shape(session)}


def session_shape(row: Session) -> SessionShape:
    issue = Issue.objects.filter(session_name=row.name).values_list("slug", flat=True)
    return SessionShape(
        name=row.name,
        newsletter=row.newsletter.slug,
        workflow=row.workflow,
        version=row.version,
        status=row.status,
        reason=row.reason,
        sources=row.sources,
        is_dry_run=row.is_dry_run,
        as_of=row.as_of,
        created_at=row.created_at,
        ended_at=row.ended_at,
        last_seq=row.last_seq,
        issue=issue.first(),
    )


def event_shape(row: AgentEvent) -> EventShape:
    return EventShape.model_validate(lines.told(row))
