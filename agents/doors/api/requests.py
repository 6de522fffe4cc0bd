"""Requests in words: the orchestrator finds who can do it, and one answer comes back."""

from typing import Annotated
from uuid import UUID

from django.http import HttpRequest
from ninja import Router, Schema
from pydantic import Field, StringConstraints

from agents.access.scopes import Scope
from agents.assistants.task import CannotDo
from agents.conversations.history import NoConversation
from agents.doors.api.access import Key, known_caller
from agents.doors.api.answering import ONCE
from agents.doors.api.shapes import PLAIN, SlugText, Strict
from agents.doors.problems import Problem
from agents.orchestrator import requests
from agents.registry.contract import Trigger
from agents.workers.threads import drive

router = Router(tags=["Agents"])
CALL = Key(Scope.AGENTS_CALL)


class InWords(Strict):
    """A request; with `conversation_id` it goes on from what was said there.

    `newsletter` may be left out where there is one alone, or in a conversation.
    """

    text: Annotated[
        str,
        StringConstraints(
            min_length=1, max_length=requests.LONGEST_REQUEST, pattern=PLAIN
        ),
    ]
    conversation_id: UUID | None = None
    newsletter: SlugText | None = None


class AnswerShape(Schema):
    """What came of it. `approval_requests`: what waits for an operator's word now."""

    conversation_id: UUID
    text: str
    why: str = Field(description="Why it was routed so.")
    agents: list[str]
    executions: list[UUID]
    approval_requests: list[UUID]


@router.post(
    "/requests", response=AnswerShape, auth=CALL, operation_id="requestInWords"
)
def request_in_words(request: HttpRequest, wanted: InWords) -> AnswerShape:
    """Ask in words. What would change something outside is not done: it waits for a person."""
    try:
        answer = requests.request(
            wanted.text,
            user=known_caller(request).name,
            conversation=wanted.conversation_id,
            newsletter=wanted.newsletter or "",
            trigger=Trigger.API,
            drive=drive,
            once=request.META.get(ONCE, ""),
        )
    except (CannotDo, NoConversation) as error:
        field = "newsletter" if isinstance(error, CannotDo) else "conversation_id"
        raise Problem(
            "invalid",
            str(error),
            todo="Mend that, then send it again.",
            errors=[{"at": ["body", field], "says": str(error)}],
        ) from error
    return AnswerShape(
        conversation_id=answer.conversation,
        text=answer.text,
        why=answer.why,
        agents=list(answer.agents),
        executions=list(answer.executions),
        approval_requests=list(answer.approval_requests),
    )
