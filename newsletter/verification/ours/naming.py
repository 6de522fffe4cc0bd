"""Which capitals of a line are a name, and which are only how it is written. Pure."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from newsletter.text.words import MONTHS, words_of
from newsletter.verification.claims.names import is_in_capitals
from newsletter.verification.claims.numbers.amounts import WORDS

_DATA = Path(__file__).parent
_PLAIN = re.compile(r"[^\W\d_]+(?:[-’'][^\W\d_]+)*")
_NUMBER = re.compile(rf"(?:{WORDS}|one|no|half|first|second|third)(?:-\w+)*", re.I)


@cache
def listed(name: str) -> frozenset[str]:
    """The words of a list: `ordinary` or `tools`."""
    lines = (_DATA / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def _is_plain(word: str) -> bool:
    """Whether only its first letter, or that of its parts, is a capital."""
    return bool(_PLAIN.fullmatch(word)) and word in (word.capitalize(), word.title())


@dataclass(frozen=True, slots=True)
class Line:
    """A line whose words are asked about, and what is known of its issue.

    `makers` are all that the log knows by name; `allowed` words are no names.
    """

    text: str
    newsletter: str = ""
    language: str = ""
    makers: Collection[str] = ()
    allowed: Collection[str] = ()

    def is_name(self, word: str) -> bool:
        """Whether a word that was read as a name is one that somebody must bear."""
        small = word.casefold().removesuffix("'s").removesuffix("’s")
        if not {small, small.removesuffix("s")}.isdisjoint(self.allowed):
            return False
        parts = words_of(small)
        if parts and set(parts) <= set(words_of(self.newsletter)):
            return False
        if small in MONTHS or _NUMBER.fullmatch(word):
            return False
        if _is_plain(word) and is_in_capitals(self.text, self.language):
            return any(
                word in maker.split() and maker in self.text for maker in self.makers
            )
        return True


def is_used_as_name(word: str, text: str) -> bool:
    """Whether a text has a word with a capital where no sentence begins, and never small."""
    if not _is_plain(word) or not word[0].isupper():
        return False
    whole = rf"(?<![\w./-]){re.escape(word)}(?![\w/-]|\.\w)"
    within = re.search(rf"(?<=[a-z,] ){whole}", text)
    return bool(within) and not re.search(whole.replace(word, word.lower()), text)
