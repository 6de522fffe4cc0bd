"""The Messages API's side of the loopback platform: one reply, whole or as a stream."""

import json
from collections.abc import Iterator
from typing import Any

from agents.prompts.loader import roster
from agents.testing.anthropic.metering import tokens_of
from agents.testing.anthropic.platform import Platform, Refusal
from agents.testing.anthropic.shapes import Row
from agents.testing.minds import Exchange, Prompt, Said


def reply(platform: Platform, body: Row) -> Row:
    """The model's next message to a request."""
    prompt = _prompt(body)
    with platform.lock:
        weight = platform.scale.weigh(prompt.slug, body["model"], _blocks(body))
    said = platform.mind(prompt)
    content = list(_content(platform, said))
    usage: Row = {**weight.usage, "output_tokens": tokens_of(content)}
    if said.searches:
        usage["server_tool_use"] = {
            "web_search_requests": said.searches,
            "web_fetch_requests": 0,
        }
    stop = said.stop or ("tool_use" if said.calls else "end_turn")
    return {
        "id": platform.new_id("msg"),
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": usage,
    }


def stream(message: Row) -> Iterator[tuple[str, Row]]:
    """The message as the events of a stream."""
    # It says at once what it read, and at its end what it wrote.
    begun = {**message["usage"], "output_tokens": 1}
    empty = {**message, "content": [], "stop_reason": None, "usage": begun}
    yield "message_start", {"type": "message_start", "message": empty}
    for index, block in enumerate(message["content"]):
        start, delta = _opened(block)
        yield "content_block_start", _about(index, "start", content_block=start)
        if delta:
            yield "content_block_delta", _about(index, "delta", delta=delta)
        yield "content_block_stop", _about(index, "stop")
    ending = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield (
        "message_delta",
        {"type": "message_delta", "delta": ending, "usage": message["usage"]},
    )
    yield "message_stop", {"type": "message_stop"}


def _about(index: int, what: str, **content: Any) -> Row:
    return {"type": f"content_block_{what}", "index": index, **content}


def _opened(block: Row) -> tuple[Row, Row | None]:
    """A block as it begins, and what is then added to it."""
    match block["type"]:
        case "text":
            return {**block, "text": ""}, {"type": "text_delta", "text": block["text"]}
        case "tool_use":
            added = {
                "type": "input_json_delta",
                "partial_json": json.dumps(block["input"]),
            }
            return {**block, "input": {}}, added
        case "thinking":
            added = {"type": "signature_delta", "signature": block["signature"]}
            return {**block, "signature": ""}, added
        case _:
            return block, None


def _content(platform: Platform, said: Said) -> Iterator[Row]:
    yield {"type": "thinking", "thinking": "", "signature": "signed"}
    for _ in range(said.searches):
        use = platform.new_id("srvtoolu")
        yield {"type": "server_tool_use", "id": use, "name": "web_search", "input": {}}
        yield {"type": "web_search_tool_result", "tool_use_id": use, "content": []}
    yield from (dict(block) for block in said.interjected)
    if said.words:
        yield {"type": "text", "text": said.words}
    for call in said.calls:
        yield {
            "type": "tool_use",
            "id": platform.new_id("toolu"),
            "name": call.tool,
            "input": dict(call.arguments),
        }


def _prompt(body: Row) -> Prompt:
    system = "".join(block["text"] for block in body.get("system", ()))
    slug = next((slug for slug, spec in roster().items() if spec.prompt == system), "")
    first = body["messages"][0]["content"]
    message = first if isinstance(first, str) else first[0]["text"]
    return _read(Prompt(slug, message), body["messages"])


def _read(prompt: Prompt, messages: list[Row]) -> Prompt:
    """Every call with its answer; a history that lacks one is refused, as the API does.

    So is one with a text of nothing.
    """
    calls: dict[str, Row] = {}
    for message in messages:
        content = message["content"]
        blocks = [] if isinstance(content, str) else content
        answers = {
            block["tool_use_id"]: block
            for block in blocks
            if block["type"] == "tool_result"
        }
        if calls.keys() != answers.keys():
            raise Refusal(400, "invalid_request_error", "a tool_use has no tool_result")
        for call_id, call in calls.items():
            answer = answers[call_id]
            exchange = Exchange(
                tool=call["name"],
                arguments=call["input"],
                answer=answer["content"],
                is_error=answer.get("is_error", False),
            )
            prompt = prompt.answered(exchange)
        if any(
            block["type"] == "text" and not block["text"].strip() for block in blocks
        ):
            raise Refusal(400, "invalid_request_error", "a text must be non-empty")
        for block in blocks if message["role"] == "user" else ():
            if block["type"] == "text":
                prompt = prompt.told(block["text"])
        calls = {block["id"]: block for block in blocks if block["type"] == "tool_use"}
    return prompt


def _blocks(body: Row) -> Iterator[Row]:
    """The prompt's blocks in the order in which they are cached."""
    yield from body.get("tools", ())
    yield from body.get("system", ())
    for message in body["messages"]:
        content = message["content"]
        if isinstance(content, str):
            yield {"type": "text", "text": content}
        else:
            yield from content
