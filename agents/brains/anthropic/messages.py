"""Thinks by the Messages API: the model speaks, and the loop and the history are ours.

Serves keys without Managed Agents, and any compatible server at ANTHROPIC_BASE_URL.
Every turn is on record before its tools run, and every request carries the whole
history: a killed worker's successor goes on from the last turn, and no server's memory
is relied on.
"""

import contextvars
import json
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TypeVar

import httpx2
from anthropic import Anthropic
from anthropic.types import Message

from agents import prices
from agents.brains.anthropic import history
from agents.brains.anthropic import tools as toolset
from agents.brains.anthropic.answers import render
from agents.brains.anthropic.client import STREAM_TIMEOUT, client, is_official
from agents.brains.anthropic.history import Block, ToolResults, Turn
from agents.brains.anthropic.retries import TROUBLES, USUAL, Patience, Trying
from agents.brains.base import (
    BY_MODELS,
    BrainFailed,
    Brief,
    DeadlinePassed,
    Hands,
    Means,
    ToolResult,
    Usage,
)
from agents.prices import LISTINGS, Tokens

T = TypeVar("T")

MOST_TURNS = 40
# How often a turn that was cut off is gone on with.
MOST_CUT_OFF = 3
# A reply that could not be longer than this is not worth asking for.
LEAST_OUTPUT_TOKENS = 2_000
# Only for estimates: text in English has rather more.
CHARACTERS_PER_TOKEN = 3
CUT_OFF = ToolResult("Your turn was cut off here; say less in one turn.", is_error=True)


class MessagesBrain:
    """One conversation in turns, each of them a request."""

    name = "messages"
    disclosure = BY_MODELS
    part = "done by language models."

    def __init__(self, patience: Patience = USUAL) -> None:
        self.patience = patience

    def think(self, brief: Brief, hands: Hands, usage: Usage) -> None:
        platform = client()
        trying = Trying(self.patience, lambda: hands.seconds_left, usage)
        loop = TurnLoop(brief, hands, platform, trying)
        reason = "the turn ended"
        try:
            loop.go_on()
        except BrainFailed as failed:
            reason = "" if failed.is_resumable else failed.reason
            raise
        except DeadlinePassed:
            reason = "the time was up"
            raise
        except BaseException:
            reason = ""
            raise
        finally:
            loop.count(usage)
            if reason and not hands.is_done:
                hands.journal.close(reason)


