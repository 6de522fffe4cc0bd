"""The parser: Markdown to Draft, and the serialiser back to Markdown. Pure.

# Title
> an optional note, shown as a banner
A lead of one or more paragraphs.
## Heading                       what it is for, the draft's contract says
### 1. Title                     items, numbered from 1 in each section
Paragraphs, every claim with its link.
### Heading without a number     where the contract has one-liners: a list of them
- One line with its link.
## How this issue was made       ours, no claims

A weekly brief has `## What shipped`, `## Research worth knowing`, and perhaps `## Your
4-hour build this week`; a digest a heading of its own for each topic.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from markdown_it.token import Token

from newsletter.drafts.contract import BRIEF, Contract, Form, SectionKind
from newsletter.drafts.draft import (
    NOTHING,
    Block,
    Draft,
    Item,
    OneLiners,
    Section,
    Violation,
    words_in,
)
from newsletter.drafts.markdown import parser
from newsletter.drafts.prose import flatten
from newsletter.text.words import folded

_NUMBER = re.compile(r"(\d{1,4})\\?[.)]\s+(?=\S)")
_WRITTEN_NUMBER = re.compile(r"\s*\d{1,4}[.)]\s*")


def parse(markdown: str, contract: Contract = BRIEF) -> Draft:
    """Take a draft apart. Never raises: what is amiss is in `problems`."""
    environment: dict[str, dict[str, dict[str, str]]] = {}
    tokens = parser().parse(markdown, environment)
    references = environment.get("references", {})
    definitions = tuple(_definition(*pair) for pair in references.items())
    parts = _parts(tokens, lines_of(markdown))
    draft = _Reading(parts, definitions, contract).draft()
    return replace(draft, markdown=markdown, tokens=tuple(tokens))


def blocks_of(markdown: str) -> tuple[Block, ...]:
    """The blocks of a text that is no whole draft, such as a line that code writes."""
    return _blocks(_parts(parser().parse(markdown), lines_of(markdown)))


def to_markdown(draft: Draft) -> str:
    """The draft as text in the agreed structure; parsed again it has the same items."""
    parts = [_heading(1, draft.headline.markdown or draft.title)]
    parts += _written((*draft.notes, *draft.lead))
    for section in draft.sections:
        parts += [_heading(2, section.headline.markdown or section.heading)]
        parts += _written(section.prose)
        for item in section.items:
            number = f"{item.number}. " if item.number else ""
            parts += [_heading(3, number + (item.headline.markdown or item.title))]
            parts += _written(item.paragraphs)
        if section.one_liners:
            parts += [_heading(3, section.one_liners.headline.markdown)]
            lines = _written(section.lines)
            parts += ["\n".join(f"- {line}" for line in lines)]
    parts += ["\n".join(draft.definitions)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _written(blocks: Iterable[Block]) -> list[str]:
    return [block.markdown for block in blocks]


def _heading(level: int, text: str) -> str:
    close = " #" if text.endswith("#") else ""  # else its last # would be dropped
    return f"{'#' * level} {text}{close}" if text or level > 1 else ""


@dataclass(frozen=True, slots=True)
class _Part:
    """One block at the top level of the document; `level` is 0 unless a heading."""

    block: Block
    level: int = 0
    headline: Block = NOTHING

    @property
    def is_note(self) -> bool:
        return self.block.tokens[0].type == "blockquote_open"


def _parts(tokens: Sequence[Token], lines: Sequence[str]) -> list[_Part]:
    found = []
    for place, token in enumerate(tokens):
        if token.level or token.nesting < 0 or not token.map:
            continue
        source = "\n".join(lines[slice(*token.map)]).strip("\n").rstrip()
        if not source:  # a wide or thin space alone
            continue
        block = Block(source, _until_closed(tokens[place:]))
        if token.type == "heading_open":
            inline = block.tokens[1]
            headline = Block(" ".join(inline.content.split()), (inline,))
            found.append(_Part(block, int(token.tag[1:]), headline))
        else:
            found.append(_Part(block))
    return found


def _until_closed(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The first token, with all up to the one that closes it."""
    ends = (place for place, token in enumerate(tokens, 1) if not token.level)
    first = next(ends)
    return tuple(tokens[: first if tokens[0].nesting == 0 else next(ends)])


def lines_of(markdown: str) -> list[str]:
    """The lines as the parser counts them."""
    return markdown.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _groups(
    parts: Sequence[_Part], level: int
) -> tuple[list[_Part], list[tuple[_Part, list[_Part]]]]:
    """What stands before the first heading of a level, and what is under each."""
    before: list[_Part] = []
    groups: list[tuple[_Part, list[_Part]]] = []
    for part in parts:
        if part.level == level:
            groups.append((part, []))
        else:
            (groups[-1][1] if groups else before).append(part)
    return before, groups


def _blocks(parts: Iterable[_Part]) -> tuple[Block, ...]:
    return tuple(part.block for part in parts)


def _words(headline: Block) -> str:
    """The plain text of a heading."""
    [inline] = headline.tokens or [Token("inline", "", 0)]
    return flatten(inline.children or [])[0].strip()


def _numbered(headline: Block) -> tuple[int, Block]:
    """The number that a heading begins with, or 0, and what is behind it."""
    number = _NUMBER.match(headline.markdown)
    if not number:
        return 0, headline
    [inline] = headline.tokens
    first, *others = inline.children or []
    rest = first.copy(content=_WRITTEN_NUMBER.sub("", first.content, 1))
    if not rest.content and others and others[0].type == "softbreak":
        del others[0]
    markdown = headline.markdown[number.end() :]
    left = inline.copy(content=markdown, children=[rest, *others])
    return int(number.group(1)), Block(markdown, (left,))


