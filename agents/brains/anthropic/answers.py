"""Prompt injection: a tool's answer, marked as data and no longer than it may be."""

import hashlib
import hmac
import json

from django.conf import settings

from agents.brains.base import ToolResult

MOST_CHARACTERS = 400_000
TOO_LONG = "The answer has {length:,} characters, more than {most:,}; ask for less."


def render(result: ToolResult, call_id: str) -> tuple[str, bool]:
    """The text for the model, and whether it is an error.

    What a tool brings from outside stands between two marks that a page cannot know
    beforehand, so it cannot end the data and begin to instruct.
    """
    if result.is_error:
        return str(result.content), True
    text = json.dumps(result.content, ensure_ascii=False, separators=(",", ":"))
    if len(text) > MOST_CHARACTERS:
        return TOO_LONG.format(length=len(text), most=MOST_CHARACTERS), True
    mark = f"data-{_nonce(call_id)}"
    return f"<{mark}>{text}</{mark}>", False


def _nonce(call_id: str) -> str:
    """The same for the same call, so that a replay costs no new tokens."""
    key = settings.SECRET_KEY.encode()
    return hmac.new(key, call_id.encode(), hashlib.sha256).hexdigest()[:12]
