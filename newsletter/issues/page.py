"""An issue as a page (HTML): same input, same bytes. Its letter is in `letter`."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from html import escape
from typing import Protocol

from newsletter.drafts.contract import SectionKind
from newsletter.drafts.draft import (
    Block,
    Draft,
    Item,
    Section,
    is_ours,
    is_view,
    unwrapped,
    update_in,
)
from newsletter.drafts.html import html_of
from newsletter.issues.marks import Marks
from newsletter.research.sample.banner import banner_of
from newsletter.standards.furniture import ENGLISH
from newsletter.standards.typography import bound

# Blocks as HTML.
_Put = Callable[..., str]
# What the anchor of a section's further stories ends in.
_FURTHER = "more"


class Cited(Protocol):
    """What a page needs of a citation."""

    @property
    def claim(self) -> str: ...


def page_html(
    draft: Draft,
    citations: Iterable[Cited],
    *,
    disclosures: Sequence[str] = (),
    is_sample: bool = False,
    language: str = ENGLISH,
    base: str = "",
) -> str:
    """The issue's article; claim number N links to `sources#cN`, and is `#rN` itself.

    With `base`, the address of the issue, it may stand at another address.
    """
    marks = Marks((citation.claim for citation in citations), is_page=True)
    plain, put = (
        partial(html_of, base=base),
        partial(html_of, mark=marks.behind, base=base),
    )
    parts = ["<header>", f"<h1>{plain(draft.headline)}</h1>"]
    if is_sample:
        told = banner_of(language)
        parts.append(
            f'<details class="sample"><summary>{escape(told.banner)}</summary> '
            f"{escape(told.details)}</details>"
        )
    parts += [plain(note) for note in draft.notes]
    if draft.lead:
        parts.append(f'<div class="lead">{put(*draft.lead)}</div>')
    parts += [f'<p class="disclosure">{escape(bound(one))}</p>' for one in disclosures]
    parts.append("</header>")
    for anchor, section in _anchored(draft):
        parts += _page_section(section, anchor, plain, put)
    return "\n".join(parts) + "\n"


def places(draft: Draft) -> Iterator[tuple[str, Item]]:
    """Every item with the anchor of its heading on the page."""
    for anchor, section in _anchored(draft):
        for position, item in enumerate(section.items, 1):
            yield f"{anchor}-{position}", item


def line_places(draft: Draft) -> Iterator[tuple[str, Block]]:
    """Every story in a line with the anchor of its list's heading."""
    for anchor, section in _anchored(draft):
        for line in section.lines:
            yield f"{anchor}-{_FURTHER}", line


def _anchored(draft: Draft) -> Iterator[tuple[str, Section]]:
    for position, section in enumerate(draft.sections, 1):
        form = draft.contract.by_kind.get(section.kind)
        name = form.anchor if form else "about"
        is_one = section.kind not in (SectionKind.OTHER, SectionKind.TOPIC)
        yield name if is_one else f"{name}-{position}", section


def _page_section(
    section: Section, anchor: str, plain: _Put, put: _Put
) -> Iterator[str]:
    yield f'<section class="{section.kind}" aria-labelledby="{anchor}">'
    yield f'<h2 id="{anchor}">{plain(section.headline)}</h2>'
    for paragraph in section.prose:
        html = put(paragraph)
        yield html.replace("<p>", '<p class="aside">', 1)
    for position, item in enumerate(section.items, 1):
        heading = plain(item.headline)
        number = f'<span class="numeral">{item.number}</span> ' if item.number else ""
        yield f'<article aria-labelledby="{anchor}-{position}">'
        yield f'<h3 id="{anchor}-{position}">{number}{heading}</h3>'
        for paragraph in item.paragraphs:
            html = put(paragraph)
            yield html.replace("<p>", _opening(paragraph), 1)
        yield "</article>"
    if section.one_liners:
        yield '<div class="lines">'
        yield f'<h3 id="{anchor}-{_FURTHER}">{plain(section.one_liners.headline)}</h3>'
        yield "<ul>"
        for line in section.lines:
            yield f"<li>{put(unwrapped(line))}</li>"
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
