"""An issue as a page, as an HTML letter and as a plain one. Same input, same bytes.

What differs from reader to reader is passed in: no draft can name it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from html import escape
from textwrap import wrap

import css_inline
from django.template.loader import render_to_string

from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.html import WIDTH, html_of, inline_html, line_of, lines_of
from newsletter.drafts.parsing import (
    Draft,
    Item,
    Section,
    SectionKind,
    is_ours,
    parse,
    plain,
)
from newsletter.drafts.prose import matches
from newsletter.models import Issue
from newsletter.research.sample.banner import BANNER

# Gmail cuts a letter off at 102 kB, and the way to unsubscribe with it.
MOST_LETTER_BYTES = 102_000

_ANCHORS = {
    SectionKind.LAUNCHES: "shipped",
    SectionKind.PAPERS: "research",
    SectionKind.BUILD: "build",
}


def page_html(
    markdown: str,
    citations: Sequence[CitedClaim],
    *,
    disclosures: Sequence[str] = (),
    is_sample: bool = False,
) -> str:
    """The issue's article; claim number N links to `sources#cN`, and is `#rN` itself."""
    draft = parse(markdown)
    marks = _Marks(citations)
    parts = ["<header>", f"<h1>{inline_html(draft.title_markdown)}</h1>"]
    if is_sample:
        parts.append(f'<p class="sample">{escape(BANNER)}</p>')
    parts += [f'<p class="disclosure">{escape(told)}</p>' for told in disclosures]
    parts += [html_of(note, draft.definitions) for note in draft.notes]
    if draft.lead:
        lead = html_of(draft.lead, draft.definitions, marks.behind)
        parts.append(f'<div class="lead">{lead}</div>')
    parts.append("</header>")
    for position, section in enumerate(draft.sections, 1):
        name = _ANCHORS.get(section.kind, "about")
        anchor = name if section.kind != SectionKind.OTHER else f"{name}-{position}"
        parts += _page_section(section, anchor, draft, marks)
    parts += [f'<p class="disclosure">{escape(told)}</p>' for told in disclosures]
    return "\n".join(parts) + "\n"


def _page_section(
    section: Section, anchor: str, draft: Draft, marks: "_Marks"
) -> Iterator[str]:
    yield f'<section class="{section.kind}" aria-labelledby="{anchor}">'
    yield f'<h2 id="{anchor}">{inline_html(section.heading_markdown)}</h2>'
    for paragraph in section.prose:
        html = html_of(paragraph, draft.definitions, marks.behind)
        yield html.replace("<p>", '<p class="aside">', 1)
    for position, item in enumerate(section.items, 1):
        heading = inline_html(item.heading_markdown)
        number = f'<span class="numeral">{item.number}</span> ' if item.number else ""
        yield f'<article aria-labelledby="{anchor}-{position}">'
        yield f'<h3 id="{anchor}-{position}">{number}{heading}</h3>'
        for paragraph in item.paragraphs:
            html = html_of(paragraph, draft.definitions, marks.behind)
            if is_ours(plain(paragraph)):
                html = html.replace("<p>", '<p class="picked">', 1)
            yield html
        yield "</article>"
    yield "</section>"


class _Marks:
    """The small numbers behind sentences, each a link to its evidence."""

    def __init__(self, citations: Sequence[CitedClaim]) -> None:
        self.citations = citations
        self.seen: set[int] = set()

    def behind(self, sentence: str) -> str:
        numbers = [
            number
            for number, citation in enumerate(self.citations, 1)
            if matches(citation.claim, sentence)
        ]
        if not numbers:
            return ""
        return f'<sup class="cite">{" ".join(map(self._link, numbers))}</sup>'

    def _link(self, number: int) -> str:
        name = "" if number in self.seen else f' id="r{number}"'
        self.seen.add(number)
        label = f' aria-label="Evidence {number}"'
        return f'<a href="sources#c{number}"{name}{label}>{number}</a>'


@dataclass(frozen=True, slots=True)
class Ways:
    """Where a letter leads out of itself, as it is written there."""

    web: str  # the issue's page; it ends in a slash
    preferences: str
    unsubscribe: str


@dataclass(frozen=True, slots=True)
class _LetterItem:
    number: int
    heading: str
    said: tuple[str, ...]
    ours: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _LetterSection:
    heading: str
    kind: SectionKind
    prose: tuple[str, ...]
    items: tuple[_LetterItem, ...]


