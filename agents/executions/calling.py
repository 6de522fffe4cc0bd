"""Calling an agent by the one contract: now, or queued to be asked for later.

Every door (API, MCP, commands, webhooks, the orchestrator) comes through `call`.
"""

import re
import time
from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

import structlog
from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone
from pydantic import ValidationError

from agents.assistants import nova
from agents.assistants.table import ASSISTANTS
from agents.assistants.task import CannotDo, Task
from agents.brains.base import BrainFailed
from agents.conversations import history, wanting
from agents.models import Conversation, Execution, Session
from agents.registry import stepping
from agents.registry.catalogue import Entry, UnknownAgent, entry
from agents.registry.contract import (
    Fault,
    Problem,
    Request,
    Response,
    ResponseMetadata,
)
from agents.registry.schemas import StepInput, shapes_of
from newsletter.models import Issue, Newsletter

logger = structlog.get_logger(__name__)

Status = Execution.Status
# Words for a whole issue, in the languages that routing knows.
_ISSUE = re.compile(r"\b(?:issue|newsletter|ausgabe|numéro)\b", re.IGNORECASE)
BROKEN = "It failed for a reason of ours; the log says more."


def call(
    agent: str,
    request: Request,
    *,
    callback: str = "",
    waits: bool = False,
    later: bool = False,
) -> Response:
    """Have an agent do one thing.

    Short work is done at once. Long work is queued: the response has the execution's id
    and the status `queued`, unless the caller `waits`. With a `callback`, an address
    that is told the response, or if it shall be done `later`, all work is queued. Whatever
    goes wrong is told in the response: nothing is raised.
    """
    if refusal := refusal_of(agent, request):
        return refusal
    row = written(agent, request, callback=callback)
    if callback or later or (entry(agent).is_long and not waits):
        return response_of(row)
    return response_of(do(row))


def refusal_of(agent: str, request: Request) -> Response | None:
    """Why it would not even be begun; None where it would."""
    try:
        found = entry(agent)
    except UnknownAgent as error:
        return refused(agent, Problem.UNKNOWN, f"{error}.")
    if not found.is_on:
        told = f"{found.name} is switched off on the desk."
        return refused(agent, Problem.OFF, told)
    try:
        given = shapes_of(agent)[0].model_validate(request.input)
    except ValidationError as error:
        return refused(agent, Problem.INPUT, *_faults(error))
    if isinstance(given, StepInput) and not _session(given).exists():
        told = f"No session {given.session!r}."
        return refused(agent, Problem.INPUT, told, [_fault(told, "input", "session")])
    if request.conversation_id and _conversation(request) is None:
        told = str(history.NoConversation())
        return refused(agent, Problem.INPUT, told, [_fault(told, "conversation_id")])
    return None


def find(uid: UUID, *, user: str | None = None) -> Execution | None:
    """An execution by its id; of one user alone where one is named."""
    rows = Execution.objects.filter(uid=uid)
    return (rows if user is None else rows.filter(user=user)).first()


def response_of(row: Execution) -> Response:
    """An execution as its caller is told of it."""
    return Response(
        success=row.status != Status.FAILED,
        output=row.output,
        error=row.error or None,
        metadata=ResponseMetadata(
            agent_id=row.agent,
            execution_id=row.uid,
            status=row.status,
            execution_time=row.milliseconds,
            cost=float(row.dollars),
            brain=row.brain,
            problem=Problem.FAILED if row.status == Status.FAILED else Problem.NONE,
        ),
    )


def refused(
    agent: str, problem: Problem, error: str, faults: Sequence[Fault] = ()
) -> Response:
    """A response to a call that was not even begun."""
    told = ResponseMetadata(
        agent_id=agent[:60], status="failed", problem=problem, faults=tuple(faults)
    )
    return Response(success=False, error=error, metadata=told)


def do(row: Execution) -> Execution:
    """Do a queued execution; whoever comes second finds it taken."""
    return _taken(row, Status.QUEUED)


def do_in_session(row: Execution) -> Execution:
    """Do an execution of a session, by who holds the lease of its step.

    One that is over is not done again; one that was cut off is, and whoever was at it
    before can settle it no more.
    """
    return _taken(row, Status.QUEUED, Status.RUNNING)


def _taken(row: Execution, *statuses: Status) -> Execution:
    mine = Execution.objects.filter(pk=row.pk, status__in=statuses)
    row.began_at = timezone.now()
    if mine.update(status=Status.RUNNING, began_at=row.began_at):
        _do(row)
    row.refresh_from_db()
    return row