@dataclass(slots=True)
class TurnLoop:
    """One conversation, from its beginning or from its last turn on record."""

    brief: Brief
    hands: Hands
    platform: Anthropic
    trying: Trying
    turns: list[Turn] = field(default_factory=list)
    # What is sent again: the turns, and the results of their calls between them.
    said: list[Turn | ToolResults] = field(default_factory=list)

    def go_on(self) -> None:
        """Take turns until the model has ended its own, or its work is done."""
        for turn in self.hands.journal.turns:
            self._say(Turn.model_validate(turn))
        if not self.turns:
            self._record(history.from_us(self.brief.kick_off(self.hands.means())))
        while not self.hands.is_done:
            if self._has_ended():
                if self._is_nudged or not self.brief.nudge:
                    return
                self._record(history.from_us(self.brief.nudge))
            elif self.turns[-1].is_cut_off:
                self._record(history.from_us(self.brief.cut_off))
            if len(self.turns) > MOST_TURNS:
                raise BrainFailed(f"it did not end within {MOST_TURNS} turns")
            self._record(self._ask())

    @property
    def _is_nudged(self) -> bool:
        """Whether it was told once that its work is not done."""
        nudge = self.brief.nudge
        return any(turn.says(nudge) for turn in self.turns if turn.role == "user")

    def count(self, usage: Usage) -> None:
        """Count every reply on record."""
        for turn in self.turns:
            searches = turn.usage.server_tool_use.web_search_requests
            usage.count(turn.model or usage.model, turn.usage.tokens, searches=searches)

    def _record(self, turn: Turn) -> None:
        self.hands.journal.add(turn.model_dump(mode="json"))
        self._say(turn)

    def _say(self, turn: Turn) -> None:
        """Take a turn in, and run what it calls, or replay what that answered."""
        number = len(self.turns)
        self.turns.append(turn)
        self.said.append(turn)
        if turn.calls:
            results = (
                self._result(f"{number}.{place}.{call['id']}", call, turn)
                for place, call in enumerate(turn.calls)
            )
            self.said.append(ToolResults(tuple(results)))

    def _result(self, call_id: str, call: Block, turn: Turn) -> Block:
        arguments = call.get("input")
        if turn.stop_reason == "max_tokens":
            answer = CUT_OFF
        else:
            answer = self.hands.use(
                str(call.get("name")),
                arguments if isinstance(arguments, dict) else {},
                call_id=call_id,
            )
        text, is_error = render(answer, call_id)
        return history.result(call["id"], text, is_error=is_error)

    def _has_ended(self) -> bool:
        """Whether the model's last turn ends the conversation; raises BrainFailed."""
        last = self.turns[-1]
        if last.role == "user":
            return False
        match last.stop_reason:
            case "tool_use" | "pause_turn":
                return False
            case "end_turn" | "stop_sequence":
                # Servers differ in how they end a turn that calls tools.
                return not last.calls
            case "max_tokens":
                if sum(turn.is_cut_off for turn in self.turns) > MOST_CUT_OFF:
                    raise BrainFailed("its turns were cut off again and again")
                return False
            case "refusal":
                raise BrainFailed("the model refused", is_final=True)
            case "model_context_window_exceeded":
                raise BrainFailed("the conversation grew too long", is_final=True)
            case unknown:
                raise BrainFailed(f"it stopped for a reason unknown here: {unknown!r}")

    def _ask(self) -> Turn:
        """The model's next turn, however often the line breaks, up to a point."""
        while True:
            means = self.hands.means(spent=self._spent(), next_call=self._estimate)
            request = self._request(means)
            try:
                reply = self._within_deadline(lambda: self._stream(request))  # noqa: B023
            except TROUBLES as trouble:
                self.trying.bear(trouble, is_resumable=True)
                continue
            self.trying.calm()
            said = reply.model_dump(
                mode="json", exclude_unset=True, exclude_none=True, warnings="none"
            )
            said |= {"model": means.model}
            if not any(turn.model == means.model for turn in self.turns):
                said |= {"tools": request["tools"]}
            return Turn.model_validate(said)

    def _request(self, means: Means) -> Block:
        request: Block = {
            "model": means.model,
            "max_tokens": self._most_output(means),
            "system": history.system(self.brief.spec.prompt),
            "tools": self._tools(means),
            "messages": history.messages(self.said, means.model),
        }
        if means.model in LISTINGS:
            request["output_config"] = {"effort": means.effort}
        return request

    def _tools(self, means: Means) -> list[Block]:
        """The tools that the model was first asked with, whatever has changed since."""
        for turn in self.turns:
            if turn.model == means.model and turn.tools:
                return [dict(tool) for tool in turn.tools]
        offers = self.brief.offers
        return toolset.messages(offers, means, has_server=is_official())

    def _stream(self, request: Block) -> Message:
        # A server of one's own may read a long prompt for minutes, and say nothing.
        patience = STREAM_TIMEOUT if is_official() else self.hands.seconds_left
        with self.platform.messages.stream(**request, timeout=patience) as stream:
            reply = stream.get_final_message()
        if reply.stop_reason is None:
            # A stream that just ends is no error to the SDK: what came is not a reply.
            raise httpx2.RemoteProtocolError("the reply ended before it was whole")
        return reply

    def _spent(self) -> Decimal:
        usage = Usage()
        self.count(usage)
        return usage.dollars

    def _most_output(self, means: Means) -> int:
        """As long a reply as is left to pay for."""
        most = self.brief.spec.front.output_tokens
        listing = LISTINGS.get(means.model)
        if listing is None:
            return most
        prompt = self._prompt(means.model)
        left = means.dollars - prices.cost(means.model, prompt)
        price = listing.price_of(prompt.prompt).output
        return min(most, int(left * prices.MILLION / price))

    def _estimate(self, model: str) -> Decimal:
        """What the next turn costs on a model, at the least."""
        prompt = self._prompt(model)
        return prices.cost(model, prompt.plus(Tokens(output=LEAST_OUTPUT_TOKENS)))

    def _prompt(self, model: str) -> Tokens:
        """The next request's prompt: what the last one held, and what is new since."""
        last = next((one for one in reversed(self.turns) if one.role != "user"), None)
        if last is None:
            tools = sum(len(json.dumps(offer.schema)) for offer in self.brief.offers)
            characters = tools + len(self.brief.spec.prompt) + len(self.brief.message)
            return Tokens(cache_write=characters // CHARACTERS_PER_TOKEN)
        known = last.usage.tokens.prompt + last.usage.tokens.output
        told = self.said[-1]
        results = told.blocks if isinstance(told, ToolResults) else ()
        new = sum(len(block["content"]) for block in results) // CHARACTERS_PER_TOKEN
        if last.model == model:
            return Tokens(cache_read=known, cache_write=new)
        return Tokens(cache_write=known + new)

    def _within_deadline(self, act: Callable[[], T]) -> T:
        """What `act` returns or raises, unless the deadline is first.

        A blocked read cannot be timed from inside; pings would keep it for ever.
        """
        left = self.hands.seconds_left
        if left <= 0:
            raise DeadlinePassed
        done: queue.SimpleQueue[tuple[T | None, Exception | None]] = queue.SimpleQueue()

        def run() -> None:
            try:
                done.put((act(), None))
            except Exception as error:
                done.put((None, error))

        context = contextvars.copy_context()
        threading.Thread(target=context.run, args=(run,), daemon=True).start()
        try:
            value, error = done.get(timeout=left)
        except queue.Empty:
            raise DeadlinePassed from None
        if error:
            raise error
        return value  # type: ignore[return-value]  # no error: this is what act returned
