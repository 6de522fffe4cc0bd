"""A conversation by the Messages API as it is kept, and as it is sent again. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import Field

from agents.brains.anthropic.transcript import Received
from agents.prices import Tokens

Block = dict[str, Any]

# What one model thought, no other one takes back.
THOUGHTS = frozenset({"thinking", "redacted_thinking"})
CACHED: Block = {"type": "ephemeral"}


class CacheCreation(Received):
    ephemeral_1h_input_tokens: int = 0


class ServerToolUse(Received):
    web_search_requests: int = 0
    web_fetch_requests: int = 0


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
    usage: TurnUsage = Field(default_factory=TurnUsage)

    @property
    def calls(self) -> tuple[Block, ...]:
        """The calls of our tools in this reply."""
        return tuple(block for block in self.content if block["type"] == "tool_use")


@dataclass(frozen=True, slots=True)
class Told:
    """The results of one reply's calls, in their order."""

    blocks: tuple[Block, ...]


def kick_off(message: str) -> Turn:
    """The first turn."""
    return Turn(role="user", content=({"type": "text", "text": message},))


def result(call_id: str, text: str, *, is_error: bool) -> Block:
    """A tool's result as it is sent."""
    return {
        "type": "tool_result",
        "tool_use_id": call_id,
        "content": text,
        "is_error": is_error,
    }


def messages(turns: Sequence[Turn | Told], model: str) -> list[Block]:
    """All that was said, for `model`, cached up to the end of it."""
    sent: list[Block] = []
    for turn in turns:
        if isinstance(turn, Told):
            sent.append({"role": "user", "content": [dict(one) for one in turn.blocks]})
            continue
        content = [
            dict(block)
            for block in turn.content
            if turn.model in ("", model) or block["type"] not in THOUGHTS
        ]
        sent.append({"role": turn.role, "content": content})
    last = sent[-1]["content"]
    if sent[-1]["role"] == "user" and last:
        last[-1]["cache_control"] = CACHED
    return sent


def system(prompt: str) -> list[Block]:
    """The agent's prompt, cached with the tools that stand before it."""
    return [{"type": "text", "text": prompt, "cache_control": CACHED}]
