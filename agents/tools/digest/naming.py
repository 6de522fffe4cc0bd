"""Names that agents of the digest give: each its own, and one that a reader can read."""

import re
from collections.abc import Collection, Iterable, Sequence

from agents.tools.base import ToolError
from agents.tools.certification import selection
from newsletter.drafts.rules.unfit import fault_of
from newsletter.text.words import folded

MOST_WORDS = 8
# Names that fit any group of stories, so that they tell of none.
_VAGUE = frozenset(
    {"ai", "news", "various", "various topics", "other", "others", "other news", "misc"}
    | {"miscellaneous", "more", "more news", "updates", "stories", "topic", "topics"}
    | {"untitled", "general", "rest", "the rest", "everything else", "etc", "n/a"}
)
# Markdown, HTML, an address, or a place that a letter fills in.
_MARKUP = re.compile(r"[<>\[\]`*#|{}\n]|__|@@|://|\bwww\.")
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


def refuse_unknown(names: Iterable[str], known: Sequence[str], what: str) -> None:
    """Raise ToolError where a name is not among the known ones."""
    if told := selection.unknown(names, known):
        raise ToolError(f"Not among the {what}: {told}.")


def refuse_same(names: Sequence[str]) -> None:
    """Raise ToolError where two names are one, whatever their case."""
    seen = [folded(name) for name in names]
    if twice := next((one for one in names if seen.count(folded(one)) > 1), ""):
        raise ToolError(f"Two are called “{twice}”; give each a name of its own.")


def refuse_unfit(name: str, titles: Collection[str], texts: Iterable[str]) -> None:
    """Raise ToolError for what is no name of these stories; a title of theirs is one.

    So is a title's beginning that is longer than a name.
    """
    if name in titles or _begins_one(name, titles):
        return
    if fault := _fault(name, " ".join((*titles, *texts))):
        raise ToolError(f"“{name}” is no name for its stories: {fault}.")


def _begins_one(name: str, titles: Collection[str]) -> bool:
    begins = name.rstrip("… ")
    is_long = len(begins.split()) > MOST_WORDS
    return is_long and any(title.startswith(begins) for title in titles)


def _fault(name: str, said: str) -> str:
    if _MARKUP.search(name):
        return "it has markup or an address in it"
    if fault := fault_of(name):
        return fault
    if not any(char.isalpha() for char in name):
        return "it has no word"
    if len(name.split()) > MOST_WORDS:
        return f"it has more than {MOST_WORDS} words"
    if folded(name).strip(" .!") in _VAGUE:
        return "it would fit any other; say what they share"
    known = set(_FIGURE.findall(said))
    strange = [figure for figure in _FIGURE.findall(name) if figure not in known]
    return f"none of them has {strange[0]!r}" if strange else ""
