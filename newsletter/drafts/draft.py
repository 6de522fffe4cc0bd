"""The document tree of a draft: title, lead, sections, items, blocks of tokens. Pure.

It is parsed once, where its Markdown comes in, and handed on as this value.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from markdown_it.token import Token

from newsletter.drafts import updates
from newsletter.drafts.contract import BRIEF, Contract, SectionKind
from newsletter.drafts.prose import DraftSentence, flatten, split
from newsletter.standards import brief_words, furniture
from newsletter.standards.correction_words import SINCE
from newsletter.text.identifiers import canonical, sha256_of
from newsletter.text.words import length_in_words

# How sentences begin that need no source of their own: they are held to the items
# and its log (`newsletter.verification.ours`). No draft says “Picked because” any more:
# older ones do, and go on being shown.
OURS = (*furniture.OPENINGS, "Picked because")
_VIEW = re.compile(rf"(?:{'|'.join(map(re.escape, furniture.VIEWS))})\s?[:\uff1a]")
# So does a correction of an earlier issue.
_CORRECTION = re.compile(
    "|".join(
        rf"{re.escape(before)}\d{{1,6}}\s?{re.escape(behind.strip())}"
        for before, behind in (since.split("{number}") for since in SINCE)
    )
)


@dataclass(frozen=True, slots=True)
class Violation:
    """One way in which a draft is not as agreed: which rule, where, and what to do."""

    code: str
    where: str
    message: str


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, a list, a table, or the words of a heading: as written, and parsed.

    Its tokens are shared by all who read it: nobody changes one.
    """

    markdown: str
    tokens: tuple[Token, ...] = field(default=(), compare=False, repr=False)

    def sentences(self, where: str = "") -> tuple[DraftSentence, ...]:
        """Its sentences with their links; what is in code blocks or HTML is none."""
        return tuple(
            sentence
            for token in self.tokens
            if token.type == "inline"
            for sentence in split(*flatten(token.children or []), where)
        )

    @property
    def text(self) -> str:
        """The words a reader sees, without markup, code blocks or HTML tags."""
        return " ".join(sentence.text for sentence in self.sentences())

    @property
    def addresses(self) -> Iterator[str]:
        """Where its sentences lead, in the one spelling that addresses are compared in."""
        return (canonical(url) for said in self.sentences() for url in said.links)


NOTHING = Block("")


@dataclass(frozen=True, slots=True)
class Item:
    """One story. `number` is 0 where the heading has none; `words` are the body's."""

    number: int
    title: str
    paragraphs: tuple[Block, ...]
    words: int
    headline: Block

    @property
    def name(self) -> str:
        """How a violation points at it: `2. Title`."""
        return f"{self.number}. {self.title}" if self.number else self.title

    @property
    def deeper(self) -> Block | None:
        """The paragraph that says where to go on."""
        return next((block for block in self.paragraphs if is_deeper(block)), None)

    @property
    def addresses(self) -> Iterator[str]:
        """Where its sentences lead, as those of its blocks do."""
        return (url for block in self.paragraphs for url in block.addresses)

    @property
    def body_markdown(self) -> str:
        """What stands under its heading."""
        return "\n\n".join(block.markdown for block in self.paragraphs)


@dataclass(frozen=True, slots=True)
class OneLiners:
    """Further stories of a section under an H3 of their own: each a line with its link."""

    headline: Block
    lines: tuple[Block, ...]


def unwrapped(line: Block) -> Block:
    """The words of a paragraph, as they stand within a list: no paragraph of their own."""
    return Block(line.markdown, line.tokens[1:2])


@dataclass(frozen=True, slots=True)
class Section:
    """An H2 and what is under it; `prose` stands before the first item."""

    heading: str
    kind: SectionKind
    prose: tuple[Block, ...]
    items: tuple[Item, ...]
    headline: Block
    one_liners: OneLiners | None = None

    @property
    def lines(self) -> tuple[Block, ...]:
        """The stories that have a line each."""
        return self.one_liners.lines if self.one_liners else ()


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft taken apart: every part as written and as parsed.

    `markdown` and `tokens` are of the whole text, for what looks at all of it: rules
    about markup, links in order. Links by reference need `definitions` to be written
    again.
    """

    title: str
    lead: tuple[Block, ...]
    sections: tuple[Section, ...]
    notes: tuple[Block, ...] = ()
    definitions: tuple[str, ...] = ()
    problems: tuple[Violation, ...] = ()
    headline: Block = NOTHING
    contract: Contract = field(default=BRIEF, compare=False, repr=False)
    markdown: str = field(default="", compare=False, repr=False)
    tokens: tuple[Token, ...] = field(default=(), compare=False, repr=False)

    @property
    def sha256(self) -> str:
        """The name of exactly this text."""
        return sha256_of(self.markdown)

    @property
    def items(self) -> tuple[Item, ...]:
        """Every item of every section, in order."""
        return tuple(item for section in self.sections for item in section.items)

    @property
    def told(self) -> tuple[tuple[SectionKind, Item], ...]:
        """The items that tell a story, with what their section is for."""
        return tuple(
            (section.kind, item)
            for section in self.sections
            if section.kind.tells
            for item in section.items
        )

    @property
    def stories(self) -> tuple[Item, ...]:
        """The items that tell a story: all but what to build, and what is ours."""
        return tuple(item for _, item in self.told)

    @property
    def lines(self) -> tuple[Block, ...]:
        """The further stories that have a line each."""
        return tuple(line for section in self.sections for line in section.lines)

    def of_kind(self, kind: SectionKind) -> tuple[Section, ...]:
        """The sections of one kind, in order."""
        return tuple(section for section in self.sections if section.kind == kind)


def sentences(draft: Draft) -> tuple[DraftSentence, ...]:
    """Every sentence of the draft with its links, in order; headings are not among them."""
    return tuple(
        sentence
        for where, block in blocks(draft)
        for sentence in block.sentences(where)
    )


def blocks(draft: Draft) -> Iterator[tuple[str, Block]]:
    """Every block under a heading, with the place it stands at."""
    for note in draft.notes:
        yield "note", note
    for block in draft.lead:
        yield "lead", block
    for section in draft.sections:
        for block in section.prose:
            yield section.heading, block
        for item in section.items:
            for block in item.paragraphs:
                yield item.name, block
        for block in section.lines:
            yield section.heading, block


def is_deeper(block: Block) -> bool:
    """Does the paragraph say where to go on?"""
    return block.text.startswith(brief_words.DEEPER)


def words_in(paragraphs: Iterable[Block]) -> int:
    """How many words a story has: those a reader sees, without our own lines, nor what
    stands behind its further links.
    """
    told = (block for block in paragraphs if not is_deeper(block))
    said = (one.text for block in told for one in block.sentences())
    return sum(length_in_words(text) for text in said if not is_ours(text))


def is_ours(text: str) -> bool:
    """Does the sentence speak of the issue itself, so that it needs no source of its own?"""
    is_said_so = _without_opening(text).startswith(OURS) or is_view(text)
    return is_said_so or is_correction(text) or update_in(text) is not None


def is_view(text: str) -> bool:
    """Does the sentence tell what we think, in any of the languages of our own lines?"""
    return bool(_VIEW.match(_without_opening(text)))


def _without_opening(text: str) -> str:
    return text.lstrip("“\"'( ")


def is_correction(text: str) -> bool:
    """Does the sentence tell what became of an earlier issue's evidence?"""
    return bool(_CORRECTION.match(text))


def update_in(text: str) -> tuple[int, str] | None:
    """Which issue a sentence tells an update to, and what is new; None if it does not."""
    return updates.read(_without_opening(text))
