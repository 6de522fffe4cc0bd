"""Truncate: a text cut to a length, where a word or a sentence ends. Pure."""

import re
from collections.abc import Sequence

_ENDS = re.compile(r"[.!?](?=\s)")
# Scripts that set no spaces, with their marks: they are cut anywhere.
_UNSPACED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3000-\u9fff\uf900-\ufaff"
    r"\uff00-\uffef\U00020000-\U0003ffff"
)
_LONGEST_REST = 40
_REST = rf"[^\s{_UNSPACED}]{{1,{_LONGEST_REST}}}"
_BEGINS_WITHIN = re.compile(rf"^(?:{_REST})?\s*")
_ENDS_WITHIN = re.compile(rf"\s*(?:{_REST})?$")
_RUNS_ON = re.compile(f"[{_UNSPACED}]")


def at_word(text: str, most: int) -> str:
    """At most so many characters, ending with a whole word and "…" where it was cut."""
    if len(text) <= most:
        return text
    cut = text[: most - 1]
    runs_on = _RUNS_ON.search(cut[-_LONGEST_REST - 1 :])
    whole = before_cut(cut) if runs_on else cut.rsplit(" ", 1)[0]
    return whole.rstrip(" ,;:–-") + "…"


def before_cut(text: str) -> str:
    """What was cut off behind, without what may be the beginning of a word there."""
    return _ENDS_WITHIN.sub("", text, count=1)


def behind_cut(text: str) -> str:
    """What was cut off before, without what may be the end of a word there."""
    return _BEGINS_WITHIN.sub("", text, count=1)


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
