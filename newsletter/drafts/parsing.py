"""Markdown to Draft and back: the structure that writer, critic and pages agree on. Pure.

# Title
> an optional note, shown as a banner
A lead of one or more paragraphs.
## What shipped                  launches: "what shipped" in the heading
### 1. Title                     items, numbered from 1 in each section
Paragraphs, every claim with its link.
## Research worth knowing        papers: "research" or "worth knowing"
## Your 4-hour build this week   optional: "build"
## How this issue was made       anything else: ours, no claims
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from markdown_it.token import Token

from newsletter.drafts.draft import (
    OURS,
    Draft,
    Item,
    Section,
    SectionKind,
    Violation,
    is_correction,
    is_ours,
)
from newsletter.drafts.markdown import parser
from newsletter.drafts.prose import Sentence, flatten, split

__all__ = [
    "OURS",
    "Draft",
    "Item",
    "Section",
    "SectionKind",
    "Sentence",
    "Violation",
    "is_correction",
    "is_ours",
    "paragraphs",
    "parse",
    "plain",
    "sentences",
    "sha256_of",
    "to_markdown",
]


_NUMBER = re.compile(r"(\d{1,4})\\?[.)]\s+(?=\S)")
_HEADINGS = {
    SectionKind.LAUNCHES: '"what shipped"',
    SectionKind.PAPERS: '"research" or "worth knowing"',
    SectionKind.BUILD: '"build"',
}


def sha256_of(markdown: str) -> str:
    """The name of exactly this text."""
    return sha256(markdown.encode("utf-8", "surrogatepass")).hexdigest()


def parse(markdown: str) -> Draft:
    """Take a draft apart. Never raises: what is amiss is in `problems`."""
    environment: dict[str, dict[str, dict[str, str]]] = {}
    tokens = parser().parse(markdown, environment)
    references = environment.get("references", {})
    definitions = tuple(_definition(*pair) for pair in references.items())
    return _Reading(_blocks(tokens, _lines(markdown)), definitions).draft()


def to_markdown(draft: Draft) -> str:
    """The draft as text in the agreed structure; parsed again it has the same items."""
    parts = [_heading(1, draft.title_markdown or draft.title), *draft.notes, draft.lead]
    for section in draft.sections:
        parts += [_heading(2, section.heading_markdown or section.heading)]
        parts += section.prose
        for item in section.items:
            number = f"{item.number}. " if item.number else ""
            parts += [_heading(3, number + (item.heading_markdown or item.title))]
            parts += [item.body_markdown]
    parts += ["\n".join(draft.definitions)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _heading(level: int, text: str) -> str:
    close = " #" if text.endswith("#") else ""  # else its last # would be dropped
    return f"{'#' * level} {text}{close}" if text or level > 1 else ""


def sentences(draft: Draft) -> tuple[Sentence, ...]:
    """Every sentence of the draft with its links, in order; headings are not among them."""
    return tuple(
        sentence
        for where, paragraph in paragraphs(draft)
        for sentence in _sentences(paragraph, where, draft.definitions)
    )


def paragraphs(draft: Draft) -> Iterator[tuple[str, str]]:
    """Every paragraph's Markdown with the place it stands at."""
    for note in draft.notes:
        yield "note", note
    if draft.lead:
        yield "lead", draft.lead
    for section in draft.sections:
        for paragraph in section.prose:
            yield section.heading, paragraph
        for item in section.items:
            for paragraph in item.paragraphs:
                yield item.name, paragraph


def plain(markdown: str, definitions: Sequence[str] = ()) -> str:
    """The text a reader sees, without markup, code blocks or HTML tags."""
    found = _sentences(markdown, "", definitions)
    return " ".join(sentence.text for sentence in found)


def _sentences(
    markdown: str, where: str, definitions: Sequence[str] = ()
) -> list[Sentence]:
    text = "\n\n".join([markdown, "\n".join(definitions)])
    return [
        sentence
        for token in parser().parse(text)
        if token.type == "inline"
        for sentence in split(*flatten(token.children or []), where)
    ]


@dataclass(frozen=True, slots=True)
class _Block:
    """One block at the top level of the document; `level` is 0 unless a heading."""

    type: str
    markdown: str
    level: int = 0
    heading: str = ""

    @property
    def is_note(self) -> bool:
        return self.type == "blockquote_open"


def _blocks(tokens: Sequence[Token], lines: Sequence[str]) -> list[_Block]:
    found = []
    for place, token in enumerate(tokens):
        if token.level or token.nesting < 0 or not token.map:
            continue
        source = "\n".join(lines[slice(*token.map)]).strip("\n").rstrip()
        if token.type == "heading_open":
            heading = " ".join(tokens[place + 1].content.split())
            found.append(_Block(token.type, source, int(token.tag[1:]), heading))
        elif token.type != "inline":
            found.append(_Block(token.type, source))
    return found


