"""HTTP API client of a remote session: begin, read, tell, stop, put away."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import structlog
from anthropic import Anthropic, BadRequestError, ConflictError, NotFoundError
from anthropic.types.beta import BetaManagedAgentsBudgetLimitParam
from pydantic import Field

from agents.brains.anthropic import tools as toolset
from agents.brains.anthropic.client import STREAM_TIMEOUT
from agents.brains.anthropic.retries import TROUBLES, Trying
from agents.brains.anthropic.stream import Wakes
from agents.brains.anthropic.wire import CacheCreation, Received, ServerToolUse
from agents.brains.base import BrainFailed, Brief, Means
from agents.models import Agent, Environment
from agents.prices import Tokens, in_cents

logger = structlog.get_logger(__name__)

PAGE = 500
# What can be done to a session no more, or not just now.
REFUSED = (BadRequestError, ConflictError, NotFoundError)
# A session made by a request whose answer was lost is looked for this far back.
LOOK_BACK = timedelta(days=2)


class Money(Received):
    amount: str = ""
    currency: str = ""


class RemoteUsage(Received):
    """What the platform says that a session used in all."""

    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_input_tokens: int = 0
    cache_creation: CacheCreation = CacheCreation()
    server_tool_use: ServerToolUse | None = None
    active_seconds: float = 0
    list_cost: Money | None = None

    @property
    def tokens(self) -> Tokens:
        return Tokens(
            input=self.input_tokens,
            output=self.output_tokens,
            cache_read=self.cache_read_input_tokens,
            cache_write=self.cache_creation.ephemeral_5m_input_tokens,
            cache_write_hour=self.cache_creation.ephemeral_1h_input_tokens,
        )

    @property
    def reported_dollars(self) -> Decimal | None:
        """The list cost, which the platform gives in whole cents."""
        if self.list_cost is None or self.list_cost.currency != "USD":
            return None
        return Decimal(self.list_cost.amount) / 100


class RemoteModel(Received):
    id: str = ""


class RemoteAgent(Received):
    id: str = ""
    version: int | None = None
    model: RemoteModel = RemoteModel()


class RemoteSession(Received):
    """A remote session as the platform shows it."""

    id: str
    status: str = ""
    archived_at: str = ""
    agent: RemoteAgent = RemoteAgent()
    metadata: dict[str, str] = Field(default_factory=dict)
    usage: RemoteUsage = RemoteUsage()

    @property
    def is_over(self) -> bool:
        return bool(self.archived_at) or self.status == "terminated"

    @property
    def is_at_work(self) -> bool:
        return self.status in {"running", "rescheduling"}


@dataclass(slots=True)
class Remote:
    """The platform's sessions, asked patiently for what may be asked twice."""

    client: Anthropic
    trying: Trying

    def begin(self, brief: Brief, name: str, means: Means) -> str:
        """The id of an idle session; a lost answer does not make a second one."""
        row = _agent(brief.spec.slug)
        environment = Environment.objects.first()
        if row is None or environment is None:
            lacks = f"agent {brief.spec.slug!r}" if row is None else "the environment"
            raise BrainFailed(
                f"{lacks} is not on the platform; run manage.py syncagents",
                is_final=True,
            )
        if brief.attempt > 1 and (found := self._find(row.remote_id, name)):
            return found
        while True:
            try:
                created = self.client.beta.sessions.create(
                    agent=_reference(row, brief, means),
                    environment_id=environment.remote_id,
                    title=f"{brief.session_name} {brief.key}",
                    metadata={
                        "journal": name,
                        "session": brief.session_name,
                        "key": brief.key,
                        "agent": brief.spec.slug,
                        "attempt": str(brief.attempt),
                    },
                    budget=_budget(means),
                )
            except TROUBLES as trouble:
                # Perhaps it was made: the journal stays open, so that it can be found.
                self.trying.bear(trouble, is_resumable=True)
                made = self._find(row.remote_id, name)
            else:
                made = created.id
            if made:
                self.trying.calm()
                return made

    def is_of(self, session: RemoteSession, slug: str, means: Means) -> bool:
        """Whether a session has the agent's present version, and the model of `means`."""
        row, agent = _agent(slug), session.agent
        if row is None or row.remote_id != agent.id or agent.model.id != means.model:
            return False
        return row.remote_version in (None, agent.version)

    def raise_budget(self, session_id: str, spent: Decimal, means: Means) -> bool:
        """Let a session spend more than it did; False where the platform will not."""
        cents = in_cents(spent) + 1 + max(in_cents(means.dollars), 1)
        return self._update(session_id, budget=_cents(cents))

    def take_searches(self, session_id: str, brief: Brief) -> bool:
        """Leave an idle session our tools alone; False where the platform will not."""
        ours = toolset.managed(brief.offers, searches=0, fetches=0)
        return self._update(session_id, agent={"tools": ours})

    def _update(self, session_id: str, **changes: Any) -> bool:
        def act() -> bool:
            try:
                self.client.beta.sessions.update(session_id, **changes)
            except REFUSED as refusal:
                logger.warning(
                    "not_updated", remote=session_id, reason=str(refusal)[:200]
                )
                return False
            return True

        return self.trying.patiently(act, is_resumable=True)

    def _find(self, agent_id: str, name: str) -> str | None:
        """The session that was made for a journal, if there is one."""

        def look() -> str | None:
            since = datetime.now(UTC) - LOOK_BACK
            sessions = self.client.beta.sessions.list(
                agent_id=agent_id, created_at_gte=since, limit=100
            )
            mine = (one.id for one in sessions if one.metadata.get("journal") == name)
            return next(mine, None)

        return self.trying.patiently(look, is_resumable=True)

    def look_at(self, session_id: str) -> RemoteSession | None:
        """The session as it stands; None if the platform does not know it."""

        def look() -> RemoteSession | None:
            raw = self.client.beta.sessions.with_raw_response
            try:
                answer = raw.retrieve(session_id)
            except NotFoundError:
                return None
            return RemoteSession.model_validate(answer.http_response.json())

        return self.trying.patiently(look, is_resumable=True)

    @contextmanager
    def listening(self, session_id: str) -> Iterator[Wakes]:
        """Wake-ups for whatever happens from now on."""
        stream = self.client.beta.sessions.events.stream(
            session_id, timeout=STREAM_TIMEOUT
        )
        wakes = Wakes(stream)
        try:
            yield wakes
        finally:
            wakes.close()

    def events(self, session_id: str) -> list[dict[str, Any]]:
        """All events of the session, oldest first, as they were sent."""
        rows: list[dict[str, Any]] = []
        raw = self.client.beta.sessions.events.with_raw_response
        page: dict[str, str] = {}
        while True:
            answer = raw.list(session_id, limit=PAGE, order="asc", extra_query=page)
            body = answer.http_response.json()
            rows += body.get("data") or []
            if not body.get("next_page"):
                return rows
            page = {"page": body["next_page"]}

    def tell(self, session_id: str, message: str) -> None:
        """Send a message. Not repeated here: whether it arrived is read first."""
        content = [{"type": "text", "text": message}]
        self._send(session_id, {"type": "user.message", "content": content})

    def answer(
        self, session_id: str, call_id: str, text: str, *, is_error: bool
    ) -> None:
        """Send a tool's result. Not repeated here either."""
        result = {
            "type": "user.custom_tool_result",
            "custom_tool_use_id": call_id,
            "content": [{"type": "text", "text": text}],
            "is_error": is_error,
        }
        self._send(session_id, result)

    def interrupt(self, session_id: str) -> None:
        """Have the session stop what it does; doing so twice does no harm."""
        self.trying.patiently(
            lambda: self._send(session_id, {"type": "user.interrupt"})
        )

    def archive(self, session_id: str) -> None:
        """Put the session away; its history stays readable in the Console."""
        self.trying.patiently(lambda: self.client.beta.sessions.archive(session_id))

    def _send(self, session_id: str, event: Any) -> None:
        self.client.beta.sessions.events.send(session_id, events=[event])


def _agent(slug: str) -> Agent | None:
    return Agent.objects.filter(slug=slug, is_active=True).exclude(remote_id="").first()


def _reference(row: Agent, brief: Brief, means: Means) -> Any:
    """The agent at the version that was synced, with what a budget took from it."""
    front = brief.spec.front
    reference: dict[str, Any] = {"type": "agent", "id": row.remote_id}
    if row.remote_version is not None:
        reference["version"] = row.remote_version
    changes: dict[str, Any] = {}
    if means.model != front.model:
        changes["model"] = {"id": means.model, "effort": means.effort}
    if (means.searches > 0, means.fetches > 0) != (
        front.searches > 0,
        front.fetches > 0,
    ):
        changes["tools"] = toolset.managed(
            brief.offers, searches=means.searches, fetches=means.fetches
        )
    if changes:
        reference |= {"type": "agent_with_overrides", **changes}
    return reference


def _budget(means: Means) -> BetaManagedAgentsBudgetLimitParam:
    return _cents(max(in_cents(means.dollars), 1))


def _cents(cents: int) -> BetaManagedAgentsBudgetLimitParam:
    return {
        "type": "limit",
        "max_list_cost": {"amount": str(cents), "currency": "USD"},
    }
