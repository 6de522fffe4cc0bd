"""Thinks by the Messages API: the model speaks, and the loop and the history are ours.

Serves keys without Managed Agents, and any compatible server at ANTHROPIC_BASE_URL.
Every turn is on record before its tools run, and every request carries the whole
history: a killed worker's successor goes on from the last turn, and no server's memory
is relied on. A later round goes on where the one before ended: what was said is read
from the prompt cache then, and not written to it again.
"""

import itertools
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import TypeVar

from anthropic import Anthropic
from anthropic.types import Message

from agents import prices
from agents.brains.anthropic import history, quota, whole
from agents.brains.anthropic.answers import LONGEST_PAST, news, render
from agents.brains.anthropic.client import STREAM_TIMEOUT, client, is_official
from agents.brains.anthropic.deadline import within
from agents.brains.anthropic.history import Block, ToolResults, Turn
from agents.brains.anthropic.retries import (
    TROUBLES,
    USUAL,
    Patience,
    Trying,
)
from agents.brains.base import (
    BY_MODELS,
    BrainFailed,
    Brief,
    DeadlinePassed,
    Hands,
    Means,
    PastRound,
    ToolResult,
    Usage,
    quoted,
)
from agents.prices import LISTINGS, Tokens
from newsletter.text.words import counted

T = TypeVar("T")

MOST_TURNS = 40
# How often a turn that was cut off is gone on with, and one that the platform's own tools
# made too long for one reply.
MOST_CUT_OFF = 3
MOST_PAUSED = 10
# A reply that could not be longer than this is not worth asking for.
LEAST_OUTPUT_TOKENS = 2_000
# Only for estimates: text in English has rather more.
CHARACTERS_PER_TOKEN = 3
CUT_OFF = ToolResult("Your turn was cut off here; say less in one turn.", is_error=True)
NOT_RUN = ToolResult("Your work was done before this was run.", is_error=True)


