"""A request in words: routed, done by one agent or by several, answered as one.

Rules route, a small model where they do not decide, and where nothing fits the user is
asked back. Several agents are a session of the workflow `request`. What would change
something outside becomes a request for approval.
"""

import time
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from pydantic import BaseModel, ConfigDict, Field

from agents.assistants import thinking
from agents.assistants.task import Task
from agents.brains.base import BrainFailed
from agents.conversations import history, wanting
from agents.engine import log
from agents.events.schema import Kind
from agents.executions.calling import call, newsletter_of, refusal_of
from agents.models import ApprovalRequest, Conversation, Execution, Message, Session
from agents.orchestrator import planning, routing
from agents.orchestrator.planning import Drive, Wanted
from agents.orchestrator.routing import Agent, Part, Route
from agents.prompts.loader import PROMPTS, read
from agents.registry.catalogue import entries, entry_of
from agents.registry.contract import Request, RequestMetadata, Trigger
from subscribers import alerts
from subscribers.models import WebhookEvent
from subscribers.webhooks import telling

LONGEST_REQUEST = 4_000
ASK_BACK = (
    "I am not sure what you want. Ask a question about past issues, or ask for a post for "
    "LinkedIn, Substack, X, Mastodon or Bluesky."
)
WHICH_PLATFORM = "For which platform: LinkedIn, Substack, X, Mastodon or Bluesky?"
CUT = f"Only the first {LONGEST_REQUEST:,} characters of your message were read."
APPROVALS = "/admin/agents/approvalrequest/"
Role = Message.Role


@dataclass(slots=True)
class Answer:
    """What a user is told, by whom it was done, and why by them."""

    conversation: UUID
    text: str
    why: str
    agents: tuple[str, ...] = ()
    executions: tuple[UUID, ...] = ()
    approval_requests: tuple[UUID, ...] = ()


@dataclass(slots=True)
class _Work:
    """What comes of a request: what code says of it, and who is to be called."""

    conversation: Conversation
    user: str
    said: list[str] = field(default_factory=list)
    calls: list[Wanted] = field(default_factory=list)
    asked: list[UUID] = field(default_factory=list)


