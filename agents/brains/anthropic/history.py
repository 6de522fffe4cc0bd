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
    # On the first turn of each model, and where they change: the tools it was asked
    # with. What it thought is bound to them.
    tools: tuple[Block, ...] = ()
    usage: TurnUsage = Field(default_factory=TurnUsage)

    @property
    def calls(self) -> tuple[Block, ...]:
        """The calls of our tools in this reply."""
        return tuple(block for block in self.content if block["type"] == "tool_use")

    @property
    def words(self) -> str:
        """What it says to whom it speaks with, beside its calls and thoughts."""
        said = (block for block in self.content if block["type"] == "text")
        return " ".join(str(block.get("text", "")) for block in said).strip()

    @property
    def is_cut_off(self) -> bool:
        """Whether it came to its end before it said what it was about to."""
        return self.stop_reason == "max_tokens" and not self.calls

    def says(self, text: str) -> bool:
        """Whether it is these words."""
        return any(block.get("text") == text for block in self.content)

    def sent(self, *, thoughts: bool) -> list[Block]:
        """Its blocks as they are sent again; thoughts that were cut off never are.

        Nor is blank text: a model may say it, and the API refuses a history that has it.
        """
        return [
            in_order(block)
            for block in self.content
            if (thoughts and not self.is_cut_off) or block["type"] not in THOUGHTS
            if block["type"] != "text" or block["text"].strip()
        ]


@dataclass(frozen=True, slots=True)
class ToolResults:
    """The results of one reply's calls, in their order."""

    blocks: tuple[Block, ...]


def in_order(value: Any) -> Any:
    """A JSON value with its keys in order, wherever it comes from.

    A database gives them back in an order of its own, and the prompt cache finds only
    what is the same to the byte.
    """
    match value:
        case dict():
            return {key: in_order(value[key]) for key in sorted(value)}
        case list() | tuple():
            return [in_order(member) for member in value]
        case _:
            return value


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


def length(said: Turn | ToolResults) -> int:
    """The characters of what we said, or of results."""
    if isinstance(said, ToolResults):
        return sum(len(block["content"]) for block in said.blocks)
    return sum(len(block.get("text", "")) for block in said.content)


def messages(
    turns: Sequence[Turn | ToolResults], model: str, since: int = 0
) -> list[Block]:
    """All that was said, for `model`, cached up to the end of it.

    Of thoughts those alone that it had itself since turn number `since`.
    """
    sent: list[Block] = []
    number = 0
    for turn in turns:
        if isinstance(turn, ToolResults):
            role, content = "user", [dict(one) for one in turn.blocks]
        else:
            is_its_own = turn.model in ("", model) and number >= since
            role, content = turn.role, turn.sent(thoughts=is_its_own)
            number += 1
        if sent and sent[-1]["role"] == role:
            sent[-1]["content"] += content
        elif content:
            sent.append({"role": role, "content": content})
    _mark(sent)
    return sent


def _mark(sent: Sequence[Block]) -> None:
    """Have the cache written up to the end, and read from where it ended before.

    A prefix is looked for a few blocks back only, and a turn may have many.
    https://platform.claude.com/docs/en/build-with-claude/prompt-caching
    """
    ours = [message for message in sent if message["role"] == "user"]
    for message in ours[-2:]:
        message["content"][-1]["cache_control"] = CACHED


def system(prompt: str) -> list[Block]:
    """The agent's prompt, cached with the tools that stand before it."""
    return [{"type": "text", "text": prompt, "cache_control": CACHED}]