def _lines(markdown: str) -> list[str]:
    """The lines as the parser counts them."""
    return markdown.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _groups(
    blocks: Sequence[_Block], level: int
) -> tuple[list[_Block], list[tuple[_Block, list[_Block]]]]:
    """What stands before the first heading of a level, and what is under each."""
    before: list[_Block] = []
    groups: list[tuple[_Block, list[_Block]]] = []
    for block in blocks:
        if block.level == level:
            groups.append((block, []))
        else:
            (groups[-1][1] if groups else before).append(block)
    return before, groups


def _join(blocks: Iterable[_Block]) -> str:
    return "\n\n".join(block.markdown for block in blocks)


def _shown(heading: str) -> str:
    """The plain text of a heading's Markdown."""
    inline = parser().parseInline(heading)[0]
    return flatten(inline.children or [])[0].strip()


def _definition(label: str, reference: dict[str, str]) -> str:
    title = reference.get("title", "").replace("\\", "\\\\").replace('"', '\\"')
    shown = f' "{title}"' if title else ""
    return f"[{label}]: <{reference['href']}>{shown}"


def _kind(heading: str) -> SectionKind:
    words = heading.casefold()
    if "what shipped" in words:
        return SectionKind.LAUNCHES
    if "research" in words or "worth knowing" in words:
        return SectionKind.PAPERS
    if "build" in words:
        return SectionKind.BUILD
    return SectionKind.OTHER


class _Reading:
    """One pass over the blocks of a draft, noting what is not as agreed."""

    def __init__(self, blocks: list[_Block], definitions: tuple[str, ...]) -> None:
        self.blocks = blocks
        self.definitions = definitions
        self.problems: list[Violation] = []

    def draft(self) -> Draft:
        titles = [block.heading for block in self.blocks if block.level == 1]
        title = titles[0] if titles else ""
        self._check_title(titles)
        rest = [block for block in self.blocks if block.level != 1]
        top, groups = _groups(rest, 2)
        self._check_headings(top)
        sections = tuple(self._section(*group) for group in groups)
        self._check_sections(sections)
        return Draft(
            title=_shown(title),
            lead=_join(block for block in top if not block.is_note),
            sections=sections,
            notes=tuple(block.markdown for block in top if block.is_note),
            definitions=self.definitions,
            problems=tuple(self.problems),
            title_markdown=title,
        )

    def _section(self, head: _Block, blocks: list[_Block]) -> Section:
        prose, groups = _groups(blocks, 3)
        self._check_headings(prose)
        section = Section(
            heading=_shown(head.heading),
            kind=_kind(_shown(head.heading)),
            prose=tuple(block.markdown for block in prose),
            items=tuple(self._item(*group) for group in groups),
            heading_markdown=head.heading,
        )
        self._check_numbers(section)
        return section

    def _item(self, head: _Block, blocks: list[_Block]) -> Item:
        self._check_headings(blocks)
        number = _NUMBER.match(head.heading)
        heading = head.heading[number.end() :] if number else head.heading
        body = _join(blocks)
        said = _sentences(body, "", self.definitions)
        return Item(
            number=int(number.group(1)) if number else 0,
            title=_shown(heading),
            body_markdown=body,
            paragraphs=tuple(block.markdown for block in blocks),
            words=sum(len(s.text.split()) for s in said if not is_ours(s.text)),
            heading_markdown=heading,
        )

    def _check_title(self, titles: list[str]) -> None:
        if len(titles) != 1 or not titles[0]:
            message = f"A draft has exactly one H1, its title; here are {len(titles)}."
            self._amiss("title", "", message)
        elif next(b for b in self.blocks if not b.is_note).level != 1:
            self._amiss("title", titles[0], "Nothing but a note may precede the title.")

    def _check_headings(self, blocks: Iterable[_Block]) -> None:
        for block in blocks:
            if block.level:
                message = (
                    f"An H{block.level} has no place here; only H1, H2, H3 in order."
                )
                self._amiss("heading", _shown(block.heading), message)

    def _check_numbers(self, section: Section) -> None:
        numbers = [item.number for item in section.items]
        if section.kind != SectionKind.OTHER and numbers != [
            *range(1, len(numbers) + 1)
        ]:
            message = f"Number the items `### 1. Title` from 1 on; they are {numbers}."
            self._amiss("numbering", section.heading, message)

    def _check_sections(self, sections: tuple[Section, ...]) -> None:
        counts = Counter(section.kind for section in sections)
        for kind, words in _HEADINGS.items():
            if counts[kind] > 1:
                message = f"Only one H2 may say {words}; here are {counts[kind]}."
                self._amiss("sections", "", message)
            if not counts[kind] and kind != SectionKind.BUILD:
                self._amiss("sections", "", f"No H2 says {words}; add the section.")

    def _amiss(self, code: str, where: str, message: str) -> None:
        self.problems.append(Violation(code, where, message))