def go_on_from(row: Execution, before: Sequence[Execution]) -> None:
    """Have a post be about what the answer before rests on: an issue, or a story of it.

    Unless its own words name the issue: “… and a post about this issue”.
    """
    cited = next(filter(None, map(_cited, reversed(before))), None)
    if row.agent != "nova" or not cited or {"issue", "story"} & row.input.keys():
        return
    number = cited[0]["issue"]
    row.input = {**row.input, "issue": number}
    if not _ISSUE.search(row.input.get("style", "")) and row.conversation:
        issues = Issue.objects.shown().filter(newsletter=row.conversation.newsletter)
        urls = {one["url"] for one in cited if one["issue"] == number}
        if issue := issues.filter(number=number).first():
            row.input["story"] = nova.story_of(issue, urls)
    row.save(update_fields=["input"])


def _cited(row: Execution) -> list[dict[str, Any]]:
    """The citations of an answer."""
    said = (row.output or {}).get("sentences", ())
    return [cited for sentence in said for cited in sentence["citations"]]


def _do(row: Execution) -> None:
    task: Task | None = None
    output: dict[str, Any] | None = None
    error = ""
    try:
        found = entry(row.agent)
        given = shapes_of(row.agent)[0].model_validate(row.input)
        if row.agent in ASSISTANTS:
            task = _task(found, row, str(getattr(given, "newsletter", "")))
            output = ASSISTANTS[row.agent](task, given).model_dump(mode="json")
        elif isinstance(given, StepInput):
            output = stepping.do_step(row.agent, given).model_dump(mode="json")
    except (CannotDo, BrainFailed) as problem:
        error = str(problem)
    except Exception:
        # Its caller is owed an answer, whatever it was.
        logger.exception("execution_failed", agent=row.agent, execution=str(row.uid))
        error = BROKEN
    _settle(row, task, output, error)


def _settle(
    row: Execution, task: Task | None, output: dict[str, Any] | None, error: str
) -> None:
    took: dict[str, Any] = {}
    if task:
        usage = task.usage
        took = {
            "brain": task.brain,
            "model": usage.model,
            "instead_of": task.instead_of,
            "input_tokens": usage.tokens.prompt,
            "output_tokens": usage.tokens.output,
            "dollars": usage.dollars,
            "knowledge": task.knowledge,
        }
    mine = Execution.objects.filter(
        pk=row.pk, status=Status.RUNNING, began_at=row.began_at
    )
    mine.update(
        status=Status.FAILED if error else Status.DONE,
        output=output,
        error=error,
        ended_at=timezone.now(),
        callback_at=timezone.now() if row.callback else None,
        **took,
    )


def _task(found: Entry, row: Execution, slug: str) -> Task:
    return Task(
        entry=found,
        newsletter=newsletter_of(row.conversation, slug),
        brains=tuple(settings.CRUX_BRAINS),
        deadline=time.monotonic() + found.timeout_seconds,
        history=history.told(row.conversation),
        preferences=wanting.of(row.user),
    )


def newsletter_of(conversation: Conversation | None, slug: str) -> Newsletter:
    """Which newsletter is meant; raises CannotDo where that is not clear."""
    if conversation and not slug:
        return conversation.newsletter
    active = list(
        Newsletter.objects.filter(Q(slug=slug) if slug else Q(is_active=True))[:20]
    )
    if len(active) == 1:
        return active[0]
    if not active:
        raise CannotDo(
            f"No newsletter {slug!r}." if slug else "There is no newsletter."
        )
    known = ", ".join(sorted(one.slug for one in active))
    raise CannotDo(f"Which newsletter? Name one in `newsletter`: {known}.")


def _session(given: StepInput) -> QuerySet[Session]:
    return Session.objects.filter(name=given.session)


def _conversation(request: Request) -> Conversation | None:
    if request.conversation_id is None:
        return None
    return Conversation.objects.filter(
        uid=request.conversation_id, user=request.user_id
    ).first()


def written(
    agent: str,
    request: Request,
    *,
    callback: str = "",
    session: Session | None = None,
    uid: UUID | None = None,
) -> Execution:
    """A call put down, which nobody is on yet; of a session, its steps alone do it."""
    return Execution.objects.create(
        uid=uid or uuid4(),
        agent=agent,
        session=session,
        conversation=_conversation(request),
        user=request.user_id,
        trigger=request.metadata.trigger,
        input=request.input,
        callback=callback,
    )


def _faults(error: ValidationError) -> tuple[str, list[Fault]]:
    """What does not fit in a sentence, five places at most, and all of it by place."""
    faults = [
        _fault(one["msg"], "input", *map(str, one["loc"]))
        for one in error.errors(include_url=False)
    ]
    told = [f"{'.'.join(one.at[1:]) or 'input'}: {one.says}" for one in faults[:5]]
    return f"The input does not fit: {'; '.join(told)}.", faults


def _fault(says: str, *at: str) -> Fault:
    return Fault(at=at, says=says)
