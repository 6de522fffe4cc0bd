"""The message history as it is kept, and as it is sent again: the prompt cache. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import Field

from agents.brains.anthropic.wire import CacheCreation, Received, ServerToolUse
from agents.prices import Tokens

Block = dict[str, Any]

# What one model thought, no other one takes back.
THOUGHTS = frozenset({"thinking", "redacted_thinking"})
CACHED: Block = {"type": "ephemeral"}


class TurnUsage(Received):
    """What one reply used; a server that does not say leaves it at nothing."""

    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_input_tokens: int = 0
    cache_creation_input_tokens: int = 0
    cache_creation: CacheCreation = CacheCreation()
    server_tool_use: ServerToolUse = ServerToolUse()

    @property
    def tokens(self) -> Tokens:
        hours = self.cache_creation.ephemeral_1h_input_tokens
        return Tokens(
            input=self.input_tokens,
            output=self.output_tokens,
            cache_read=self.cache_read_input_tokens,
            cache_write=max(0, self.cache_creation_input_tokens - hours),
            cache_write_hour=hours,
        )


class Turn(Received):
    """One thing said: the kick-off by us, or a reply with what it used."""

    role: str
    content: tuple[Block, ...]
    model: str = ""
    stop_reason: str = ""
    # On the first turn of each model: the tools it was asked with. What it thought is
    # bound to them, so that the whole conversation is asked with these.
    tools: tuple[Block, ...] = ()
    usage: TurnUsage = Field(default_factory=TurnUsage)

    @property
    def calls(self) -> tuple[Block, ...]:
        """The calls of our tools in this reply."""
        return tuple(block for block in self.content if block["type"] == "tool_use")

    @property
    def is_cut_off(self) -> bool:
        """Whether it came to its end before it said what it was about to."""
        return self.stop_reason == "max_tokens" and not self.calls

    def says(self, text: str) -> bool:
        """Whether it is these words."""
        return any(block.get("text") == text for block in self.content)

    def sent_to(self, model: str) -> list[Block]:
        """Its blocks for a model: no other's thoughts, and none that were cut off."""
        has_thoughts = self.model in ("", model) and not self.is_cut_off
        return [
            dict(block)
            for block in self.content
            if has_thoughts or block["type"] not in THOUGHTS
        ]


@dataclass(frozen=True, slots=True)
class ToolResults:
    """The results of one reply's calls, in their order."""

    blocks: tuple[Block, ...]


def from_us(message: str) -> Turn:
    """What we say: the kick-off, and a word where a turn ended too early."""
    return Turn(role="user", content=({"type": "text", "text": message},))


def result(call_id: str, text: str, *, is_error: bool) -> Block:
    """A tool's result as it is sent."""
    return {
        "type": "tool_result",
        "tool_use_id": call_id,
        "content": text,
        "is_error": is_error,
    }


def messages(turns: Sequence[Turn | ToolResults], model: str) -> list[Block]:
    """All that was said, for `model`, cached up to the end of it."""
    sent: list[Block] = []
    for turn in turns:
        if isinstance(turn, ToolResults):
            role, content = "user", [dict(one) for one in turn.blocks]
        else:
            role, content = turn.role, turn.sent_to(model)
        if sent and sent[-1]["role"] == role:
            sent[-1]["content"] += content
        elif content:
            sent.append({"role": role, "content": content})
    last = sent[-1]["content"]
    if sent[-1]["role"] == "user" and last:
        last[-1]["cache_control"] = CACHED
    return sent


def system(prompt: str) -> list[Block]:
    """The agent's prompt, cached with the tools that stand before it."""
    return [{"type": "text", "text": prompt, "cache_control": CACHED}]
