"""The tools: each a function of the client and its arguments, with the scope it takes."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from agents.access.scopes import Scope
from agents.assistants.task import CannotDo
from agents.doors import acting, lines
from agents.doors.api import newsletters as reading
from agents.doors.api.sessions import session_shape
from agents.doors.mcp import stepping
from agents.doors.mcp.calling import Client, Refused
from agents.doors.problems import Problem
from agents.engine import log
from agents.engine.sessions import of_issues
from agents.engine.steering import NotPossible
from agents.executions import calling
from agents.models import Session
from agents.registry.contract import Request, RequestMetadata, Trigger
from agents.workflows.digest import DIGEST
from agents.workflows.status import NEW
from agents.workflows.table import UnknownWorkflow
from newsletter.issues import search
from newsletter.models import Newsletter
from newsletter.pages.paths import default_newsletter, place_of
from newsletter.pages.public import published

Name = Annotated[str, Field(pattern=r"^[-a-zA-Z0-9_]{1,80}$")]
Slug = Annotated[str, Field(pattern=r"^[-a-zA-Z0-9_]{1,140}$")]
OptionalSlug = Annotated[str, Field(pattern=r"^[-a-zA-Z0-9_]{0,140}$")]
Words = Annotated[str, Field(max_length=200, pattern=r"^[^\x00]*$")]
Reason = Annotated[str, Field(max_length=1000, pattern=r"^[^\x00]*$")]
MOST_LISTED = 30


class Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Nothing(Arguments):
    pass


class OfSession(Arguments):
    session_id: Name = Field(description="As begin_session names it.")


class OfStep(OfSession):
    step: Annotated[str, Field(pattern="^[a-z_]{1,40}$")]


class Begin(Arguments):
    newsletter: OptionalSlug = Field(
        default="", description="Left out only where one alone is active."
    )
    workflow: OptionalSlug = Field(default="digest")
    dry_run: bool = Field(default=False, description="Publish and send nothing.")


class Steer(OfSession):
    act: Annotated[
        str, Field(pattern="^(pause|cancel)$", description="pause or cancel")
    ]
    reason: Reason = ""


class Lines(OfSession):
    after: int = Field(default=0, ge=0, le=2**31 - 1)
    limit: int = Field(default=50, ge=1, le=100)


class Issues(Arguments):
    newsletter: OptionalSlug = Field(default="", description="Else the first one.")


class OfIssue(Arguments):
    newsletter: Slug
    issue: Slug


class Find(Arguments):
    words: Words
    newsletter: OptionalSlug = ""


class Ask(Arguments):
    question: Words
    newsletter: OptionalSlug = ""


class Tool(NamedTuple):
    """`scope` None: everybody who may call at all."""

    about: str
    arguments: type[Arguments]
    act: Callable[[Client, Any], Any]
    scope: Scope | None = None
    changes: bool = False


# --- What they do ---------------------------------------------------------------------


def _session(name: str) -> Session:
    found = Session.objects.select_related("newsletter").filter(name=name).first()
    if found is None:
        raise Refused(f"No session {name!r}; begin_session makes one.")
    return found


def _newsletter(slug: str) -> Newsletter:
    found = reading.find_newsletter(slug) if slug else default_newsletter()
    if found is None:
        raise Refused("There is no newsletter yet; make one on the desk.")
    return found


def check_workflow_status(_: Client, given: OfSession) -> Any:
    session = Session.objects.filter(name=given.session_id).first()
    if session is None:
        return NEW.as_json()
    return log.status(session).as_json()


def begin_session(_: Client, given: Begin) -> Any:
    try:
        newsletter = (
            _newsletter(given.newsletter)
            if given.newsletter
            else calling.newsletter_of(None, "")
        )
    except CannotDo as error:
        raise Refused(str(error)) from error
    session, told = acting.begin(
        newsletter, workflow=given.workflow, is_dry_run=given.dry_run
    )
    return {"status": "ok", "session_id": session.name, "message": told}


def resume_session(client: Client, given: OfSession) -> Any:
    session, told = acting.resume(_session(given.session_id), client.name)
    return {"status": "ok", "session_id": session.name, "message": told}


def steer_session(client: Client, given: Steer) -> Any:
    act = acting.pause if given.act == "pause" else acting.cancel
    session, told = act(_session(given.session_id), client.name, given.reason)
    return {"status": "ok", "session_id": session.name, "message": told}


def run_step(_: Client, given: OfStep) -> Any:
    return stepping.do(_session(given.session_id), given.step)


def _one_step(step: str, _: Client, given: OfSession) -> Any:
    return stepping.do(_session(given.session_id), step)


def list_sessions(_: Client, __: Nothing) -> Any:
    rows = of_issues().select_related("newsletter")[:MOST_LISTED]
    return [session_shape(row).model_dump(mode="json") for row in rows]


def read_events(_: Client, given: Lines) -> Any:
    rows = _session(given.session_id).events.filter(seq__gt=given.after)
    items = [lines.told(row) for row in rows.order_by("seq")[: given.limit]]
    return {"items": items, "next": items[-1]["seq"] if items else given.after}


def list_issues(_: Client, given: Issues) -> Any:
    place = place_of(_newsletter(given.newsletter))
    rows = published(place.newsletter).defer("page_html", "markdown")[:MOST_LISTED]
    return [reading.issue_line(place, row).model_dump(mode="json") for row in rows]


def read_issue(_: Client, given: OfIssue) -> Any:
    place, found = reading.find_issue(given.newsletter, given.issue)
    return reading.issue_shape(place, found).model_dump(mode="json")


def read_evidence(_: Client, given: OfIssue) -> Any:
    place, found = reading.find_issue(given.newsletter, given.issue)
    path = place.issue(found)
    rows = found.citations.select_related("source").defer("source__text")
    return [reading.citation_shape(path, row).model_dump(mode="json") for row in rows]


def search_issues(_: Client, given: Find) -> Any:
    place = place_of(_newsletter(given.newsletter))
    found = search.find(place.newsletter, given.words)
    return [reading.found_shape(place, one).model_dump(mode="json") for one in found]


def ask(client: Client, given: Ask) -> Any:
    asked = Request(
        user_id=client.name,
        input={"question": given.question, "newsletter": given.newsletter},
        metadata=RequestMetadata(trigger=Trigger.MCP),
    )
    told = calling.call("ask", asked)
    if not told.success:
        raise Refused(told.error or "It came to nothing.")
    return told.output


# --- The table ------------------------------------------------------------------------

_STEPS = {
    "gather_urls": "Step 1: gather the week's addresses.",
    "filter_urls": "Step 2: keep those that may be told.",
    "download_articles": "Step 3: read their texts.",
    "extract_summaries": "Step 4: two sentences of each, word for word.",
    "rate_articles": "Step 5: rate each story.",
    "cluster_topics": "Step 6: group them by topic.",
    "select_sections": "Step 7: cut the sections.",
    "draft_sections": "Step 8: write each section with its citations.",
    "finalize_newsletter": "Step 9: put the draft together.",
}
_HOW = " Steps run in order; one that is complete is answered, not done again."
_READ, _WRITE = Scope.SESSIONS_READ, Scope.SESSIONS_WRITE

TOOLS: dict[str, Tool] = {
    "check_workflow_status": Tool(
        "How far a session is, step by step. Call it first, and between steps.",
        OfSession,
        check_workflow_status,
        _READ,
    ),
    "begin_session": Tool(
        "Begin a session: one run of a workflow (digest, brief, scouts) toward an issue.",
        Begin,
        begin_session,
        _WRITE,
        changes=True,
    ),
    "resume_session": Tool(
        "Let a session go on where it was held, or try again the step that ended it.",
        OfSession,
        resume_session,
        _WRITE,
        changes=True,
    ),
    "steer_session": Tool(
        "Pause a session, or cancel it. Approving an issue is for a person: on the desk, "
        "by letter, or over the API.",
        Steer,
        steer_session,
        _WRITE,
        changes=True,
    ),
    **{
        name: Tool(
            about + _HOW, OfSession, partial(_one_step, name), _WRITE, changes=True
        )
        for name, about in _STEPS.items()
    },
    "run_step": Tool(
        "Run any step of a session by its name: after the nine, critic, verifier and "
        "delivery; or those of another workflow.",
        OfStep,
        run_step,
        _WRITE,
        changes=True,
    ),
    "list_sessions": Tool("The newest sessions.", Nothing, list_sessions, _READ),
    "read_events": Tool(
        "A session's log, line by line, after a given line.", Lines, read_events, _READ
    ),
    "list_issues": Tool("The newest published issues.", Issues, list_issues),
    "read_issue": Tool(
        "One issue as Markdown, with its corrections.", OfIssue, read_issue
    ),
    "read_evidence": Tool(
        "What each claim of an issue rests on: the quote, its source, its hash.",
        OfIssue,
        read_evidence,
    ),
    "ask": Tool(
        "Answer a question from published issues and their evidence alone, each sentence "
        "cited; “not covered” where they do not tell.",
        Ask,
        ask,
        Scope.AGENTS_CALL,
    ),
    "search_issues": Tool("Published issues that hold all words.", Find, search_issues),
}
if missing := set(_STEPS) - set(DIGEST.by_name):
    raise RuntimeError(f"No steps of the digest: {missing}")


def offered(client: Client) -> dict[str, Tool]:
    """The tools that this client may use; of others it is not told."""
    return {name: tool for name, tool in TOOLS.items() if client.may(tool.scope)}


def call(client: Client, name: str, given: dict[str, Any]) -> Any:
    """What the tool answers; raises Refused, and KeyError for what is not offered."""
    tool = offered(client)[name]
    try:
        return tool.act(client, tool.arguments.model_validate(given))
    except (NotPossible, UnknownWorkflow) as error:
        raise Refused(str(error)) from error
    except Problem as problem:
        raise Refused(str(problem.as_json()["detail"])) from problem