class MessagesBrain:
    """One conversation in turns, each of them a request."""

    name = "messages"
    is_model = True
    disclosure = BY_MODELS

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
    # How many of the turns are of rounds before.
    past: int = 0

    @property
    def own(self) -> list[Turn]:
        """The turns of this round."""
        return self.turns[self.past :]

    def go_on(self) -> None:
        """Take turns until the model has ended its own, or its work is done."""
        self._recall()
        while not self.hands.is_done:
            if self._has_ended():
                if self._was_told(self.brief.nudge) or not self.brief.nudge:
                    self.hands.last_words = self._last_words()
                    return
                self._record(history.from_us(self.brief.nudge))
            elif self.turns[-1].is_cut_off:
                self._record(history.from_us(self.brief.cut_off))
            self._refuse_too_many()
            self._record(self._ask())

    def _refuse_too_many(self) -> None:
        """Ask for no more turns than the session allows, nor than make sense."""
        said = sum(turn.role != "user" for turn in self.own)
        most = self.brief.max_turns
        if most is not None and said >= most:
            told = counted(most, "turn", "turns")
            raise BrainFailed(f"it did not end within {told} (--max-turns)")
        if len(self.own) > MOST_TURNS:
            raise BrainFailed(f"it did not end within {MOST_TURNS} turns")

    def _recall(self) -> None:
        """Take in all that is on record; begin where nothing of this round is."""
        journal = self.hands.journal
        if not journal.turns and self._can_follow(journal.before):
            journal.follow()
        for past in journal.past:
            for turn in past.turns:
                self._hear(Turn.model_validate(turn), past)
        self.past = len(self.turns)
        for turn in journal.turns:
            self._say(Turn.model_validate(turn))
        if not self.own:
            self._record(history.from_us(self._first_words()))

    def _can_follow(self, before: Sequence[PastRound]) -> bool:
        """Whether the rounds before are of the same model, and not too long.

        One of no listing may have room for little more than one round.
        """
        if not before:
            return False
        last = Turn.model_validate(before[-1].turns[-1])
        length = last.usage.tokens.prompt + last.usage.tokens.output
        is_same = last.model in LISTINGS and last.model == self.hands.means().model
        return is_same and length <= LONGEST_PAST

    def _first_words(self) -> str:
        if self.past:
            return news(self.brief, self.hands.journal.name)
        means = self.hands.means()
        told = replace(means, searches=quota.told(means.searches))
        return self.brief.kick_off(told)

    def _was_told(self, words: str) -> bool:
        """Whether it was told this in this round."""
        return any(turn.says(words) for turn in self.own if turn.role == "user")

    def count(self, usage: Usage) -> None:
        """Count every reply on record."""
        for turn in self.turns:
            searches = turn.usage.server_tool_use.web_search_requests
            usage.count(turn.model or usage.model, turn.usage.tokens, searches=searches)

    def _record(self, turn: Turn) -> None:
        self.hands.journal.add(turn.model_dump(mode="json"))
        self._say(turn)

    def _hear(self, turn: Turn, past: PastRound) -> None:
        """Take in a turn of a round before, with what its calls were answered then."""
        self._take_in(turn, lambda call_id, _: past.answers.get(call_id, NOT_RUN))

    def _say(self, turn: Turn) -> None:
        """Take a turn in, and run what it calls, or replay what that answered."""
        self._take_in(turn, self._use)

    def _take_in(self, turn: Turn, answer: Callable[[str, Block], ToolResult]) -> None:
        number = len(self.turns)
        self.turns.append(turn)
        self.said.append(turn)
        results: list[Block] = []
        for place, call in enumerate(turn.calls):
            call_id = f"{number}.{place}.{call['id']}"
            is_whole = turn.stop_reason != "max_tokens"
            given = answer(call_id, call) if is_whole else CUT_OFF
            text, is_error = render(given, call_id, call["name"])
            results.append(history.result(call["id"], text, is_error=is_error))
        if results:
            self.said.append(ToolResults(tuple(results)))

    def _use(self, call_id: str, call: Block) -> ToolResult:
        arguments = call.get("input")
        known = arguments if isinstance(arguments, dict) else {}
        turn = sum(bool(turn.calls) for turn in self.own)
        return self.hands.use(str(call.get("name")), known, call_id=call_id, turn=turn)

    def _has_ended(self) -> bool:
        """Whether the model's last turn ends the conversation; raises BrainFailed."""
        last = self.turns[-1]
        if last.role == "user":
            return False
        match last.stop_reason:
            case "pause_turn":
                if self._number("pause_turn") > MOST_PAUSED:
                    raise BrainFailed("its turns were paused again and again")
                return False
            case reason if reason in whole.RUNS_CALLS:
                return not last.calls
            case "max_tokens":
                if self._number("max_tokens") > MOST_CUT_OFF:
                    most = self.brief.spec.front.output_tokens
                    raise BrainFailed(
                        "its turns were cut off again and again: `output_tokens` in its "
                        f"prompt allows {most:,}, what it thinks included"
                    )
                return False
            case "refusal":
                why = quoted(last.words)
                reason = f"the model refused: {why}" if why else "the model refused"
                raise BrainFailed(reason, is_final=True)
            case "model_context_window_exceeded":
                raise BrainFailed("the conversation grew too long", is_final=True)
            case unknown:
                raise BrainFailed(f"it stopped for a reason unknown here: {unknown!r}")

    def _last_words(self) -> str:
        """What the model said last in words, of its turns of this round."""
        said = (turn.words for turn in reversed(self.own) if turn.role != "user")
        return next(filter(None, said), "")

    def _number(self, stop_reason: str) -> int:
        """How many turns of this round ended for that reason."""
        return sum(turn.stop_reason == stop_reason for turn in self.own)

    def _ask(self) -> Turn:
        """The model's next turn, however often the line breaks, up to a point."""
        while True:
            means = self.hands.means(spent=self._spent(), next_call=self._estimate)
            self._tell_used_up(means)
            tools = self._tools(means)
            request, heard = self._request(means, tools), whole.Heard()
            try:
                reply = within(
                    self.hands.seconds_left,
                    lambda: self._stream(request, heard),  # noqa: B023  called at once
                )
            except TROUBLES as trouble:
                self._lose(means.model, heard)
                self.trying.bear(trouble, is_resumable=True)
                continue
            except DeadlinePassed:
                self._lose(means.model, heard)
                raise
            self.trying.calm()
            said = reply.model_dump(
                mode="json", exclude_unset=True, exclude_none=True, warnings="none"
            )
            said |= {"model": means.model}
            if tools.since == len(self.turns):
                said |= {"tools": request["tools"]}
            return Turn.model_validate(said)

    def _lose(self, model: str, heard: whole.Heard) -> None:
        """Count a reply that came to nothing: the platform read and wrote it all the same."""
        searches = heard.usage.server_tool_use.web_search_requests
        self.trying.usage.lose(model, heard.usage.tokens, searches=searches)

    def _tell_used_up(self, means: Means) -> None:
        """Tell the agent once that it has no searches left."""
        words = self.brief.used_up
        is_paused = self.turns[-1].stop_reason == "pause_turn"
        if is_paused or not words or self._was_told(words):
            return
        if quota.is_used_up(self.turns, means):
            self._record(history.from_us(words))

    def _tools(self, means: Means) -> quota.Tools:
        return quota.tools(
            self.turns, means, self.brief.offers, has_server=is_official()
        )

    def _request(self, means: Means, tools: quota.Tools) -> Block:
        request: Block = {
            "model": means.model,
            "max_tokens": self._most_output(means),
            "system": history.system(self.brief.spec.prompt),
            "tools": history.in_order(tools.blocks),
            "messages": history.messages(self.said, means.model, tools.since),
        }
        if means.model in LISTINGS:
            request["output_config"] = {"effort": means.effort}
        return request

    def _stream(self, request: Block, heard: whole.Heard) -> Message:
        # A server of one's own may read a long prompt for minutes, and say nothing.
        patience = STREAM_TIMEOUT if is_official() else self.hands.seconds_left
        return whole.reply(self.platform, request, patience, heard)

    def _spent(self) -> Decimal:
        usage, lost = Usage(), self.trying.usage.lost
        self.count(usage)
        return usage.dollars + (lost.dollars if lost else 0)

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
        told = itertools.takewhile(lambda said: said is not last, reversed(self.said))
        new = sum(map(history.length, told)) // CHARACTERS_PER_TOKEN
        if last.model == model:
            return Tokens(cache_read=known, cache_write=new)
        return Tokens(cache_write=known + new)
