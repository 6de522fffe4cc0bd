"""What a draft is made of: title, lead, sections, items. Pure."""

import re
from dataclasses import dataclass
from enum import StrEnum

# The sentences about ourselves that need no source; they must start like this.
OURS = ("Picked because", "This issue", "In this issue")
# So does a correction of an earlier issue.
_CORRECTION = re.compile(r"Since issue \d{1,6}: ")


class SectionKind(StrEnum):
    """What a section of a draft is for."""

    LAUNCHES = "launches"  # what shipped
    PAPERS = "papers"  # research
    BUILD = "build"  # one thing to build on a laptop
    OTHER = "other"  # about the issue itself


@dataclass(frozen=True, slots=True)
class Violation:
    """One way in which a draft is not as agreed: which rule, where, and what to do."""

    code: str
    where: str
    message: str


@dataclass(frozen=True, slots=True)
class Item:
    """One story. `number` is 0 where the heading has none; `words` are the body's."""

    number: int
    title: str
    body_markdown: str
    paragraphs: tuple[str, ...]
    words: int
    heading_markdown: str

    @property
    def name(self) -> str:
        """How a violation points at it: `2. Title`."""
        return f"{self.number}. {self.title}" if self.number else self.title


@dataclass(frozen=True, slots=True)
class Section:
    """An H2 and what is under it; `prose` stands before the first item."""

    heading: str
    kind: SectionKind
    prose: tuple[str, ...]
    items: tuple[Item, ...]
    heading_markdown: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft taken apart. Links by reference need `definitions` to be understood."""

    title: str
    lead: str
    sections: tuple[Section, ...]
    notes: tuple[str, ...] = ()
    definitions: tuple[str, ...] = ()
    problems: tuple[Violation, ...] = ()
    title_markdown: str = ""

    @property
    def items(self) -> tuple[Item, ...]:
        """Every item of every section, in order."""
        return tuple(item for section in self.sections for item in section.items)

    def of_kind(self, kind: SectionKind) -> tuple[Section, ...]:
        """The sections of one kind; a draft in order has at most one."""
        return tuple(section for section in self.sections if section.kind == kind)


def is_ours(text: str) -> bool:
    """Does the sentence speak of the issue itself, so that it needs no source?"""
    return text.lstrip("“\"'( ").startswith(OURS) or is_correction(text)


def is_correction(text: str) -> bool:
    """Does the sentence tell what became of an earlier issue's evidence?"""
    return bool(_CORRECTION.match(text))