def _has_lines(head: _Part, parts: Sequence[_Part]) -> bool:
    """Whether under a heading without a number stands one flat list and nothing else."""
    if _numbered(head.headline)[0] or len(parts) != 1:
        return False
    inner = [token.type for token in parts[0].block.tokens[1:-1]]
    is_list = parts[0].block.tokens[0].type == "bullet_list_open"
    return is_list and inner == [*_LINE] * (len(inner) // len(_LINE))


_LINE = (
    *("list_item_open", "paragraph_open", "inline"),
    *("paragraph_close", "list_item_close"),
)


def _one_liners(head: _Part, parts: Sequence[_Part]) -> OneLiners:
    [listed] = parts
    tokens = listed.block.tokens
    lines = (tokens[place : place + 3] for place in range(2, len(tokens), len(_LINE)))
    made = (Block(" ".join(one[1].content.split()), one) for one in lines)
    return OneLiners(head.headline, tuple(made))


def _definition(label: str, reference: dict[str, str]) -> str:
    title = reference.get("title", "").replace("\\", "\\\\").replace('"', '\\"')
    shown = f' "{title}"' if title else ""
    return f"[{label}]: <{reference['href']}>{shown}"


class _Reading:
    """One pass over the parts of a draft, noting what is not as agreed."""

    def __init__(
        self, parts: list[_Part], definitions: tuple[str, ...], contract: Contract
    ) -> None:
        self.parts = parts
        self.definitions = definitions
        self.contract = contract
        self.problems: list[Violation] = []

    def draft(self) -> Draft:
        titles = [part.headline for part in self.parts if part.level == 1]
        title = titles[0] if titles else NOTHING
        self._check_title(titles)
        rest = [part for part in self.parts if part.level != 1]
        top, groups = _groups(rest, 2)
        self._check_headings(top)
        sections = tuple(self._section(*group) for group in groups)
        self._check_sections(sections)
        return Draft(
            title=_words(title),
            lead=_blocks(part for part in top if not part.is_note),
            sections=sections,
            notes=_blocks(part for part in top if part.is_note),
            definitions=self.definitions,
            problems=tuple(self.problems),
            headline=title,
            contract=self.contract,
        )

    def _section(self, head: _Part, parts: list[_Part]) -> Section:
        prose, groups = _groups(parts, 3)
        self._check_headings(prose)
        heading = _words(head.headline)
        kind = self.contract.kind_of(heading)
        form = self.contract.by_kind.get(kind)
        further = None
        if form and form.most_one_liners and groups and _has_lines(*groups[-1]):
            *groups, further = groups
        section = Section(
            heading=heading,
            kind=kind,
            prose=_blocks(prose),
            items=tuple(self._item(*group) for group in groups),
            headline=head.headline,
            one_liners=_one_liners(*further) if further else None,
        )
        self._check_numbers(section)
        return section

    def _item(self, head: _Part, parts: list[_Part]) -> Item:
        self._check_headings(parts)
        number, headline = _numbered(head.headline)
        paragraphs = _blocks(parts)
        return Item(
            number=number,
            title=_words(headline),
            paragraphs=paragraphs,
            words=words_in(paragraphs),
            headline=headline,
        )

    def _check_title(self, titles: list[Block]) -> None:
        if len(titles) != 1 or not titles[0].markdown:
            message = f"A draft has exactly one H1, its title; here are {len(titles)}."
            self._amiss("title", "", message)
        elif next(one for one in self.parts if not one.is_note).level != 1:
            message = "Nothing but a note may precede the title."
            self._amiss("title", titles[0].markdown, message)

    def _check_headings(self, parts: Iterable[_Part]) -> None:
        for part in parts:
            if part.level:
                message = (
                    f"An H{part.level} has no place here; only H1, H2, H3 in order."
                )
                self._amiss("heading", _words(part.headline), message)

    def _check_numbers(self, section: Section) -> None:
        numbers = [item.number for item in section.items]
        if section.kind != SectionKind.OTHER and numbers != [
            *range(1, len(numbers) + 1)
        ]:
            message = f"Number the items `### 1. Title` from 1 on; they are {numbers}."
            form = self.contract.by_kind.get(section.kind)
            if form and form.most_one_liners and not all(numbers):
                message += " One H3 without a number ends a section: a list of lines."
            self._amiss("numbering", section.heading, message)

    def _check_sections(self, sections: tuple[Section, ...]) -> None:
        counts = Counter(section.kind for section in sections)
        tells = any(one.items for one in sections if one.kind.tells)
        for form in self.contract.forms:
            if form.has_free_headings:
                self._check_topics(form, sections)
                continue
            if (number := counts[form.kind]) > form.sections.most:
                message = f"Only one H2 may say {form.heading}; here are {number}."
                self._amiss("sections", "", message)
            # Whether a newsletter publishes of each kind, its rubric says.
            if number < form.sections.least and not tells:
                self._amiss("sections", "", form.missing)

    def _check_topics(self, form: Form, sections: tuple[Section, ...]) -> None:
        headings = [one.heading for one in sections if one.kind is form.kind]
        if not 1 <= len(headings) <= form.sections.most:
            message = f"The issue has {len(headings)} sections by topic; write {form.sections}."
            self._amiss("sections", "", message)
        for heading, number in Counter(map(folded, headings)).items():
            if number > 1 or not heading:
                message = "Each section by topic has a heading of its own."
                self._amiss("sections", heading, message)

    def _amiss(self, code: str, where: str, message: str) -> None:
        self.problems.append(Violation(code, where, message))
