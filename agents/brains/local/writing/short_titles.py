"""A story's short name for subject line and list: "gpt-oss", "CoAct-1". Pure."""

import re
from collections.abc import Collection, Sequence

from agents.brains.local.writing import sentence_quality
from agents.brains.local.writing.rewording import capitalised
from newsletter.drafts.prose import split
from newsletter.text import truncate
from newsletter.text.words import listed

_ANNOUNCES = re.compile(
    r"(?:introducing|announcing|presenting|launching|releasing|unveiling|meet|welcome)"
    r"[:,]?\s+(?:the\s+)?(?=\S)",
    re.IGNORECASE,
)
_SUBTITLE = re.compile(r":\s+|\s[–—]\s")
_MOST_WORDS = 4  # of what stands before a subtitle, to be a name
_MOST_NAMED = 3


def in_one(title: str) -> str:
    """A title within a sentence: what would begin another one is left out."""
    first, *others = split(title)
    return f"{first.text.rstrip('.!?… ')} …" if others else title.rstrip(".")


def short(title: str, banned: Collection[str] = ()) -> str:
    """The title without what only announces it, and without its subtitle.

    A name that would say a banned word in our own voice stays a whole title.
    """
    whole = in_one(title)
    name = capitalised(_ANNOUNCES.sub("", whole, count=1))
    head, *subtitle = _SUBTITLE.split(name, maxsplit=1)
    if subtitle and len(head.split()) <= _MOST_WORDS and _names_a_thing(head):
        name = head
    return whole if sentence_quality.has_any(name, banned) else name


def _names_a_thing(text: str) -> bool:
    """Something coined, or with a number: not "Technical report"."""
    return bool(sentence_quality.names(text)) or any(mark.isdigit() for mark in text)


def subject(titles: Sequence[str], most: int, banned: Collection[str] = ()) -> str:
    """As many of the first names as fit into so many characters, and how many more."""
    names = [short(title, banned) for title in titles]
    for number in range(min(_MOST_NAMED, len(names)), 1, -1):
        shown = _listed(names[:number], len(names) - number)
        if len(shown) <= most and not _is_unclear(names[:number], banned):
            return shown
    more = f", and {len(titles) - 1} more" if len(titles) > 1 else ""
    first = titles[0] if sentence_quality.has_any(names[0], banned) else names[0]
    return f"{truncate.at_word(first, most - len(more))}{more}"


def _is_unclear(names: Sequence[str], banned: Collection[str]) -> bool:
    """Would a list of these names not show where one ends, or say a banned word?"""
    return any("," in name or sentence_quality.has_any(name, banned) for name in names)


def _listed(names: Sequence[str], more: int) -> str:
    if more:
        return f"{', '.join(names)}, and {more} more"
    return listed(names)
