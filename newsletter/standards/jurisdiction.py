"""Jurisdiction: which findings code alone decides on, and which a judge may clear. Pure.

A judge is a model. It is heard where rules cannot understand what two texts say, and
nowhere else: what can be looked up or counted, code has looked up and counted. A coded
rule of the critic or of the mandate (`Violation`) has no line here: code decides on all.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from newsletter.standards.link_policy import DraftFault
from newsletter.standards.outcomes import Outcome, Support


class Decider(StrEnum):
    """Who may say that a finding does not hold."""

    CODE = "code"  # nobody: the draft is mended
    WORKING = (
        "working"  # a working over the passage's own figures, which code does again
    )
    JUDGE = "judge"  # a judge, by words that code finds in the passage; or a working


@dataclass(frozen=True, slots=True)
class Line:
    """Who decides on an outcome, and why it is theirs."""

    decider: Decider
    why: str


def _code(why: str) -> Line:
    return Line(Decider.CODE, why)


def _working(why: str) -> Line:
    return Line(Decider.WORKING, why)


def _judge(why: str) -> Line:
    return Line(Decider.JUDGE, why)


JURISDICTION: Mapping[str, Line] = MappingProxyType(
    {
        # Links: the web answered, and what it answered is on record.
        Outcome.OK: _code("nothing is held against it"),
        Outcome.REDIRECTED: _code("the web said where it leads"),
        Outcome.SOFT_404: _code("the page itself says that nothing is there"),
        Outcome.GONE: _code("the web answered that nothing is there"),
        Outcome.BLOCKED: _code("no model saw behind the wall either"),
        Outcome.UNREACHABLE: _code("there was no answer to judge"),
        Outcome.ARCHIVED: _code("the web answered that only a copy is left"),
        Outcome.NEVER_EXISTED: _code("a registry or an archive knows"),
        Outcome.MALFORMED: _code("it can be opened or it cannot"),
        Outcome.MISMATCH: _judge("two titles in other words may name one work"),
        # Sentences: what the stored texts hold.
        Support.UNREAD_SOURCE: _code("a text was stored or it was not"),
        Support.UNSUPPORTED_QUOTE: _code("the words stand in the text or they do not"),
        Support.FUZZY_QUOTE: _code("how near the words are is measured"),
        Support.UNCHECKED: _code("what code could not read it cannot certify"),
        Support.UNCITED: _code("there is nothing that a judge could compare it with"),
        Support.UNSUPPORTED_NUMBER: _working(
            "the passages do not hold the figure: it follows from theirs or from nothing"
        ),
        Support.UNSUPPORTED_DATE: _working(
            "the passages do not hold the date: it follows from theirs or from nothing"
        ),
        Support.UNSUPPORTED_VERSION: _code("no version follows from another"),
        Support.UNSUPPORTED_NAME: _code("the name is in no text of the source"),
        Support.OWN_FIGURE: _code("items and log are at hand, and hold it or do not"),
        Support.OWN_NAME: _code("the items are at hand, and name it or do not"),
        Support.NAMED_BELOW: _judge("an item bears the name; who it is takes reading"),
        Support.MISPLACED: _judge("what a figure is told of takes understanding"),
        Support.CONTRADICTED: _judge(
            "words that oppose others may speak of other things"
        ),
        Support.OVERSTATED: _judge("how much is told takes understanding"),
        Support.LONE_DENIAL: _judge("a denial alone is no contradiction"),
        Support.SAYS_MORE: _judge("judges found it"),
        Support.NOT_THERE: _judge("judges found it"),
        Support.DISPUTED: _judge("a judge doubts it"),
        Support.UNJUDGED: _code("its passage may not be shown to a judge"),
        # The draft as a whole.
        DraftFault.NO_LINKS: _code("links are counted"),
        DraftFault.TOO_MANY_LINKS: _code("links are counted"),
        DraftFault.UNPROVEN: _code("links are counted"),
        DraftFault.UNKNOWN_ADDRESS: _code("a tool returned the address or none did"),
    }
)


def decider_of(outcome: str) -> Decider:
    """Who may clear a finding with this outcome; what is not known is for code alone."""
    line = JURISDICTION.get(outcome)
    return line.decider if line else Decider.CODE