class _Named(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    agent: str = Field(default="", max_length=60, description="Its id; empty: none.")


def request(
    text: str,
    *,
    user: str,
    drive: Drive,
    conversation: UUID | None = None,
    newsletter: str = "",
    trigger: Trigger = Trigger.ORCHESTRATOR,
    once: str = "",
) -> Answer:
    """Answer a request in words, and keep what was said.

    `drive` runs the session of one that several agents do. Of a request that comes again
    within a day under the same name (`once`) such a session goes on; nothing is asked twice.

    Raises NoConversation where `conversation` is not this user's, and CannotDo where it is
    not clear which newsletter is meant.
    """
    if once and (begun := planning.begun(once)):
        return _by_session(begun, drive)
    text = text.replace("\x00", "").strip()
    cut = CUT if len(text) > LONGEST_REQUEST else ""
    text = text[:LONGEST_REQUEST]
    if conversation is None:
        talk = history.begun(user, newsletter_of(None, newsletter), trigger)
    else:
        talk = history.opened(conversation, user)
    last = _last_agent(talk)
    history.say(talk, Role.USER, text)
    if said := _about_preferences(user, text):
        why = "it is about the user's own preferences"
        _note(talk, why)
        history.answer(talk, said, None, is_failed=False)
        return Answer(talk.uid, said, why)
    work = _Work(talk, user)
    found, why = _routed(talk, text, last)
    _note(talk, why)
    for act, words in found.acts.items():
        _ask_approval(work, act, words)
    for part in found.parts:
        _want(work, part, text)
    work.said += [cut] if cut else []
    if len(work.calls) < 2:  # needs no plan
        return _at_once(work, why)
    session = planning.begin(talk, work.calls, "\n\n".join(work.said), once)
    return replace(
        _by_session(session, drive), why=why, approval_requests=tuple(work.asked)
    )


def _routed(talk: Conversation, text: str, last: str) -> tuple[Route, str]:
    """Who does it, and why: by rules, else as a small model says."""
    found = routing.route(text, _callable(), last)
    if found.parts or found.acts or not (named := _by_model(talk, text)):
        return found, _why(found)
    why = f"to {named}: rules did not decide, and a model named it"
    return Route((Part(named, text, "a model named it"),)), why


def _note(talk: Conversation, why: str) -> None:
    history.say(talk, Role.SYSTEM, f"Routed: {why}.")


def _at_once(work: _Work, why: str) -> Answer:
    """The answer of one agent, or of none."""
    talk = work.conversation
    done = [call(one.agent, one.request, waits=True) for one in work.calls]
    told = [str((one.output or {}).get("text") or one.error) for one in done]
    text = "\n\n".join([*work.said, *told]) or ASK_BACK
    uids = tuple(one.metadata.execution_id for one in done if one.metadata.execution_id)
    row = Execution.objects.filter(uid__in=uids).first()
    history.answer(talk, text, row, is_failed=any(not one.success for one in done))
    return Answer(
        conversation=talk.uid,
        text=text,
        why=why,
        agents=tuple(one.metadata.agent_id for one in done),
        executions=uids,
        approval_requests=tuple(work.asked),
    )


def _by_session(session: Session, drive: Drive) -> Answer:
    """What its agents answered together, once all of them have."""
    drive(session)
    rows = list(session.executions.order_by("pk"))
    plan = log.state(session).last[Kind.REQUEST_PLANNED]
    said = Message.objects.filter(session=session).first()
    return Answer(
        conversation=UUID(plan["conversation"]),
        text=said.content if said else _unfinished(session),
        why="; ".join(f"to {one.agent}" for one in rows),
        agents=tuple(one.agent for one in rows),
        executions=tuple(one.uid for one in rows),
    )


def _unfinished(session: Session) -> str:
    session.refresh_from_db()
    why = f": {session.reason}" if session.reason else ""
    return f"It is {session.status}{why}. Ask for the conversation again later."


def _why(found: Route) -> str:
    told = [f"to {part.agent}: {part.why}" for part in found.parts]
    told += [f"to a person: it asks to {act}" for act in found.acts]
    return "; ".join(told) or "to nobody: nothing in it names what an agent can do"


def _callable() -> list[Agent]:
    """The agents that a conversation may ask for: one that is off says so itself."""
    return [
        Agent(one.id, one.purpose, frozenset(one.words))
        for one in entries().values()
        if Trigger.ORCHESTRATOR in one.triggers
    ]


def _last_agent(talk: Conversation) -> str:
    said = talk.messages.filter(role=Role.ASSISTANT).exclude(agent="")
    return said.values_list("agent", flat=True).last() or ""


def _about_preferences(user: str, text: str) -> str:
    if wanting.is_withdrawn(text):
        return f"Forgotten: {wanting.forget(user)}."
    if wanting.is_asked_for(text):
        known = wanting.of(user)
        listed = "\n".join(f"- {one}" for one in known)
        return f"You said:\n{listed}" if known else "You stated none."
    if not wanting.is_stated(text):
        return ""
    kept = wanting.keep(user, text)
    return (
        "Noted for every answer." if kept else "You stated too many; delete some first."
    )


def _ask_approval(work: _Work, act: str, words: str) -> None:
    with transaction.atomic():
        row = ApprovalRequest.objects.create(
            conversation=work.conversation, act=act, words=words
        )
        telling.tell(
            WebhookEvent.APPROVAL_WANTED,
            f"request:{row.uid}",
            lambda: {
                "newsletter": work.conversation.newsletter.slug,
                "request": str(row.uid),
                "act": act,
                "url": f"{settings.BASE_URL}{APPROVALS}",
            },
        )
    work.asked.append(row.uid)
    work.said.append(
        f"I do not {act} anything because a conversation asks. It waits for an operator's "
        "word on the desk now."
    )
    alerts.tell(
        f"A conversation asks to {act} something",
        f"In their words: {words}\n\nNothing was done. Decide at the desk under "
        f"“Approval requests”: {settings.BASE_URL}{APPROVALS}",
        once=f"approval-request:{row.uid}",
    )


def _want(work: _Work, part: Part, text: str) -> None:
    """Plan a call; where it could not even begin, say so."""
    given = _input(part, text)
    if given is None:
        work.said.append(WHICH_PLATFORM)
        return
    asked = Request(
        conversation_id=work.conversation.uid,
        user_id=work.user,
        input=given,
        metadata=RequestMetadata(trigger=Trigger.ORCHESTRATOR),
    )
    if refusal := refusal_of(part.agent, asked):
        work.said.append(str(refusal.error))
        return
    work.calls.append(planning.wanted(part.agent, asked, part.why))


def _input(part: Part, text: str) -> dict[str, Any] | None:
    """What the agent is given; None where the user has to say more."""
    if part.agent == "ask":
        return {"question": part.words[:2000]}
    platform = routing.platform_in(part.words) or routing.platform_in(text)
    if platform is None:
        return None
    given: dict[str, Any] = {"platform": platform, "style": part.words[:500]}
    if issue := routing.number_after("issue", text):
        given["issue"] = issue
    if story := routing.number_after("story", text):
        given["story"] = story
    return given


def _by_model(talk: Conversation, text: str) -> str:
    """The agent that a small model names; "" for none."""
    spec = read(PROMPTS / "routing" / "orchestrator.md")
    known = _callable()
    task = Task(
        entry=entry_of(spec),
        newsletter=talk.newsletter,
        brains=tuple(settings.CRUX_BRAINS),
        deadline=time.monotonic() + spec.front.timeout_seconds,
    )
    told = "\n".join(f"agent {one.id}: {one.purpose}" for one in known)
    try:
        named = thinking.ask_model(task, f"{told}\nrequest: {text}", _Named)
    except BrainFailed:
        return ""
    _book(task, talk)
    is_known = named is not None and named.agent in {one.id for one in known}
    return named.agent if named and is_known else ""


def _book(task: Task, talk: Conversation) -> None:
    """What the question cost counts, as any execution does."""
    if not task.usage.dollars:
        return
    Execution.objects.create(
        agent="orchestrator",
        status=Execution.Status.DONE,
        conversation=talk,
        user=talk.user,
        trigger=Trigger.ORCHESTRATOR,
        brain=task.brain,
        model=task.usage.model,
        input_tokens=task.usage.tokens.prompt,
        output_tokens=task.usage.tokens.output,
        dollars=task.usage.dollars,
    )
