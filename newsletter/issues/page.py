"""An issue as a page (HTML): same input, same bytes. Its letter is in `letter`."""

from collections.abc import Iterator, Sequence
from html import escape

from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.contract import SectionKind
from newsletter.drafts.draft import (
    Block,
    Draft,
    Item,
    Section,
    is_ours,
    is_view,
    update_in,
    words_of,
)
from newsletter.drafts.html import html_of
from newsletter.issues.marks import Marks
from newsletter.research.sample.banner import BANNER


def page_html(
    draft: Draft,
    citations: Sequence[CitedClaim],
    *,
    disclosures: Sequence[str] = (),
    is_sample: bool = False,
) -> str:
    """The issue's article; claim number N links to `sources#cN`, and is `#rN` itself."""
    marks = Marks((citation.claim for citation in citations), is_page=True)
    parts = ["<header>", f"<h1>{html_of(draft.headline)}</h1>"]
    if is_sample:
        parts.append(f'<p class="sample">{escape(BANNER)}</p>')
    parts += [f'<p class="disclosure">{escape(told)}</p>' for told in disclosures]
    parts += [html_of(note) for note in draft.notes]
    if draft.lead:
        lead = html_of(*draft.lead, mark=marks.behind)
        parts.append(f'<div class="lead">{lead}</div>')
    parts.append("</header>")
    for anchor, section in _anchored(draft):
        parts += _page_section(section, anchor, marks)
    parts += [f'<p class="disclosure">{escape(told)}</p>' for told in disclosures]
    return "\n".join(parts) + "\n"


def places(draft: Draft) -> Iterator[tuple[str, Item]]:
    """Every item with the anchor of its heading on the page."""
    for anchor, section in _anchored(draft):
        for position, item in enumerate(section.items, 1):
            yield f"{anchor}-{position}", item


def _anchored(draft: Draft) -> Iterator[tuple[str, Section]]:
    for position, section in enumerate(draft.sections, 1):
        form = draft.contract.by_kind.get(section.kind)
        name = form.anchor if form else "about"
        is_one = section.kind not in (SectionKind.OTHER, SectionKind.TOPIC)
        yield name if is_one else f"{name}-{position}", section


def _page_section(section: Section, anchor: str, marks: Marks) -> Iterator[str]:
    yield f'<section class="{section.kind}" aria-labelledby="{anchor}">'
    yield f'<h2 id="{anchor}">{html_of(section.headline)}</h2>'
    for paragraph in section.prose:
        html = html_of(paragraph, mark=marks.behind)
        yield html.replace("<p>", '<p class="aside">', 1)
    for position, item in enumerate(section.items, 1):
        heading = html_of(item.headline)
        number = f'<span class="numeral">{item.number}</span> ' if item.number else ""
        yield f'<article aria-labelledby="{anchor}-{position}">'
        yield f'<h3 id="{anchor}-{position}">{number}{heading}</h3>'
        for paragraph in item.paragraphs:
            html = html_of(paragraph, mark=marks.behind)
            yield html.replace("<p>", _opening(paragraph), 1)
        yield "</article>"
    if section.one_liners:
        yield '<div class="lines">'
        yield f'<h3 id="{anchor}-more">{html_of(section.one_liners.headline)}</h3>'
        yield "<ul>"
        for line in section.lines:
            yield f"<li>{html_of(words_of(line), mark=marks.behind)}</li>"
        yield "</ul>"
        yield "</div>"
    yield "</section>"


def _opening(paragraph: Block) -> str:
    """The tag that a paragraph begins with: what is ours looks so."""
    if is_view(paragraph.text):
        return '<p class="view">'
    if update_in(paragraph.text):
        return '<p class="update">'
    return '<p class="picked">' if is_ours(paragraph.text) else "<p>"
