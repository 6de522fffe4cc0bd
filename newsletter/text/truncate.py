"""Truncate: a text cut to a length, where a word or a sentence ends. Pure."""

import re

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
