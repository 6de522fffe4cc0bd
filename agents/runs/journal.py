"""Idempotency: the journal of a conversation and the ledger of its tool calls.

Each call is done once. It is claimed before the tool runs and answered in the
transaction that also writes the log, under the lease of the step. A worker that was
thought dead can do neither. After a crash the next attempt finds every answer here, with
what the tool staged. A round that goes on in the conversation of the one before follows
its journal, which nobody writes any more.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from agents.brains.base import PastRound, ToolResult, Usage
from agents.engine import leases
from agents.engine.leases import Fenced, Lease, Staged
from agents.events import schema as events
from agents.events.base import Data
from agents.events.completion import Learned
from agents.events.schema import Kind
from agents.events.storing import storable
from agents.models import AgentRun, Journal, ToolCall
from agents.prices import Tokens
from agents.runs.code_version import code_sha256
from agents.tools.workbench import Workbench
from agents.workflows.declaration import Key


@dataclass(slots=True)
class Keeper:
    """Keeps one brain's journal over one round of a step, and the ledger beside it."""

    bench: Workbench
    brain: str
    row: Journal

    @property
    def name(self) -> str:
        return self.row.uid.hex

    @property
    def remote_id(self) -> str:
        return self.row.remote_id

    @property
    def turns(self) -> Sequence[Mapping[str, Any]]:
        return tuple(self.row.turns)

    @property
    def before(self) -> Sequence[PastRound]:
        earlier = self._earlier()
        return _rounds(earlier) if earlier else ()

    @property
    def past(self) -> Sequence[PastRound]:
        return _rounds(self.row.follows) if self.row.follows else ()

    @property
    def past_event(self) -> str:
        return self.row.follows_event

    def follow(self, *, past_event: str = "") -> None:
        row, earlier = self.row, self._earlier()
        if earlier is None:
            raise ValueError(f"{row} has no round to follow")
        row.follows, row.follows_event = earlier, past_event
        row.remote_id, row.booked = earlier.remote_id, earlier.booked
        self._save("follows", "follows_event", "remote_id", "booked")
        self.recall()

    def _earlier(self) -> Journal | None:
        """The journal that this one may follow; see `before`."""
        row, bench = self.row, self.bench
        has_begun = bool(row.turns or row.remote_id or row.follows_id)
        if has_begun or not bench.spec.front.hears or not row.terms_sha256:
            return None
        key = Key.of(row.key)
        earlier = Journal.objects.filter(
            session_id=row.session_id,
            key=str(key._replace(round=key.round - 1)),
            brain=row.brain,
            terms_sha256=row.terms_sha256,
            is_open=True,
            archived_at__isnull=True,
        ).first()
        said = bench.session.events.of_kind(*bench.ends_with).order_by("-seq").first()
        is_its_own = said is not None and said.brain == row.brain
        return earlier if is_its_own else None

    def searched_elsewhere(self) -> int:
        """The agent's searches in this session outside this conversation."""
        runs = AgentRun.objects.filter(
            session=self.row.session_id, agent__slug=self.bench.spec.slug
        )
        here = [one.pk for one in _chain(self.row)]
        elsewhere = runs.exclude(journal__in=here).aggregate(Sum("web_searches"))
        return elsewhere["web_searches__sum"] or 0

    def recall(self) -> None:
        """Give the bench what the calls on record told it, and what they staged."""
        for row in (*_chain(self.row.follows), self.row):
            for call in row.calls.filter(answered_at__isnull=False, is_error=False):
                self.bench.learned.learn(call.tool, call.arguments, call.content)
                for line in call.staged if row == self.row else ():
                    data = events.parse(line["kind"], line["data"])
                    self.bench.stage(Kind(line["kind"]), data)

    def attach(self, remote_id: str) -> None:
        self.row.remote_id = remote_id
        self._save("remote_id")

    def add(self, turn: Mapping[str, Any]) -> None:
        self.row.turns = [*self.row.turns, storable(dict(turn))]
        self._save("turns")

    def archive(self) -> None:
        self.row.archived_at = timezone.now()
        with held(self.bench.lease):
            rounds = Journal.objects.filter(pk__in=[one.pk for one in _chain(self.row)])
            rounds.update(archived_at=self.row.archived_at)

    def close(self, reason: str) -> None:
        self.row.is_open = False
        self.row.reason = reason[:300]
        self._save("is_open", "reason")

    def renew(self, reason: str) -> None:
        self.close(reason)
        self.bench.staged.clear()
        self.bench.learned = Learned()
        with held(self.bench.lease):
            self.row = _new(self.bench.lease, self.brain, self.row.terms_sha256)

    def _save(self, *fields: str) -> None:
        with held(self.bench.lease):
            self.row.save(update_fields=list(fields))

    def claim(self, call_id: str, tool: str, arguments: Mapping[str, Any]) -> ToolCall:
        """The call, ours to run unless it is answered already; raises Fenced."""
        taken = self.bench.lease
        with held(taken):
            call, _ = ToolCall.objects.get_or_create(
                journal=self.row,
                call_id=call_id,
                defaults={
                    "tool": tool[:60],
                    "arguments": arguments,
                    "attempt": taken.attempt,
                },
            )
            if call.answered_at is None and call.attempt != taken.attempt:
                call.attempt = taken.attempt
                call.save(update_fields=["attempt"])
        return call

    def answer(
        self,
        call: ToolCall,
        result: ToolResult,
        staged: Sequence[Staged],
        held_back: Data | None = None,
    ) -> None:
        """Keep a call's answer, in the transaction in which the caller logs the call."""
        call.content, call.is_error = result.content, result.is_error
        if held_back:
            draft = storable(events.dump(held_back))
            call.held_back = {"key": self.bench.lease.key, "draft": draft}
        call.staged = [
            {"kind": str(line.kind), "data": events.dump(line.data)} for line in staged
        ]
        call.answered_at = timezone.now()
        call.save(
            update_fields=["content", "is_error", "staged", "held_back", "answered_at"]
        )


