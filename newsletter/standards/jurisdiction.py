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
    """What an outcome means, who decides on it, and why it is theirs; for operators too."""

    decider: Decider
    means: str
    why: str


def _code(means: str, why: str) -> Line:
    return Line(Decider.CODE, means, why)


def _working(means: str, why: str) -> Line:
    return Line(Decider.WORKING, means, why)


def _judge(means: str, why: str) -> Line:
    return Line(Decider.JUDGE, means, why)


JURISDICTION: Mapping[str, Line] = MappingProxyType(
    {
        # Links: the web answered, and what it answered is on record.
        Outcome.OK: _code(
            "A link that answers with a page of its own", "nothing is held against it"
        ),
        Outcome.REDIRECTED: _code(
            "A link that answers from another address", "the web said where it leads"
        ),
        Outcome.SOFT_404: _code(
            "A link to a page that answers and says that nothing is there",
            "the page itself says that nothing is there",
        ),
        Outcome.GONE: _code(
            "A link to a page or a host that is not there",
            "the web answered that nothing is there",
        ),
        Outcome.BLOCKED: _code(
            "A link to a page behind a wall against programs, or a door, which a reader may pass",
            "no model saw behind the wall either",
        ),
        Outcome.UNREACHABLE: _code(
            "A link that gave no whole answer, also at a second try",
            "there was no answer to judge",
        ),
        Outcome.ARCHIVED: _code(
            "A link to a page that is gone, of which an archive keeps a copy",
            "the web answered that only a copy is left",
        ),
        Outcome.NEVER_EXISTED: _code(
            "A link to a page that is not there, and of which nobody has a record",
            "a registry or an archive knows",
        ),
        Outcome.MALFORMED: _code(
            "A link that is no address a reader could open",
            "it can be opened or it cannot",
        ),
        Outcome.MISMATCH: _judge(
            "A link to another work than the draft says",
            "two titles in other words may name one work",
        ),
        # Sentences: what the stored texts hold.
        Support.UNREAD_SOURCE: _code(
            "A quote of a page of which no text was stored",
            "a text was stored or it was not",
        ),
        Support.UNSUPPORTED_QUOTE: _code(
            "A quote that the stored text does not hold",
            "the words stand in the text or they do not",
        ),
        Support.FUZZY_QUOTE: _code(
            "A quote that is in the text but for a slip",
            "how near the words are is measured",
        ),
        Support.UNCHECKED: _code(
            "A sentence that code could not read",
            "what code could not read it cannot certify",
        ),
        Support.UNCITED: _code(
            "A sentence that states details and cites nothing",
            "there is nothing that a judge could compare it with",
        ),
        Support.UNSUPPORTED_NUMBER: _working(
            "A figure that the cited passages do not hold",
            "the passages do not hold the figure: it follows from theirs or from nothing",
        ),
        Support.UNSUPPORTED_DATE: _working(
            "A date that the cited passages do not hold",
            "the passages do not hold the date: it follows from theirs or from nothing",
        ),
        Support.UNSUPPORTED_VERSION: _code(
            "A version that the cited passages do not hold",
            "no version follows from another",
        ),
        Support.UNSUPPORTED_NAME: _code(
            "A name that the cited passages do not hold",
            "the name is in no text of the source",
        ),
        Support.OWN_FIGURE: _code(
            "A figure in a line of our own, such as the lead, that no item bears",
            "items and log are at hand, and hold it or do not",
        ),
        Support.OWN_NAME: _code(
            "A name in a line of our own that no item bears",
            "the items are at hand, and name it or do not",
        ),
        Support.NAMED_BELOW: _judge(
            "A name in the lead that stands in an item's text, and not in its title",
            "an item bears the name; who it is takes reading",
        ),
        Support.MISPLACED: _judge(
            "A figure that the passages tell of another thing",
            "what a figure is told of takes understanding",
        ),
        Support.CONTRADICTED: _judge(
            "A sentence that turns its passage round",
            "words that oppose others may speak of other things",
        ),
        Support.OVERSTATED: _judge(
            "A sentence that is surer than its passage, tells of all what is of some, or adds to it",
            "how much is told takes understanding",
        ),
        Support.LONE_DENIAL: _judge(
            "A denial that its passage lacks; no rule finds it any more",
            "a denial alone is no contradiction",
        ),
        Support.SAYS_MORE: _judge(
            "A sentence that says more than its passages, as judges found",
            "judges found it",
        ),
        Support.NOT_THERE: _judge(
            "A sentence of which its passages do not speak, as judges found",
            "judges found it",
        ),
        Support.DISPUTED: _judge(
            "A sentence that one judge doubts, and nobody else", "a judge doubts it"
        ),
        Support.UNJUDGED: _code(
            "A sentence that was kept from the judges who were heard",
            "its passage may not be shown to a judge",
        ),
        # The draft as a whole.
        DraftFault.NO_LINKS: _code("A draft without a link", "links are counted"),
        DraftFault.TOO_MANY_LINKS: _code(
            "A draft with more links than it may have", "links are counted"
        ),
        DraftFault.UNPROVEN: _code(
            "A draft with too many links that nothing proves", "links are counted"
        ),
        DraftFault.UNKNOWN_ADDRESS: _code(
            "An address that no tool returned",
            "a tool returned the address or none did",
        ),
    }
)


def decider_of(outcome: str) -> Decider:
    """Who may clear a finding with this outcome; what is not known is for code alone."""
    line = JURISDICTION.get(outcome)
    return line.decider if line else Decider.CODE
