"""What a link can come to, and what is known of it then. Pure."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class Outcome(StrEnum):
    """What became of a link."""

    OK = "ok"  # it answers with a page of its own
    REDIRECTED = "redirected"  # it answers from another address
    SOFT_404 = "soft_404"  # it answers 200 with a page that says nothing is there
    GONE = "gone"  # 404, 410, or a host that has no address
    BLOCKED = "blocked"  # a wall against programs, or a door: a reader may pass
    UNREACHABLE = "unreachable"  # no whole answer, also after a second try
    ARCHIVED = "archived"  # gone, but a copy is kept in an archive
    NEVER_EXISTED = "never_existed"  # gone, and nobody has a record that it was there
    MALFORMED = "malformed"  # not an address that a reader could open
    MISMATCH = "mismatch"  # it is there, but it is another work than the draft says


class Reason(StrEnum):
    """Why an issue is corrected."""

    DEAD = "dead"  # a page that it links is gone
    CHANGED = "changed"  # a passage that it quotes is not there any more
    WITHDRAWN = "withdrawn"  # a paper was withdrawn by its authors
    RETRACTED = "retracted"  # a work was retracted
    ERRATUM = "erratum"  # the issue itself was wrong, as an operator found


class Support(StrEnum):
    """Why a sentence does not stand on its evidence, although its links may work."""

    UNREAD_SOURCE = "unread_source"  # no text was stored under this hash and address
    UNSUPPORTED_QUOTE = "unsupported_quote"  # the stored text does not hold the quote
    UNSUPPORTED_NUMBER = "unsupported_number"  # the evidence lacks a figure
    UNSUPPORTED_DATE = "unsupported_date"
    UNSUPPORTED_VERSION = "unsupported_version"
    UNSUPPORTED_NAME = "unsupported_name"
    NAMED_BELOW = "named_below"  # a name in the lead that only an item's text bears
    MISPLACED = "misplaced"  # its evidence tells the figure of another thing
    CONTRADICTED = "contradicted"  # it turns its quote round: a denial, who is first
    # It is sure of what may be, tells of all what is of some, or adds what no text has.
    OVERSTATED = "overstated"
    LONE_DENIAL = "lone_denial"  # of older issues: no rule finds it any more
    SAYS_MORE = "says_more"  # as judges found: its passages say less
    NOT_THERE = "not_there"  # as judges found: its passages do not speak of it
    DISPUTED = "disputed"  # one judge doubts it, and nobody else does
    UNJUDGED = "unjudged"  # judges were heard, and it was kept from them
    OWN_FIGURE = "own_figure"  # a line of our own: no item nor the log bears a figure
    OWN_NAME = "own_name"  # a line of our own: no item bears a name
    UNCHECKED = "unchecked"  # reading it made code raise, which costs nothing else
    UNCITED = "uncited"  # it states details and rests on nothing
    FUZZY_QUOTE = "fuzzy_quote"  # the quote is in the text but for a slip


@dataclass(frozen=True, slots=True)
class Mention:
    """Where a draft speaks of an address: what it calls it and says about it."""

    sentence: str = ""
    heading: str = ""
    passage: str = ""
    anchors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Archive:
    """What a web archive answered: the newest copy, or "" where it has none."""

    copy: str


@dataclass(frozen=True, slots=True)
class LinkCheck:
    """One link as it was found: the evidence that a reader can open."""

    url: str
    canonical: str
    text: str
    outcome: Outcome
    reason: str
    status: int | None = None
    final_url: str = ""
    title: str = ""
    sha256: str = ""
    line: int | None = None
    sentence: str = ""
    published: date | None = None  # as a registry, or else the page itself, tells
    # What a reader should know although the link holds: a version, a withdrawal.
    notes: tuple[str, ...] = ()
    doubt: str = ""  # why it may be another work, where the draft gives it no title
    is_withdrawn: bool = False
    is_retracted: bool = False
