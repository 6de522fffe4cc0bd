"""An issue as a letter (e-mail), in HTML and in plain text: same input, same bytes.

What differs from reader to reader is passed in: no draft can name it. The look of the
HTML letter is in `templates/letters/issue.html`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from html import escape

import css_inline
from django.template.loader import render_to_string
from django.utils.translation import gettext

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
from newsletter.drafts.html import WIDTH, columns, html_of, line_of, lines_of, wrapped
from newsletter.issues.earlier import Earlier, behind
from newsletter.issues.imprint import imprint
from newsletter.issues.marks import Marks, in_language
from newsletter.models import Correction, Issue
from newsletter.research.sample.banner import banner_of
from newsletter.standards.particles import settled
from newsletter.standards.typography import bound, requoted
from newsletter.translations import speaking

# Gmail cuts a letter off at 102 kB, and the way to unsubscribe with it.
MOST_LETTER_BYTES = 102_000


@dataclass(frozen=True, slots=True)
class Ways:
    """Where a letter leads out of itself, as it is written there."""

    web: str  # the issue's page; it ends in a slash
    preferences: str
    unsubscribe: str
    opinion: str = ""  # where a reader asks for more or less of its stories
    edition: str = ""  # the reader's own, where it is not all of the issue


@dataclass(frozen=True, slots=True)
class _LetterItem:
    number: int
    heading: str
    said: tuple[str, ...]
    ours: tuple[str, ...]
    views: tuple[str, ...]
    earlier: str


@dataclass(frozen=True, slots=True)
class _LetterSection:
    heading: str
    kind: SectionKind
    prose: tuple[str, ...]
    items: tuple[_LetterItem, ...]
    further: str = ""
    lines: tuple[str, ...] = ()


def letter_html(
    issue: Issue,
    ways: Ways,
    claims: Iterable[str] = (),
    corrections: Iterable[Correction] = (),
    edition: Draft | None = None,
    put: "Put | None" = None,
) -> str:
    """The issue, or an edition of it, as an HTML letter.

    Number N behind a sentence opens claim N. With `put`, which knows the claims, its
    editions have each block made once.
    """
    draft = edition or issue.draft
    put = put or Put(ways.web, claims)
    context = {
        "issue": issue,
        "ways": ways,
        "newsletter": issue.newsletter,
        "title": put.headline(draft.headline) or escape(issue.subject),
        "corrections": corrections,
        "disclosures": _disclosures(issue),
        "notes": put.each(draft.notes),
        "lead": put.one(*draft.lead),
        "sections": [_letter_section(section, put) for section in draft.sections],
        "sample_notice": issue.is_sample
        and banner_of(issue.newsletter.language).banner,
        "preheader": issue.preheader or issue.subject,
        "filler": range(60),
        "imprint": imprint(),
    }
    with speaking(issue.newsletter.language):
        html = settled(in_language(render_to_string("letters/issue.html", context)))
    screens = render_to_string("letters/issue_screens.css", context)
    inlined = _inliner().inline(_without_blank_lines(html))
    # What depends on the screen cannot stand inline, and the inliner would drop it.
    return inlined.replace("<!--screens-->", f"<style>\n{screens}</style>", 1)


def _disclosures(issue: Issue) -> tuple[str, ...]:
    """How it was made; of a sample also what of it is made up."""
    told = map(bound, issue.disclosures)
    if issue.is_sample:
        return (banner_of(issue.newsletter.language).details, *told)
    return tuple(told)


class Put:
    """Blocks of one issue as they stand in its letters, where every link is whole.

    An item, and a story in a line, is made once, whatever its number is.
    """

    def __init__(
        self,
        web: str,
        claims: Iterable[str],
        before: Mapping[str, Earlier] | None = None,
    ) -> None:
        """`before` has by the address of each story what was told earlier."""
        self._web = web
        self._before = before or {}
        self._marks = Marks(claims, is_page=False)
        # By identity, with what that is of, so that it lives as long.
        self._items: dict[tuple[int, int], tuple[Item, _LetterItem]] = {}
        self._lines: dict[int, tuple[Block, str]] = {}

    def headline(self, block: Block) -> str:
        return html_of(block, base=self._web)

    def one(self, *blocks: Block) -> str:
        return html_of(*blocks, mark=self._marks.behind, base=self._web)

    def each(self, blocks: Iterable[Block]) -> tuple[str, ...]:
        return tuple(map(self.one, blocks))

    def line(self, line: Block) -> str:
        if id(line) not in self._lines:
            said = self.one(unwrapped(line))
            if found := self.earlier(line):
                said = f'{said}<br><span class="earlier">{found}</span>'
            self._lines[id(line)] = line, said
        return self._lines[id(line)][1]

    def earlier(self, part: Item | Block) -> str:
        """What an issue told before, behind an item or a story in a line."""
        found = behind(part, self._before)
        return found.html if found else ""

    def item(self, item: Item) -> _LetterItem:
        key = id(item.headline), id(item.paragraphs)
        if key not in self._items:
            self._items[key] = item, _letter_item(item, self)
        made = self._items[key][1]
        return made if made.number == item.number else replace(made, number=item.number)


def _letter_section(section: Section, put: Put) -> _LetterSection:
    further = section.one_liners
    return _LetterSection(
        heading=put.headline(section.headline),
        kind=section.kind,
        prose=put.each(section.prose),
        items=tuple(map(put.item, section.items)),
        further=put.headline(further.headline) if further else "",
        lines=tuple(map(put.line, section.lines)),
    )


def _letter_item(item: Item, put: Put) -> _LetterItem:
    views = [block for block in item.paragraphs if is_view(block.text)]
    others = [block for block in item.paragraphs if block not in views]
    ours = [one for one in others if is_ours(one.text) and not update_in(one.text)]
    said = [block for block in others if block not in ours]
    if not said:  # nothing but our own words: then they are the text
        said, ours = ours, said
    return _LetterItem(
        number=item.number,
        heading=put.headline(item.headline),
        said=put.each(said),
        ours=put.each(ours),
        views=put.each(views),
        earlier=put.earlier(item),
    )


@cache
def _inliner() -> css_inline.CSSInliner:
    return css_inline.CSSInliner(load_remote_stylesheets=False)


def _without_blank_lines(html: str) -> str:
    return "\n".join(line for line in html.split("\n") if line.strip())


def letter_text(
    issue: Issue,
    ways: Ways,
    corrections: Iterable[Correction] = (),
    edition: Draft | None = None,
    before: Mapping[str, Earlier] | None = None,
) -> str:
    """The same as a plain letter, of equal worth: every word, every address."""
    with speaking(issue.newsletter.language):
        told = _text(issue, ways, corrections, edition or issue.draft, before or {})
    return settled(requoted(told, issue.newsletter.language))


def _text(
    issue: Issue,
    ways: Ways,
    corrections: Iterable[Correction],
    draft: Draft,
    before: Mapping[str, Earlier],
) -> str:
    links: list[str] = []
    title = draft.title or issue.subject
    head = gettext("%(title)s, no. %(number)s, %(day)s") % {
        "title": issue.newsletter.title,
        "number": issue.number_told,
        "day": issue.day_told,
    }
    lines = [*wrapped(head), "", *_underlined(title, "=")]
    notices = [banner_of(issue.newsletter.language).banner] if issue.is_sample else []
    corrected = [f"{one.label} {one.sentence}" for one in corrections]
    for told in (*notices, *corrected):
        lines += ["", *wrapped(told)]
    for block in (*draft.notes, *draft.lead):
        lines += ["", *lines_of(block, links=links)]
    lines += _addresses(links, 0)
    for told in _disclosures(issue):
        lines += ["", *wrapped(told)]
    for section in draft.sections:
        lines += _text_section(section, links, before)
    lines += ["", "-" * WIDTH, *_foot(issue, ways)]
    return "\n".join(lines) + "\n"


def _text_section(
    section: Section, links: list[str], before: Mapping[str, Earlier]
) -> Iterator[str]:
    yield from ("", "", *_underlined(section.heading.upper(), "-"))
    known = len(links)
    for block in section.prose:
        yield from ("", *lines_of(block, links=links))
    yield from _addresses(links, known)
    for item in section.items:
        known = len(links)
        number = f"{item.number}. " if item.number else ""
        yield from ("", *wrapped(number + line_of(item.headline, links)))
        for block in item.paragraphs:
            yield from ("", *lines_of(block, links=links))
        if found := behind(item, before):
            yield from ("", *wrapped(_numbered(found, links)))
        yield from _addresses(links, known)
    if section.one_liners:
        known = len(links)
        yield from ("", *wrapped(line_of(section.one_liners.headline, links)), "")
        for line in section.lines:
            told = line_of(unwrapped(line), links)
            if found := behind(line, before):
                told = f"{told} {_numbered(found, links)}"
            yield from wrapped(told, first="- ", others="  ")
        yield from _addresses(links, known)


def _numbered(found: Earlier, links: list[str]) -> str:
    """What was told before, with the number of its address among `links`."""
    if found.url not in links:
        links.append(found.url)
    return f"{found.text} [{links.index(found.url) + 1}]"


def _addresses(links: Sequence[str], known: int) -> list[str]:
    """The addresses that a part of the letter has named for the first time."""
    fresh = list(enumerate(links, 1))[known:]
    return ["", *(f"[{number}] {url}" for number, url in fresh)] if fresh else []


def _foot(issue: Issue, ways: Ways) -> Iterator[str]:
    yield ""
    addresses = {
        gettext("Every claim with the passage it rests on"): f"{ways.web}sources",
        gettext("This issue on the web"): ways.web,
        gettext("Your edition of it on the web"): ways.edition,
        gettext("More or less of stories like these"): ways.opinion,
    }
    yield from _named(addresses)
    yield ""
    yield from wrapped(
        gettext("You get %(title)s because you asked for it and confirmed.")
        % {"title": issue.newsletter.title}
    )
    yield from _named(
        {
            gettext("Preferences"): ways.preferences,
            gettext("Unsubscribe"): ways.unsubscribe,
        }
    )
    publisher = imprint()
    if publisher.postal_address:
        yield from ("", *publisher.postal_address)
    if publisher.url:
        yield from ("", *_named({gettext("Imprint"): publisher.url}))


def _named(addresses: Mapping[str, str]) -> Iterator[str]:
    """Each address that there is, behind what it is."""
    for name, address in addresses.items():
        if address:
            # On a line of its own: no mail program then takes more, or less, for it.
            told = gettext("%(name)s: %(address)s") % {
                "name": name,
                "address": f"\n{address}",
            }
            yield from (line.rstrip() for line in told.split("\n"))


def _underlined(heading: str, rule: str) -> list[str]:
    lines = wrapped(heading)
    return [*lines, rule * min(max(map(columns, lines), default=0), WIDTH)]
