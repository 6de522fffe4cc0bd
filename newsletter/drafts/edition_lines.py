"""The line of an edition in a newsletter's language: what it has, and where all is. Pure."""

from typing import NamedTuple

from newsletter.standards.by_language import by_language
from newsletter.standards.furniture import primary


class _Words(NamedTuple):
    """Where something was left out, where only the order is another, and of the link."""

    fewer: str
    ordered: str
    link: str


# Numbers stand where they need no other ending of a word, whatever they are.
_WORDS = by_language(_Words, "edition")
_ENGLISH = "en"


def line_of(language: str, kept: int, total: int, address: str) -> str:
    """The line as Markdown, in `language` (BCP 47) or, where that has none, in English."""
    words = _WORDS.get(primary(language), _WORDS[_ENGLISH])
    said = words.fewer if kept < total else words.ordered
    return f"{said.format(kept=kept, total=total)} [{words.link}](<{address}>)"


def languages() -> tuple[str, ...]:
    """The languages that have a line of their own."""
    return tuple(_WORDS)
