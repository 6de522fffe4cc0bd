"""How an item leads to what an issue told before, in the newsletter's own language. Pure."""

import re
from typing import NamedTuple

from newsletter.standards.by_language import by_language
from newsletter.standards.furniture import primary


class _Words(NamedTuple):
    """Before an update's link, before an issue's number, and before what was told."""

    update: str
    issue: str
    earlier: str


_WORDS = by_language(_Words, "updates")
_LABEL = re.compile(
    f"(?:{'|'.join(f'{one.update} {one.issue}' for one in _WORDS.values())})"
    r" (\d{1,6}): *(.*)",
    re.DOTALL,
)


def opening(language: str, issue: int, url: str) -> str:
    """The label as Markdown, such as `Update to [issue 3](<…>):`; English where unknown."""
    words = _words(language)
    return f"{words.update} [{words.issue} {issue}](<{url}>):"


def earlier(language: str, issue: int) -> tuple[str, str]:
    """What stands before and behind the heading of what was told: `Earlier`, `issue 3`."""
    words = _words(language)
    return words.earlier, f"{words.issue} {issue}"


def read(text: str) -> tuple[int, str] | None:
    """Which issue a sentence tells an update to, and what is new; None if it does not."""
    found = _LABEL.match(text)
    return (int(found[1]), found[2].strip()) if found else None


def _words(language: str) -> _Words:
    return _WORDS.get(primary(language), _WORDS["en"])
