"""The phrases and the lines of a profile, as they are named to readers. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from newsletter.research.ranking.wishes import halves, subjects_of
from newsletter.text.similarity import words

_LONGEST_PHRASE = 4


@dataclass(frozen=True, slots=True)
class Phrase:
    """Some words of the profile as they stand there, and their terms."""

    text: str
    terms: tuple[str, ...]

    @property
    def words(self) -> frozenset[str]:
        return frozenset(term for term in self.terms if " " not in term)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the profile, and its phrases."""

    text: str
    phrases: tuple[Phrase, ...]


# The same marks in Chinese and Japanese.
_WIDE_COMMAS, _WIDE_MARKS = (
    "\u3001\uff0c",
    "\u3002\uff1b\uff1a\uff01\uff1f\uff08\uff09\u300c\u300d",
)
_JOINING = "and|or|und|oder|en|och|og|et|ou|y|e|ve|и|или"
_BETWEEN_PHRASES = re.compile(
    rf"[.,;:!?()\n\"“”{_WIDE_COMMAS}{_WIDE_MARKS}]+|^\s*[-*#]+\s|(?:^|\s)(?:{_JOINING})(?=\s|$)",
    re.MULTILINE,
)


def phrases_of(lines: Sequence[str]) -> tuple[Phrase, ...]:
    """The phrases of a few words, to name to readers; the longer before its parts."""
    found: dict[str, Phrase] = {}
    for piece in _BETWEEN_PHRASES.split("\n".join(lines)):
        text = " ".join(piece.split())
        inside = tuple(subjects_of([text]))
        if inside and len(words(text)) <= _LONGEST_PHRASE:
            found.setdefault(text, Phrase(text, inside))
    return tuple(found.values())


def under_headings(text: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    """What is wanted by the headings of a profile: each phrase as its terms.

    A heading that stands alone, and what stands under none, is left out.
    """
    found: dict[str, list[str]] = {}
    heading = ""
    for line in halves(text)[0]:
        if line.startswith("#"):
            heading = " ".join(line.lstrip("#").split())
        elif heading:
            found.setdefault(heading, []).append(line)
    phrases = {name: phrases_of(lines) for name, lines in found.items()}
    return {
        name: tuple(one.terms for one in said) for name, said in phrases.items() if said
    }


_COMMA = re.compile(f"[,{_WIDE_COMMAS}]")
_BULLET = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s+")
# A longer one is a paragraph, which nobody reads as a reason.
_MOST_LINE_CHARACTERS = 140


def lines_of(lines: Sequence[str]) -> tuple[Line, ...]:
    """The lines that can be named whole; of others, their phrases are lines."""
    found: list[Line] = []
    for line in dict.fromkeys(lines):
        text = " ".join(_BULLET.sub("", line).split()).rstrip(".;,")
        phrases = phrases_of([text])
        if line.startswith("#") or not phrases:
            continue
        is_list = bool(_BULLET.match(line)) or not _COMMA.search(text)
        if is_list and len(text) <= _MOST_LINE_CHARACTERS:
            found.append(Line(text, phrases))
        else:
            found += [
                Line(phrase.text, (phrase,))
                for phrase in phrases
                # One word is told if it is a name: Iran, not "oil".
                if len(phrase.words) > 1 or phrase.text[0].isupper()
            ]
    return tuple(found)
