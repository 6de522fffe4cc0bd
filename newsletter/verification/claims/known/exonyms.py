"""Exonyms: names that a language has words of its own for, read as the evidence has them.

"Alemania" of a passage that names Germany, the ECB of one on the BCE, "la Cour suprême" of
the Supreme Court, Ukraine of 乌克兰. Which they are is in `exonyms.txt`. Pure but for its file.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from newsletter.text.language import is_english
from newsletter.verification.claims.numbers.locales import IN_HAN

_FILE = Path(__file__).with_name("exonyms.txt")
# Letters beside which no other script's end of a word is.


@lru_cache(maxsize=512)
def as_evidence_has(sentence: str, evidence: str, language: str = "") -> str:
    """A sentence whose exonyms are the names that the evidence has in their place.

    One that the evidence has as it stands, or has in no form, stays. Of a sentence in
    English only English names are looked for. `language` is asked of the sentence where
    it is not given.
    """
    in_english = language.startswith("en") or (not language and is_english(sentence))

    def named(found: re.Match[str]) -> str:
        own = found[0]
        if re.search(rf"(?<!\w){re.escape(own)}(?!\w)", evidence):
            return own
        borne = _others_of(_plain(own), in_english=in_english).search(evidence)
        return borne[0] if borne else own

    return _any_of(in_english=in_english).sub(named, sentence)


def has_exonyms(name: str) -> bool:
    """Whether other languages' words for an English name are known."""
    return name in _known(in_english=True)


def _plain(name: str) -> str:
    return name.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")


@cache
def _known(*, in_english: bool) -> dict[str, tuple[str, ...]]:
    """What each name is called otherwise: an exonym in English first, then elsewhere."""
    known: dict[str, tuple[str, ...]] = {}
    elsewhere: dict[str, tuple[str, ...]] = {}
    for forms, exonyms in _read(_FILE.read_text(encoding="utf-8")):
        for form in forms:
            others = (one for one in forms if one != form)
            elsewhere[form] = (*elsewhere.get(form, ()), *exonyms, *others)
        for exonym in exonyms:
            known[_plain(exonym)] = (*known.get(_plain(exonym), ()), *forms)
    if in_english:
        return elsewhere
    return {
        name: (*forms, *(one for form in forms for one in elsewhere[form]))
        for name, forms in known.items()
    }


def _read(text: str) -> Iterator[tuple[list[str], list[str]]]:
    for line in text.splitlines():
        forms, colon, exonyms = line.partition(": ")
        if colon and not line.startswith("#"):
            yield forms.split("|"), exonyms.split(", ")


@cache
def _any_of(*, in_english: bool) -> re.Pattern[str]:
    names = sorted(_known(in_english=in_english), key=len, reverse=True)
    words = [name for name in names if not IN_HAN.search(name)]
    either = "|".join(re.escape(name).replace("'", "['\u2019]") for name in words)
    in_han = "|".join(name for name in names if IN_HAN.search(name)) or r"\Z(?!\Z)"
    # "Sør-Koreas": a name in the genitive.
    behind = r"(?!\w)" if in_english else r"(?=s?(?!\w))"
    return re.compile(rf"(?<![\w-])(?:{either}){behind}|{in_han}")


@lru_cache(maxsize=1024)
def _others_of(name: str, *, in_english: bool) -> re.Pattern[str]:
    """Any other of its names; an abbreviation in its capitals alone: "US" is no "us"."""
    names = dict.fromkeys(_known(in_english=in_english)[name])
    either = "|".join(
        re.escape(one)
        if IN_HAN.search(one)
        else rf"(?<!\w){re.escape(one) if one.isupper() else f'(?i:{re.escape(one)})'}(?!\w)"
        for one in names
    )
    return re.compile(either)
