"""One streamed reply of the Messages API (SSE): whole, or told as what it is instead."""

import json
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx2
from anthropic import Anthropic, MessageStream
from anthropic.types import Message

from agents.brains.anthropic.history import TurnUsage
from agents.brains.anthropic.retries import NOT_READ, Unreadable

# Servers differ in how they end a turn that calls tools.
RUNS_CALLS = frozenset({"tool_use", "end_turn", "stop_sequence"})


@dataclass(slots=True)
class Heard:
    """What a reply has told of its usage so far, and what it costs if it breaks off.

    It begins with what was read, and ends with what was written.
    """

    usage: TurnUsage = field(default_factory=TurnUsage)


def reply(
    platform: Anthropic,
    request: Mapping[str, Any],
    patience: httpx2.Timeout | float,
    heard: Heard,
) -> Message:
    """The reply to a request; raises one of TROUBLES where it cannot be read or breaks off.

    One that came to its limit (`max_tokens`) may end within the arguments of a call.
    """
    try:
        with platform.messages.stream(**request, timeout=patience) as stream:
            arguments = _arguments(stream, heard)
            said = stream.get_final_message()
        if said.stop_reason in RUNS_CALLS:
            # The SDK makes whole what it can of JSON that breaks off.
            for written in arguments:
                json.loads(written)
    except NOT_READ as error:
        raise Unreadable from error
    if said.stop_reason is None:
        # A stream that just ends is no error to the SDK: what came is not a reply.
        raise httpx2.RemoteProtocolError("the reply ended before it was whole")
    return said


def _arguments(stream: MessageStream[None], heard: Heard) -> Collection[str]:
    """The arguments of a reply's calls as they were written, to the end of the stream."""
    written = defaultdict[int, str](str)
    for event in stream:
        if event.type in {"message_start", "message_delta"}:
            told = stream.current_message_snapshot.usage
            if told is not None:
                told_as_json = told.model_dump(mode="json", warnings="none")
                heard.usage = TurnUsage.model_validate(told_as_json)
        if (
            event.type == "content_block_delta"
            and event.delta.type == "input_json_delta"
        ):
            written[event.index] += event.delta.partial_json
    return [arguments for arguments in written.values() if arguments]
