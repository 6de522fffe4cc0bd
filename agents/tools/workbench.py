"""What a tool may know and touch during one agent run."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, TypeVar

from agents.brains.base import NetworkAway
from agents.engine import log
from agents.engine.leases import Lease, Staged
from agents.engine.log import Envelope
from agents.engine.retries import patience
from agents.engine.sample_or_live import is_there, routes
from agents.events.base import Data
from agents.events.completion import Learned
from agents.events.schema import Kind
from agents.models import Session
from agents.prompts.loader import AgentSpec
from agents.workflows.state import State
from newsletter.interests.editorial import Editorial
from newsletter.interests.schema import Interests
from newsletter.models import Newsletter
from newsletter.web.fetch import USER_AGENT, Fetcher
from newsletter.web.shared_cache import Shelf

T = TypeVar("T")


@dataclass(slots=True)
class Workbench:
    """One agent's place at the table: facts to read, the web, and events to propose."""

    lease: Lease
    session: Session
    spec: AgentSpec
    ends_with: frozenset[Kind]
    state: State
    deadline: float
    envelope: Envelope
    staged: list[Staged] = field(default_factory=list)
    addresses: set[str] = field(default_factory=set)
    learned: Learned = field(default_factory=Learned)
    tool_calls: int = 0
    # The draft that pre-flight refused in the present call: the ledger keeps it.
    held_back: Data | None = None
    # The brain that is asked next if this one fails; "" for the last.
    following: str = ""
    # The model that thinks, as far as it is known.
    model: str = ""
    # What a tool found out and another needs; gone with the process.
    kept: dict[str, object] = field(default_factory=dict)

    @property
    def newsletter(self) -> Newsletter:
        return self.session.newsletter

    @property
    def editorial(self) -> Editorial:
        """What the session goes by: the interests on its record, else its newsletter."""
        taken = self.state.interests
        said = Interests.model_validate(taken["values"]) if taken else None
        return self.newsletter.editorial_by(said)

    @property
    def now(self) -> datetime:
        """The day the session looks back from, which may be in the past."""
        return self.session.as_of

    @property
    def told_until(self) -> date | None:
        """Up to which day issues count as told; None for any.

        A rehearsal may be of a day that has its issue: it reaches no reader.
        """
        return self.now.date() if self.session.is_dry_run else None

    @property
    def is_sample(self) -> bool:
        return self.session.sources == Session.Sources.SAMPLE

    @property
    def is_done(self) -> bool:
        """Whether a terminal event of the step is staged."""
        return any(line.kind in self.ends_with for line in self.staged)

    @property
    def seconds_left(self) -> float:
        return max(0.0, self.deadline - time.monotonic())

    def last(self, kind: Kind) -> Mapping[str, Any] | None:
        """The data of the newest terminal event of that kind, as it was written."""
        return self.state.last.get(kind)

    def stage(self, kind: Kind, data: Data) -> None:
        """Have an event written when the step commits; whose part it is says code."""
        if self.lease.part and kind in self.ends_with:
            data = data.model_copy(update={"part": self.lease.part})
        self.staged.append(Staged(kind, data, self.envelope))

    def web(
        self, visit: Callable[[Fetcher], Awaitable[T]], user_agent: str = USER_AGENT
    ) -> T:
        """Run `visit` with the guarded way out, and return what it returns.

        Raises NetworkAway where no host can be reached, be it asked here or not, and the
        session may still wait: else that would be held against its outlets and links.
        """
        way = routes(self.session.sources)
        fetcher = Fetcher(
            routes=way, cache=Shelf() if way is None else None, user_agent=user_agent
        )

        async def go() -> T:
            async with fetcher:
                return await visit(fetcher)

        try:
            answer = asyncio.run(go())
        except Exception:
            self._demand_network(fetcher)
            raise
        self._demand_network(fetcher)
        return answer

    def _demand_network(self, fetcher: Fetcher) -> None:
        may_wait = fetcher.is_cut_off and patience(self.state, log.database_now())
        if may_wait and not is_there([self.newsletter]):
            raise NetworkAway

    def known_addresses(self) -> set[str]:
        """Every address that a tool returned in this session."""
        known = set(self.addresses)
        calls = self.session.events.of_kind(Kind.TOOL_CALLED)
        for data in calls.values_list("data", flat=True):
            known.update(data["addresses"])
        return known
