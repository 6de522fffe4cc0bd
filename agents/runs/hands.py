"""Tool execution: an agent's own tools, in its time, within its means, on record."""

import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from django.db import transaction

from agents.brains.base import (
    BrainFailed,
    ConversationJournal,
    DeadlinePassed,
    Hopeless,
    Means,
    ToolResult,
)
from agents.engine import leases
from agents.engine.leases import Staged
from agents.events.harness import ToolCalled
from agents.events.schema import Kind
from agents.events.storing import storable
from agents.models import ToolCall
from agents.prompts.tool_names import ToolName
from agents.runs import briefing
from agents.runs import journal as ledger
from agents.runs.budgets import Purse
from agents.runs.journal import Keeper
from agents.runs.tracing import span
from agents.tools.base import Barred, ToolError, Unfit
from agents.tools.table import TOOLS
from agents.tools.workbench import Workbench
from newsletter.text.words import counted

_SUMMARY_CHARACTERS = 500
# Who has heard one refusal so often hears nothing: each turn more pays for all before it.
# Nor does who has one call answered so often, or is refused in so many turns.
MOST_REPEATED = 5
MOST_ANSWERED = 8
MOST_REFUSED = 10
DONE = "Your terminal event was accepted already: your work is done."


@dataclass(slots=True)
class BenchHands:
    """What a brain acts through; see `agents.brains.base.Hands`."""

    bench: Workbench
    brain: str
    purse: Purse
    keeper: Keeper | None = None
    degraded: tuple[str, ...] = ()
    # Which of the brain's turns that call tools this is.
    turn: int = 0
    # What goes on record of a brain that cannot do its role.
    unfit: Staged | None = None
    # How often each call was answered and refused, and in which turns one was.
    answered: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    refused_in: set[int] = field(default_factory=set)
    last_words: str = ""

    @property
    def is_done(self) -> bool:
        return self.bench.is_done

    @property
    def seconds_left(self) -> float:
        return self.bench.seconds_left

    @property
    def journal(self) -> ConversationJournal:
        return self._keeper()

    def _keeper(self) -> Keeper:
        if self.keeper is None:
            terms = briefing.terms(self.bench)
            self.keeper = ledger.keep(self.bench, self.brain, terms)
        return self.keeper

    def means(
        self,
        *,
        spent: Decimal = Decimal(0),
        next_call: Callable[[str], Decimal] | None = None,
    ) -> Means:
        booked = Decimal(self._keeper().row.booked.get("dollars", 0))
        means = self.purse.means(
            spent=max(spent - booked, Decimal(0)), next_call=next_call
        )
        self.degraded = means.notes
        self.bench.model = means.model
        if not means.searches:
            return means
        left = means.searches - self._keeper().searched_elsewhere()
        return replace(means, searches=max(left, 0))

    def use(
        self,
        tool: str,
        arguments: dict[str, Any],
        *,
        call_id: str | None = None,
        turn: int = 0,
    ) -> ToolResult:
        if self.seconds_left <= 0:
            raise DeadlinePassed
        self.turn = turn or self.turn + 1
        call_id = call_id or f"{self.bench.lease.attempt}.{self.bench.tool_calls + 1}"
        tool, arguments = storable(tool), storable(arguments)
        call = self._keeper().claim(call_id, tool, arguments)
        if call.answered_at:
            return ledger.result_of(call)
        known, staged = set(self.bench.addresses), len(self.bench.staged)
        self.bench.held_back = None
        began = time.monotonic()
        with span("tool", {"crux.tool": tool}) as traced:
            result = self._call(tool, arguments)
            traced.set_attribute("crux.ok", not result.is_error)
        seconds = time.monotonic() - began
        if result.is_error:
            del self.bench.staged[staged:]
        else:
            self.bench.learned.learn(tool, arguments, result.content)
        self.bench.tool_calls += 1
        called = self._called(tool, result, seconds, self.bench.addresses - known)
        self._record(called, call, result, self.bench.staged[staged:])
        if result.is_hopeless:
            raise Hopeless(result.content)
        if result.is_unfit:
            raise BrainFailed(result.content)
        if not self.is_done:
            self._give_up_in_time(tool, arguments, result)
        return result

    def _give_up_in_time(
        self, tool: str, arguments: dict[str, Any], result: ToolResult
    ) -> None:
        """Give up who makes the very call again and again, or is refused ever again."""
        call = json.dumps([tool, arguments], sort_keys=True)
        if not result.is_error:
            self.answered[call] += 1
            if self.answered[call] >= MOST_ANSWERED:
                raise BrainFailed(
                    f"it made the same call {MOST_ANSWERED} times: {tool}"
                )
            return
        self.refused[call] += 1
        self.refused_in.add(self.turn)
        told = " ".join(str(result.content).split())[:300]
        if self.refused[call] >= MOST_REPEATED:
            raise BrainFailed(
                f"it made the same refused call {MOST_REPEATED} times: {told}"
            )
        if len(self.refused_in) >= MOST_REFUSED:
            raise BrainFailed(f"it was refused {MOST_REFUSED} times, last: {told}")

    def _call(self, name: str, arguments: dict[str, Any]) -> ToolResult:
        allowed = self.bench.spec.front.tools
        if name not in allowed:
            known = ", ".join(allowed)
            refusal = f"No tool {name!r} for you; yours: {known}."
            return ToolResult(refusal, is_error=True)
        if self.is_done:
            return ToolResult(DONE, is_error=True)
        most = self.bench.spec.front.rounds
        if most and self.turn > most and name != ToolName.EMIT_EVENT:
            return ToolResult(
                _used_up(most, self.bench.spec.front.emits), is_error=True
            )
        try:
            return ToolResult(storable(TOOLS[name].run(self.bench, arguments)))
        except Unfit as error:
            self.unfit = error.line
            return ToolResult(str(error), is_error=True, is_unfit=True)
        except ToolError as error:
            is_hopeless = isinstance(error, Barred)
            return ToolResult(str(error), is_error=True, is_hopeless=is_hopeless)

    def _called(
        self, tool: str, result: ToolResult, seconds: float, found: set[str]
    ) -> ToolCalled:
        lease = self.bench.lease
        summary = result.content if result.is_error else TOOLS[tool].sum_up(result)
        return ToolCalled(
            step=lease.step,
            key=lease.key,
            attempt=lease.attempt,
            tool=tool[:60],
            ok=not result.is_error,
            seconds=round(seconds, 3),
            summary=_in_short(str(summary)),
            addresses=tuple(sorted(found))[:400],
        )

    def _record(
        self,
        called: ToolCalled,
        call: ToolCall,
        result: ToolResult,
        staged: list[Staged],
    ) -> None:
        """The log's line and the ledger's answer stand together or not at all."""
        bench = self.bench
        with transaction.atomic():
            if result.is_unfit and self.unfit:
                line = self.unfit
                leases.record(bench.lease, line.kind, line.data, line.envelope)
            leases.record(bench.lease, Kind.TOOL_CALLED, called, bench.envelope)
            self._keeper().answer(call, result, staged, bench.held_back)


def _used_up(most: int, emits: Sequence[Kind]) -> str:
    """What is said to who calls a tool after its last round of them."""
    rounds = counted(most, "round", "rounds")
    return f"Your {rounds} of tools are used up. Emit {emits[0]} with what you have."


def _in_short(summary: str) -> str:
    """A summary as the log holds it; the ledger has the whole answer."""
    if len(summary) <= _SUMMARY_CHARACTERS:
        return summary
    return f"{summary[: _SUMMARY_CHARACTERS - 1]}…"
