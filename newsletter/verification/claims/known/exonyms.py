"""Exonyms: names that a language has words of its own for, read as the evidence has them.

"Alemania" of a passage that names Germany, "IA" of one on AI, "la Cour suprême" of the
Supreme Court. Which they are is in `exonyms.txt`. Pure but for its file.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from newsletter.text.language import is_english

_FILE = Path(__file__).with_name("exonyms.txt")


@lru_cache(maxsize=512)
def as_evidence_has(sentence: str, evidence: str, language: str = "") -> str:
    """A sentence whose exonyms are the English names that the evidence has in their place.

    One that the evidence has as it stands, or has in no form, stays; so does all of a
    sentence in English. `language` is asked of the sentence where it is not given.
    """
    if language.startswith("en") or (not language and is_english(sentence)):
        return sentence

    def named(found: re.Match[str]) -> str:
        own = found[0]
        if re.search(rf"(?<!\w){re.escape(own)}(?!\w)", evidence):
            return own
        borne = _english_of(_plain(own)).search(evidence)
        return borne[0] if borne else own

    return _any_exonym().sub(named, sentence)


def _plain(name: str) -> str:
    return name.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")


@cache
def _english() -> dict[str, tuple[str, ...]]:
    """The English forms of each exonym."""
    known: dict[str, tuple[str, ...]] = {}
    for forms, exonyms in _read(_FILE.read_text(encoding="utf-8")):
        for exonym in exonyms:
            known[_plain(exonym)] = (*known.get(_plain(exonym), ()), *forms)
    return known


def _read(text: str) -> Iterator[tuple[list[str], list[str]]]:
    for line in text.splitlines():
        forms, colon, exonyms = line.partition(": ")
        if colon and not line.startswith("#"):
            yield forms.split("|"), exonyms.split(", ")


@cache
def _any_exonym() -> re.Pattern[str]:
    names = sorted(_english(), key=len, reverse=True)
    either = "|".join(re.escape(name).replace("'", "['\u2019]") for name in names)
    return re.compile(rf"(?<![\w-])(?:{either})(?!\w)")


@lru_cache(maxsize=1024)
def _english_of(exonym: str) -> re.Pattern[str]:
    """Any of its English forms; an abbreviation in its capitals alone: "US" is no "us"."""
    forms = sorted(_english()[exonym], key=len, reverse=True)
    either = "|".join(
        re.escape(form) if form.isupper() else f"(?i:{re.escape(form)})"
        for form in forms
    )
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)")
