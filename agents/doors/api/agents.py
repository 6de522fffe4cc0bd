"""Agents that are called, conversations with them, what they were asked, what they know."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema, Status
from pydantic import AfterValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from agents.access.scopes import Scope
from agents.conversations import history
from agents.doors.api.access import Key, known_caller
from agents.doors.api.newsletters import find_newsletter
from agents.doors.api.shapes import (
    OfNewsletter,
    PageNumber,
    PageOf,
    PerPage,
    Slug,
    SlugText,
    Strict,
    paged,
)
from agents.doors.problems import Problem
from agents.executions import calling
from agents.knowledge import documents
from agents.models import Conversation, Execution
from agents.registry import catalogue
from agents.registry.catalogue import UnknownAgent
from agents.registry.contract import Problem as Trouble
from agents.registry.contract import Request, RequestMetadata, Response, Trigger
from newsletter.pages.paths import default_newsletter
from newsletter.web.guard import Complaint, judge
from newsletter.web.post import PORTS

router = Router(tags=["Agents"])
READ, CALL = Key(Scope.AGENTS_READ), Key(Scope.AGENTS_CALL)
EXECUTIONS, KNOWLEDGE = Key(Scope.EXECUTIONS_READ), Key(Scope.KNOWLEDGE_READ)


def _is_public(address: str) -> str:
    judged = judge(address, PORTS)
    if isinstance(judged, Complaint):
        told = "It is no public address: {why}"
        raise PydanticCustomError("not_public", told, {"why": judged.detail})
    return address


Callback = Annotated[
    str,
    StringConstraints(max_length=1000, pattern=r"^https?://[^\s\x00-\x1f\x7f]+$"),
    AfterValidator(_is_public),
]
Words = Annotated[str, Query(max_length=200, pattern=r"^[^\x00]*$")]
# Of a call that was not begun: the kind of problem, and what to do about it.
_PROBLEMS = {
    Trouble.UNKNOWN: ("not-found", ""),
    Trouble.OFF: ("conflict", "Ask another one, or have the operator switch it on."),
}


class AgentShape(Schema):
    """`model` is null where code or rules do the work; `limits` are for one call."""

    id: str
    name: str
    purpose: str
    capabilities: list[str]
    triggers: list[str]
    input_schema: dict[str, Any]
    output_schema: dict[str, Any]
    model: str | None
    limits: dict[str, float]
    is_on: bool
    is_long: bool


class Agents(Schema):
    items: list[AgentShape]


class Asked(Strict):
    """`input` as the agent's `input_schema` has it.

    With a `callback`, a public address, the call is queued, and the address is told by
    POST which execution ended, and nothing of its content.
    """

    input: dict[str, Any] = Field(default_factory=dict)
    conversation_id: UUID | None = None
    callback: Callback | None = None


class ExecutionShape(Schema):
    """`success` is false only where it failed: whether it is over says `status`.

    `output` is null until it is done; after some days its content is taken away.
    """

    id: UUID
    agent: str
    status: str
    success: bool
    output: dict[str, Any] | None
    error: str | None
    milliseconds: int
    dollars: float
    brain: str
    created_at: datetime | None
    conversation_id: UUID | None


class Executions(PageOf):
    items: list[ExecutionShape]


class MessageShape(Schema):
    role: str
    agent: str
    content: str
    created_at: datetime


class ConversationLine(Schema):
    id: UUID
    newsletter: str
    status: str
    created_at: datetime
    moved_at: datetime


class ConversationShape(ConversationLine):
    """`messages`: the newest 100, the oldest of them first."""

    messages: list[MessageShape]


class Conversations(PageOf):
    items: list[ConversationLine]


class BeginConversation(Strict):
    newsletter: SlugText


class ExcerptShape(Schema):
    """The paragraphs of a document that hold most of the words."""

    title: str
    kind: str
    text: str


class Excerpts(Schema):
    items: list[ExcerptShape]


@router.get("/agents", response=Agents, auth=READ, operation_id="listAgents")
def agents(request: HttpRequest) -> dict[str, Any]:
    """Every agent: what it is for, what it takes, what it answers."""
    return {"items": [one.as_json() for one in catalogue.entries().values()]}


@router.get("/agents/{agent}", response=AgentShape, auth=READ, operation_id="getAgent")
def agent(request: HttpRequest, agent: Slug) -> dict[str, Any]:
    """One agent."""
    try:
        return catalogue.entry(agent).as_json()
    except UnknownAgent as error:
        raise Problem("not-found", f"{error}.") from error


@router.post(
    "/agents/{agent}/requests",
    response={200: ExecutionShape, 202: ExecutionShape},
    auth=CALL,
    operation_id="callAgent",
)
def call(
    request: HttpRequest, response: HttpResponse, agent: Slug, wanted: Asked
) -> Status[ExecutionShape]:
    """Have an agent do one thing.

    Long work, and a call with a `callback`, is 202: ask `Location` for its execution.
    """
    asked = Request(
        conversation_id=wanted.conversation_id,
        user_id=known_caller(request).name,
        input=wanted.input,
        metadata=RequestMetadata(trigger=Trigger.API),
    )
    told = calling.call(agent, asked, callback=wanted.callback or "")
    row = _row(told)
    response["Location"] = f"/api/v1/executions/{row.uid}"
    return Status(200 if row.is_over else 202, execution_shape(row))


@router.get(
    "/executions", response=Executions, auth=EXECUTIONS, operation_id="listExecutions"
)
def executions(
    request: HttpRequest, page: PageNumber = 1, per_page: PerPage = 30
) -> dict[str, Any]:
    """What agents were asked by the owner of the key, the newest first."""
    rows = Execution.objects.filter(user=known_caller(request).name)
    return paged(rows.select_related("conversation"), page, per_page, execution_shape)


@router.get(
    "/executions/{uid}",
    response=ExecutionShape,
    auth=EXECUTIONS,
    operation_id="getExecution",
)
def execution(request: HttpRequest, uid: UUID) -> ExecutionShape:
    """One of them."""
    row = calling.find(uid, user=known_caller(request).name)
    if row is None:
        raise Problem("not-found", f"No execution {uid}.")
    return execution_shape(row)


@router.get(
    "/conversations",
    response=Conversations,
    auth=CALL,
    operation_id="listConversations",
)
def conversations(
    request: HttpRequest, page: PageNumber = 1, per_page: PerPage = 30
) -> dict[str, Any]:
    """The conversations of the owner of the key, the last moved first."""
    rows = Conversation.objects.filter(user=known_caller(request).name)
    return paged(rows.select_related("newsletter"), page, per_page, _line)


@router.post(
    "/conversations",
    response={201: ConversationLine},
    auth=CALL,
    operation_id="beginConversation",
)
def begin(request: HttpRequest, wanted: BeginConversation) -> Status[ConversationLine]:
    """A new conversation, to be named in requests in words, which are kept in it.

    A call of an agent that names it is told what was said, and adds nothing.
    """
    found = find_newsletter(wanted.newsletter)
    who = known_caller(request).name
    return Status(201, _line(history.begun(who, found, Trigger.API)))


@router.get(
    "/conversations/{uid}",
    response=ConversationShape,
    auth=CALL,
    operation_id="getConversation",
)
def conversation(request: HttpRequest, uid: UUID) -> ConversationShape:
    """One of them, with what was said."""
    rows = Conversation.objects.select_related("newsletter")
    found = rows.filter(uid=uid, user=known_caller(request).name).first()
    if found is None:
        raise Problem("not-found", f"No conversation {uid}.")
    newest = list(found.messages.order_by("-id")[:100])
    said = [MessageShape.from_orm(one) for one in reversed(newest)]
    return ConversationShape(**_line(found).model_dump(), messages=said)


@router.get(
    "/knowledge", response=Excerpts, auth=KNOWLEDGE, operation_id="searchKnowledge"
)
def knowledge(
    request: HttpRequest, q: Words = "", newsletter: OfNewsletter = ""
) -> dict[str, Any]:
    """Documents of a newsletter that hold most of the words of `q`, five at most."""
    found = find_newsletter(newsletter) if newsletter else default_newsletter()
    hits = documents.search(found, q) if found else []
    shown = (
        ExcerptShape(title=hit.document.title, kind=hit.document.kind, text=hit.text)
        for hit in hits
    )
    return {"items": [*shown]}


def _row(told: Response) -> Execution:
    """The execution of a call that was begun; raises Problem."""
    problem, said = told.metadata.problem, told.error or ""
    if problem is Trouble.INPUT:
        raise Problem(
            "invalid",
            said,
            todo="Mend that, then send it again.",
            errors=[
                {"at": ["body", *one.at], "says": one.says}
                for one in told.metadata.faults
            ],
        )
    if known := _PROBLEMS.get(problem):
        kind, todo = known
        raise Problem(kind, said, todo=todo)
    row = told.metadata.execution_id and calling.find(told.metadata.execution_id)
    if not row:
        raise Problem("our-fault")
    return row


def execution_shape(row: Execution) -> ExecutionShape:
    told = calling.response_of(row)
    return ExecutionShape(
        id=row.uid,
        agent=row.agent,
        status=row.status,
        success=told.success,
        output=told.output,
        error=told.error,
        milliseconds=row.milliseconds,
        dollars=float(row.dollars),
        brain=row.brain,
        created_at=row.created_at,
        conversation_id=row.conversation.uid if row.conversation else None,
    )


def _line(row: Conversation) -> ConversationLine:
    return ConversationLine(
        id=row.uid,
        newsletter=row.newsletter.slug,
        status=row.status,
        created_at=row.created_at,
        moved_at=row.moved_at,
    )
