"""A request in words: routed, done by one agent or several in turn, answered as one.

Rules route, a small model where they do not decide, and where nothing fits the user is
asked back. What would change something outside becomes a request for approval.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from pydantic import BaseModel, ConfigDict, Field

from agents.assistants import thinking
from agents.assistants.task import Task
from agents.brains.base import BrainFailed
from agents.conversations import history, wanting
from agents.executions.calling import call, newsletter_of
from agents.models import ApprovalRequest, Conversation, Execution, Message
from agents.orchestrator import routing
from agents.orchestrator.routing import Agent, Part, Route
from agents.prompts.loader import PROMPTS, read
from agents.registry.catalogue import entries, entry_of
from agents.registry.contract import Request, RequestMetadata, Response, Trigger
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
    """What was done of a request so far."""

    conversation: Conversation
    said: list[str] = field(default_factory=list)
    done: list[Response] = field(default_factory=list)
    asked: list[UUID] = field(default_factory=list)


class _Named(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    agent: str = Field(default="", max_length=60, description="Its id; empty: none.")


def request(
    text: str,
    *,
    user: str,
    conversation: UUID | None = None,
    newsletter: str = "",
    trigger: Trigger = Trigger.ORCHESTRATOR,
) -> Answer:
    """Answer a request in words, and keep what was said.

    Raises NoConversation where `conversation` is not this user's, and CannotDo where it is
    not clear which newsletter is meant.
    """
    text = text.replace("\x00", "").strip()
    cut = CUT if len(text) > LONGEST_REQUEST else ""
    text = text[:LONGEST_REQUEST]
    if conversation is None:
        talk = history.begun(user, newsletter_of(None, newsletter), trigger)
    else:
        talk = history.opened(conversation, user)
    last = _last_agent(talk)
    history.say(talk, Role.USER, text)
    work = _Work(talk)
    if said := _about_preferences(user, text):
        return _answered(work, said, "it is about the user's own preferences")
    found = routing.route(text, _callable(), last)
    why = _why(found)
    if not (found.parts or found.acts) and (named := _by_model(talk, text)):
        found = Route((Part(named, text, "a model named it"),))
        why = f"to {named}: rules did not decide, and a model named it"
    for act, words in found.acts.items():
        _ask_approval(work, act, words)
    for part in found.parts:
        _do(work, part, user, text)
    said = "\n\n".join(filter(None, [*(work.said or [ASK_BACK]), cut]))
    return _answered(work, said, why)


def _answered(work: _Work, text: str, why: str) -> Answer:
    """Put answer and reason on record."""
    talk = work.conversation
    agents = tuple(one.metadata.agent_id for one in work.done)
    uids = [one.metadata.execution_id for one in work.done]
    rows = Execution.objects.filter(uid__in=[one for one in uids if one])
    history.say(talk, Role.SYSTEM, f"Routed: {why}.")
    role = Role.ASSISTANT if agents else Role.SYSTEM
    agent = agents[-1] if agents else ""
    history.say(talk, role, text, agent=agent, execution=rows.last())
    is_failed = bool(work.done) and not any(one.success for one in work.done)
    status = Conversation.Status.FAILED if is_failed else Conversation.Status.ACTIVE
    Conversation.objects.filter(pk=talk.pk).update(status=status)
    return Answer(
        conversation=talk.uid,
        text=text,
        why=why,
        agents=agents,
        executions=tuple(one for one in uids if one),
        approval_requests=tuple(work.asked),
    )


def _why(found: Route) -> str:
    told = [f"to {part.agent}: {part.why}" for part in found.parts]
    told += [f"to a person: it asks to {act}" for act in found.acts]
    return "; ".join(told) or "to nobody: nothing in it names what an agent can do"


def _callable() -> list[Agent]:
    """The agents that a conversation may call."""
    return [
        Agent(one.id, one.purpose, frozenset(one.words))
        for one in entries().values()
        if one.is_on and Trigger.ORCHESTRATOR in one.triggers
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


def _do(work: _Work, part: Part, user: str, text: str) -> None:
    given = _input(part, text, work.done)
    if given is None:
        work.said.append(WHICH_PLATFORM)
        return
    asked = Request(
        conversation_id=work.conversation.uid,
        user_id=user,
        input=given,
        metadata=RequestMetadata(trigger=Trigger.ORCHESTRATOR),
    )
    response = call(part.agent, asked, waits=True)
    work.done.append(response)
    work.said.append(str((response.output or {}).get("text") or response.error))


def _input(part: Part, text: str, done: Sequence[Response]) -> dict[str, Any] | None:
    """What the agent is given; None where the user has to say more."""
    if part.agent == "ask":
        return {"question": part.words[:2000]}
    platform = routing.platform_in(part.words) or routing.platform_in(text)
    if platform is None:
        return None
    given: dict[str, Any] = {"platform": platform, "style": part.words[:500]}
    issue = routing.number_after("issue", text) or _issue_told(done)
    if issue:
        given["issue"] = issue
    if story := routing.number_after("story", text):
        given["story"] = story
    return given


def _issue_told(done: Sequence[Response]) -> int | None:
    """The issue that an answer before rests on: a post goes on from it."""
    for response in reversed(done):
        for sentence in (response.output or {}).get("sentences", ()):
            for cited in sentence["citations"]:
                return int(cited["issue"])
    return None


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
