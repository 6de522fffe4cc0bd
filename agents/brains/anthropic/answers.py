"""Prompt injection: a tool's answer, marked as data and no longer than it may be."""

import hashlib
import hmac
import json
from typing import Any

from django.conf import settings

from agents.brains.base import Brief, ToolResult
from agents.prompts.tool_names import ToolName
from newsletter.text.truncate import at_sentence

MOST_CHARACTERS = 400_000
# A conversation of more tokens is not gone on with in another round: were it no longer in
# the cache, all of it would be paid for once more.
LONGEST_PAST = 120_000
# A search shows so much of each story: it is named by its id, and code knows the rest.
FIRST_CHARACTERS = 1000
_CUT = "{first} [… the first words of {length:,} characters]"
# Whose answers may hold long texts, which are handed on whole by their stories' ids.
SEARCHES = frozenset(
    {ToolName.SEARCH_SOURCES, ToolName.SEARCH_STORIES, ToolName.SEARCH_ARXIV}
)
TOO_LONG = "The answer has {length:,} characters, more than {most:,}; ask for less."


def render(result: ToolResult, call_id: str, tool: str = "") -> tuple[str, bool]:
    """The text for the model, and whether it is an error.

    What a tool brings from outside stands between two marks that a page cannot know
    beforehand, so it cannot end the data and begin to instruct.
    """
    if result.is_error:
        return str(result.content), True
    found = result.content
    text = _json(_by_first_words(found) if tool in SEARCHES else found)
    if len(text) > MOST_CHARACTERS:
        return TOO_LONG.format(length=len(text), most=MOST_CHARACTERS), True
    return _marked(text, call_id), False


def news(brief: Brief, name: str) -> str:
    """What an agent hears that goes on in the conversation of the round before.

    What others wrote since is data like a tool's answer; `name` is the journal's.
    """
    return f"{brief.again}\n{_marked(_json(brief.news), name)}"


def _by_first_words(found: dict[str, Any]) -> dict[str, Any]:
    """A search's answer with the first words of each story; forty whole ones are a book."""
    stories = [
        {**story, "summary": _first_words(story["summary"])}
        for story in found["stories"]
    ]
    return {**found, "stories": stories}


def _first_words(text: str) -> str:
    if len(text) <= FIRST_CHARACTERS:
        return text
    return _CUT.format(first=at_sentence(text, FIRST_CHARACTERS), length=len(text))


def _json(value: object) -> str:
    """The same text for the same value, from a tool as from the database."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _marked(text: str, seed: str) -> str:
    """The text between marks: the same for the same seed, so that a replay is no news."""
    key = settings.SECRET_KEY.encode()
    nonce = hmac.new(key, seed.encode(), hashlib.sha256).hexdigest()[:12]
    return f"<data-{nonce}>{text}</data-{nonce}>"