def keep(bench: Workbench, brain: str, terms_sha256: str = "") -> Keeper:
    """The open journal of this round, with what it staged and learned, or a new one."""
    taken = bench.lease
    with held(taken):
        row = Journal.objects.filter(
            session=taken.session_id, key=taken.key, brain=brain, is_open=True
        ).first() or _new(taken, brain, terms_sha256)
    keeper = Keeper(bench, brain, row)
    keeper.recall()
    return keeper


def _new(taken: Lease, brain: str, terms_sha256: str) -> Journal:
    return Journal.objects.create(
        session_id=taken.session_id,
        key=taken.key,
        brain=brain,
        terms_sha256=terms_sha256,
        code_sha256=code_sha256(),
    )


def _chain(row: Journal | None) -> list[Journal]:
    """A journal and all that it goes on from, the oldest first."""
    found: list[Journal] = []
    while row is not None:
        found.insert(0, row)
        row = row.follows
    return found


def _rounds(row: Journal) -> tuple[PastRound, ...]:
    return tuple(
        PastRound(
            remote_id=one.remote_id,
            turns=tuple(one.turns),
            answers={
                call.call_id: result_of(call)
                for call in one.calls.filter(answered_at__isnull=False)
            },
        )
        for one in _chain(row)
    )


@contextmanager
def held(taken: Lease) -> Iterator[None]:
    """A transaction in which the step is surely ours; raises Fenced."""
    with transaction.atomic():
        if not leases.holds(taken):
            raise Fenced
        yield


def result_of(call: ToolCall) -> ToolResult:
    """What the tool answered when it was run."""
    return ToolResult(call.content, is_error=call.is_error)


def unbooked(row: Journal, usage: Usage) -> Usage:
    """The part of a conversation's usage that stands on no run yet."""
    if not row.booked:
        return usage
    booked = row.booked
    return Usage(
        model=usage.model,
        tokens=usage.tokens.minus(Tokens(**booked["tokens"])),
        web_searches=max(0, usage.web_searches - booked["web_searches"]),
        running_seconds=max(0.0, usage.running_seconds - booked["running_seconds"]),
        dollars=max(Decimal(0), usage.dollars - Decimal(booked["dollars"])),
        reported_dollars=usage.reported_dollars,
        retries=usage.retries,
        degraded=usage.degraded,
    )


def booked(usage: Usage) -> dict[str, Any]:
    """The usage as JSON values, for `unbooked` to take off the next time."""
    return {
        "tokens": asdict(usage.tokens),
        "web_searches": usage.web_searches,
        "running_seconds": usage.running_seconds,
        "dollars": str(usage.dollars),
    }
