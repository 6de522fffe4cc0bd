"""Prompt injection: a tool's answer, marked as data and no longer than it may be."""

import hashlib
import hmac
import json

from django.conf import settings

from agents.brains.base import Brief, ToolResult

MOST_CHARACTERS = 400_000
# A conversation of more tokens is not gone on with in another round: were it no longer in
# the cache, all of it would be paid for once more.
LONGEST_PAST = 120_000
TOO_LONG = "The answer has {length:,} characters, more than {most:,}; ask for less."


def render(result: ToolResult, call_id: str) -> tuple[str, bool]:
    """The text for the model, and whether it is an error.

    What a tool brings from outside stands between two marks that a page cannot know
    beforehand, so it cannot end the data and begin to instruct.
    """
    if result.is_error:
        return str(result.content), True
    text = _json(result.content)
    if len(text) > MOST_CHARACTERS:
        return TOO_LONG.format(length=len(text), most=MOST_CHARACTERS), True
    return _marked(text, call_id), False


def news(brief: Brief, name: str) -> str:
    """What an agent hears that goes on in the conversation of the round before.

    What others wrote since is data like a tool's answer; `name` is the journal's.
    """
    return f"{brief.again}\n{_marked(_json(brief.news), name)}"


def _json(value: object) -> str:
    """The same text for the same value, from a tool as from the database."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _marked(text: str, seed: str) -> str:
    """The text between marks: the same for the same seed, so that a replay is no news."""
    key = settings.SECRET_KEY.encode()
    nonce = hmac.new(key, seed.encode(), hashlib.sha256).hexdigest()[:12]
    return f"<data-{nonce}>{text}</data-{nonce}>"