def letter_html(issue: Issue, ways: Ways) -> str:
    """The issue as an HTML letter."""
    draft = parse(issue.markdown)
    put = _Put(draft.definitions, ways.web)
    context = {
        "issue": issue,
        "ways": ways,
        "newsletter": issue.newsletter,
        "dated": day(issue),
        "title": put.heading(draft.title_markdown) or escape(issue.subject),
        "notes": put.blocks(draft.notes),
        "lead": "".join(put.blocks([draft.lead])),
        "sections": [_letter_section(section, put) for section in draft.sections],
        "sample_notice": BANNER if issue.is_sample else "",
        "preheader": issue.preheader or issue.subject,
        "filler": range(60),
    }
    html = render_to_string("letters/issue.html", context)
    screens = render_to_string("letters/issue_screens.css")
    inlined = _inliner().inline(_without_blank_lines(html))
    # What depends on the screen cannot stand inline, and the inliner would drop it.
    return inlined.replace("<!--screens-->", f"<style>\n{screens}</style>", 1)


@dataclass(frozen=True, slots=True)
class _Put:
    """Markdown as it stands in a letter, where every link is a whole address."""

    definitions: Sequence[str]
    web: str

    def heading(self, markdown: str) -> str:
        return inline_html(markdown, base=self.web)

    def blocks(self, texts: Iterable[str]) -> tuple[str, ...]:
        return tuple(html_of(text, self.definitions, base=self.web) for text in texts)


def _letter_section(section: Section, put: _Put) -> _LetterSection:
    return _LetterSection(
        heading=put.heading(section.heading_markdown),
        kind=section.kind,
        prose=put.blocks(section.prose),
        items=tuple(_letter_item(item, put) for item in section.items),
    )


def _letter_item(item: Item, put: _Put) -> _LetterItem:
    said = [text for text in item.paragraphs if not is_ours(plain(text))]
    ours = [text for text in item.paragraphs if text not in said]
    if not said:  # nothing but our own words: then they are the text
        said, ours = ours, said
    return _LetterItem(
        number=item.number,
        heading=put.heading(item.heading_markdown),
        said=put.blocks(said),
        ours=put.blocks(ours),
    )


@cache
def _inliner() -> css_inline.CSSInliner:
    return css_inline.CSSInliner(load_remote_stylesheets=False)


def _without_blank_lines(html: str) -> str:
    return "\n".join(line for line in html.split("\n") if line.strip())


def letter_text(issue: Issue, ways: Ways) -> str:
    """The issue as a plain letter, of equal worth: every word, every address."""
    draft = parse(issue.markdown)
    links: list[str] = []
    title = draft.title or issue.subject
    lines = [f"{issue.newsletter.title}, no. {issue.number}, {_long(day(issue))}", ""]
    lines += [title, "=" * min(len(title), WIDTH)]
    notices = [BANNER] if issue.is_sample else []
    for told in (*notices, *issue.disclosures):
        lines += ["", *_wrapped(told)]
    for paragraph in filter(None, (*draft.notes, draft.lead)):
        lines += ["", *lines_of(paragraph, draft.definitions, links)]
    lines += _addresses(links, 0)
    for section in draft.sections:
        lines += _text_section(section, draft, links)
    lines += ["", "-" * WIDTH, *_foot(issue, ways)]
    return "\n".join(lines) + "\n"


def _text_section(section: Section, draft: Draft, links: list[str]) -> Iterator[str]:
    yield from ("", "", section.heading.upper(), "-" * min(len(section.heading), WIDTH))
    known = len(links)
    for paragraph in section.prose:
        yield from ("", *lines_of(paragraph, draft.definitions, links))
    yield from _addresses(links, known)
    for item in section.items:
        known = len(links)
        number = f"{item.number}. " if item.number else ""
        yield from ("", *_wrapped(number + line_of(item.heading_markdown, links)))
        for paragraph in item.paragraphs:
            yield from ("", *lines_of(paragraph, draft.definitions, links))
        yield from _addresses(links, known)


def _addresses(links: Sequence[str], known: int) -> list[str]:
    """The addresses that a part of the letter has named for the first time."""
    fresh = list(enumerate(links, 1))[known:]
    return ["", *(f"[{number}] {url}" for number, url in fresh)] if fresh else []


def _foot(issue: Issue, ways: Ways) -> Iterator[str]:
    for told in issue.disclosures:
        yield from ("", *_wrapped(told))
    yield ""
    yield f"Every claim with the passage it rests on: {ways.web}sources"
    yield f"This issue on the web: {ways.web}"
    yield ""
    yield from _wrapped(
        f"You get {issue.newsletter.title} because you asked for it and confirmed."
    )
    yield f"Preferences: {ways.preferences}"
    yield f"Unsubscribe: {ways.unsubscribe}"


def _wrapped(text: str) -> list[str]:
    return wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def day(issue: Issue) -> date:
    """The day an issue bears."""
    return issue.covers_until or (issue.published_at or issue.created_at).date()


def _long(day: date) -> str:
    return f"{day:%-d %B %Y}"
