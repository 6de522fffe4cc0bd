"""Truncate: a text cut to a length, where a word or a sentence ends. Pure."""

import re
from collections.abc import Sequence

_ENDS = re.compile(r"[.!?](?=\s)")


def at_word(text: str, most: int) -> str:
    """At most so many characters, ending with a whole word and "…" where it was cut."""
    if len(text) <= most:
        return text
    return text[: most - 1].rsplit(" ", 1)[0].rstrip(" ,;:–-") + "…"


def at_sentence(text: str, most: int) -> str:
    """At most so many characters, cut where a sentence ends, if one does."""
    if len(text) <= most:
        return text
    cut = text[:most]
    ends = [match.end() for match in _ENDS.finditer(cut)]
    return cut[: ends[-1]] if ends and ends[-1] > most // 2 else cut.rstrip()


def first_of(parts: Sequence[str], most: int) -> str:
    """So many parts in one line, and how many more there are."""
    more = len(parts) - most
    shown = [*parts[:most], *([f"and {more} more"] if more > 0 else [])]
    return "; ".join(shown)


def lines_within(lines: Sequence[str], most_bytes: int) -> str:
    """As many whole lines as so many bytes hold; else the last says how many are not shown."""
    left = most_bytes
    for shown, line in enumerate(lines):
        left -= len(line.encode(errors="replace")) + 1
        if left < 0:
            rest = f"… and {len(lines) - shown} more, not shown."
            return "\n".join([*lines[:shown], rest])
    return "\n".join(lines)
