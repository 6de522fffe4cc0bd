"""Why a story was picked, in the newsletter's own language. Pure.

Templates of clauses that stand behind “Grund der Auswahl:” or “Picked because”, so none
begins with a capital or ends in a stop. English where a language is not known here.
"""

from dataclasses import dataclass

from newsletter.standards.by_language import by_language
from newsletter.standards.furniture import ENGLISH, primary


@dataclass(frozen=True, slots=True)
class ReasonWords:
    """The words of one language."""

    quoted: str  # how what somebody else says stands
    learned: str
    asked: str
    speaks: str
    points: str
    upvotes: str
    also: str
    code: str
    version: str
    first: str
    ranks: str
    told: str
    told_on: str
    little: str
    others: str
    shared: str
    akin: str
    shown: str
    titled: str
    both: str


_BY_LANGUAGE = by_language(ReasonWords, "reasons")


def reason_words_of(language: str) -> ReasonWords:
    """The words of `language` (BCP 47); English where it has none here."""
    return _BY_LANGUAGE.get(primary(language), _BY_LANGUAGE[ENGLISH])
