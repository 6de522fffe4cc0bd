"""One remote session of the loopback platform: its events, and what they come to."""

import queue
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from agents import prices
from agents.prices import Tokens
from agents.testing.anthropic import shapes
from agents.testing.anthropic.shapes import Row
from agents.testing.minds import Exchange, Prompt

_SAID = frozenset({"user.message", "user.custom_tool_result", "agent.custom_tool_use"})


@dataclass
class FakeSession:
    """One session: its shown row, its events, and who listens to them."""

    row: Row
    events: list[Row] = field(default_factory=list)
    listeners: list["queue.SimpleQueue[Row | None]"] = field(default_factory=list)
    is_interrupted: bool = False

    def of(self, kind: str) -> list[Row]:
        """The events of a kind."""
        return [event for event in self.events if event["type"] == kind]

    @property
    def answered(self) -> dict[str, Row]:
        """The results, by the call they answer."""
        results = self.of("user.custom_tool_result")
        return {result["custom_tool_use_id"]: result for result in results}

    @property
    def unanswered(self) -> list[str]:
        answered = self.answered
        calls = self.of("agent.custom_tool_use")
        return [call["id"] for call in calls if call["id"] not in answered]

    @property
    def prompt(self) -> Prompt:
        """What the model knows: the kick-off and all that was answered, in order."""
        answered = self.answered
        slug = (
            self.row["agent"]["metadata"].get("slug") or self.row["metadata"]["agent"]
        )
        prompt = Prompt(slug, self.of("user.message")[0]["content"][0]["text"])
        for event in self.events:
            if event["type"] == "user.message":
                prompt = prompt.told(event["content"][0]["text"])
            elif answer := answered.get(event["id"]):
                exchange = Exchange(
                    tool=event["name"],
                    arguments=event["input"],
                    answer=answer["content"][0]["text"],
                    is_error=answer.get("is_error", False),
                )
                prompt = prompt.answered(exchange)
        return prompt

    def context(self) -> Iterator[Row]:
        """All that the model reads, cached up to its end as the platform does by itself."""
        agent = self.row["agent"]
        yield from agent["tools"]
        yield {
            **shapes.text(agent["system"] or ""),
            "cache_control": {"type": "ephemeral"},
        }
        said = [event for event in self.events if event["type"] in _SAID]
        for event in said:
            content: Row = {
                key: event[key] for key in ("content", "name", "input") if key in event
            }
            yield {**content, "cache_control": {"type": "ephemeral"}}

    @property
    def list_cost(self) -> Decimal:
        model = self.row["agent"]["model"]["id"]
        requests = self.of("span.model_request_end")
        total = Decimal(0)
        for request in requests:
            used = request["model_usage"]
            tokens = Tokens(
                input=used["input_tokens"],
                output=used["output_tokens"],
                cache_read=used["cache_read_input_tokens"],
                cache_write=used["cache_creation_input_tokens"],
            )
            total += prices.cost(model, tokens)
        usage = self.row["usage"]
        total += prices.searches_cost(usage["server_tool_use"]["web_search_requests"])
        return total + prices.running_cost(usage["active_seconds"])

    @property
    def is_spent(self) -> bool:
        budget = self.row["budget"]
        if not budget:
            return False
        return self.list_cost * 100 >= Decimal(budget["max_list_cost"]["amount"])
