"""RSS and Atom: from a fetched feed to its newest entries, each cut out and read alone.

What is wrong in one entry costs that entry, and time grows with the size of the feed,
whatever is in it. https://www.rssboard.org/rss-specification,
https://www.rfc-editor.org/rfc/rfc4287
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import islice
from typing import Any
from urllib.parse import urljoin

from lxml import etree
from selectolax.lexbor import LexborHTMLParser

from newsletter.text.dates import day_told
from newsletter.text.sound import sound
from newsletter.web.charset import is_mojibake
from newsletter.web.page import Page

# Only the newest entries count; some feeds hold everything since the beginning.
MOST_ENTRIES = 200
_MOST_LOOKED_AT = 100_000
_MOST_ELEMENTS = 1000
_TEXT_CHARACTERS = 400_000
_AUTHOR_CHARACTERS = 200
# `jane@example.com (Jane Doe)`: https://www.rssboard.org/rss-specification
_WITH_ADDRESS = re.compile(r"[^\s@]{1,200}@[^\s@]{1,200} \(([^()]{1,200})\)")
_SHORT_CHARACTERS = 5000

_ROOT = re.compile(r"<(?:[\w-]{1,20}:)?(rss|feed|rdf|channel)(?=[\s>/])[^>]*", re.I)
_ROOT_WITHIN = 65_536
_HTML = re.compile(r"<(?:!doctype\s+html|html|head|body)(?=[\s>])", re.I)
_BASE = re.compile(r"xml:base\s*=\s*[\"']([^\"']{1,2000})")
_FEED_TYPES = frozenset(
    {"application/rss+xml", "application/atom+xml", "application/feed+json"}
)
# What an operator is shown of a stranger's page: an address, and not a long one.
_ADDRESS = re.compile(r"https?://[\w.-]{1,100}/[\w./?=&%~+-]{0,150}", re.ASCII)
_ENTITY = re.compile(r"<!entity", re.I)
_DAY = re.compile(
    r"<(?:\w{1,20}:)?(?:pubdate|published|issued|created|date|updated|modified)"
    r"(?:\s[^>]*)?>\s*(?:<!\[CDATA\[)?([^<\]]{1,60})",
    re.I,
)
# What no XML may hold, though feeds do: https://www.w3.org/TR/xml/#charsets
_REFERENCE = re.compile(r"&#(?:[xX]0*([0-9a-fA-F]{1,6})|0*(\d{1,7}));")
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_BARE_AND = re.compile(
    r"&(?!(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{0,31});)"
)
_BARE_LESS = re.compile(r"<(?![A-Za-z_/!?])")
# In a title `<int>` is no markup. In Atom's plain text `<video>` is none either
# (RFC 4287, 3.1.1.1), though some feeds write emphasis there.
_EMPHASIS = "a|b|br|code|em|i|small|span|strong|sub|sup"
_NOT_EMPHASIS = re.compile(rf"<(?!/?(?:{_EMPHASIS})(?:\s[^<>]*)?/?>)", re.I)
_NO_TAG = re.compile(
    rf"<(?!/?(?:{_EMPHASIS}|abbr|article|big|blockquote|button|center|cite|dd|del|dfn|div|dl"
    r"|dt|figure|figcaption|font|form|h[1-6]|hr|iframe|img|input|ins|kbd|li|link|mark|math"
    r"|meta|ol|p|picture|pre|q|s|samp|script|section|source|strike|style|svg|table|tbody|td"
    r"|th|time|title|tr|tt|u|ul|var|video|wbr)(?:\s[^<>]*)?/?>)",
    re.I,
)

# The elements that hold a day and a text, those that count most first.
_DAYS = (
    ("pubdate", "published", "issued"),
    ("created",),
    ("date", "updated", "modified"),
)
_TEXTS = frozenset({"encoded", "content", "description", "summary", "body"})
# Other vocabularies' titles are of pictures and players.
_OTHERS = re.compile(r"(?:media|itunes|dc):|\{[^}]*(?:/mrss|itunes|/dc/)")
_ABOUT = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}about"
_XML_BASE = "{http://www.w3.org/XML/1998/namespace}base"

# The elements of an entry by their names, without namespaces and in lower case.
Named = list[tuple[str, Any]]


class NoFeed(ValueError):
    """The bytes are no feed; the message says why, as the end of "…, because"."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: title and text are HTML, `day` is in UTC, `link` absolute or "".

    `author` is who wrote it, as the feed says; "" where it does not.
    """

    title: str
    link: str
    day: date | None
    text: str
    author: str = ""


class Entries(list[Entry]):
    """A feed's newest entries; `left_out` are the days of those beyond MOST_ENTRIES."""

    left_out: tuple[date, ...] = ()


def entries_of(page: Page) -> Entries:
    """A feed's newest entries in its own order; raises NoFeed where it is none.

    Many feeds are malformed and readable all the same.
    """
    text = page.text
    root = _ROOT.search(text, 0, _ROOT_WITHIN)
    # A few bytes could become gigabytes in a parser. What stands in an entry declares
    # nothing: an article may show such a line.
    if _ENTITY.search(text[: root.start()] if root else text.replace("\x00", "")):
        raise NoFeed("its feed declares entities of its own")
    if root is None or _HTML.search(text, 0, root.start()):
        named = _feed_named_in(page)
        hint = f"; the page names {named} as its feed" if named else ""
        raise NoFeed(f"it answered something that is no feed{hint}")
    if is_mojibake(text):
        raise NoFeed("its letters cannot be told: it declares a wrong charset, or none")
    based = _BASE.search(root.group())
    base = _joined(page.final_url, based.group(1) if based else "")
    name = "entry" if root.group(1).lower() == "feed" else "item"
    spans = islice(_spans(text, root.end(), name), _MOST_LOOKED_AT)
    newest, left_out = _newest(text, list(spans))
    found = (_entry(text[begin:end], base) for begin, end in newest)
    entries = Entries(entry for entry in found if entry)
    entries.left_out = left_out
    return entries


def _feed_named_in(page: Page) -> str:
    """The feed that a web page leads programs to; "" where it names none of the web.

    https://www.rssboard.org/rss-autodiscovery
    """
    head = LexborHTMLParser(page.text[:_ROOT_WITHIN])
    for link in head.css("link[rel~=alternate][href]"):
        kind = (link.attributes.get("type") or "").strip().lower()
        address = _joined(page.final_url, link.attributes.get("href") or "")
        if kind in _FEED_TYPES and _ADDRESS.fullmatch(address):
            return address
    return ""


@lru_cache(maxsize=4)
def _marks(name: str) -> re.Pattern[str]:
    return re.compile(
        rf"(<!--)|(<!\[CDATA\[)|<(/?)(?:[\w-]{{1,20}}:)?{name}(?=[\s>/])", re.I
    )


def _spans(text: str, position: int, name: str) -> Iterator[tuple[int, int]]:
    """Where each entry begins and ends, past comments and quoted parts."""
    begin: int | None = None
    closed = {"-->", "]]>"}  # what may still come in the rest of the text
    while mark := _marks(name).search(text, position):
        position = mark.end()
        if mark.group(1) or mark.group(2):
            closing = "-->" if mark.group(1) else "]]>"
            end = text.find(closing, position) if closing in closed else -1
            if end < 0:
                closed.discard(closing)
            position = max(position, end)
            continue
        if begin is not None:
            yield begin, mark.start()
        begin = None if mark.group(3) else mark.start()
    if begin is not None:
        # What was cut within an address is none.
        yield begin, max(begin, text.rfind(">", begin) + 1)


def _newest(
    text: str, spans: list[tuple[int, int]]
) -> tuple[list[tuple[int, int]], tuple[date, ...]]:
    """The newest of the entries, or the first ones where none is dated.

    And the days of the others.
    """
    if len(spans) <= MOST_ENTRIES:
        return spans, ()

    def age(span: tuple[int, int]) -> int:
        found = _DAY.search(text, *span)
        day = day_told(found.group(1)) if found else None
        return -day.toordinal() if day else 0

    by_age = sorted((age(span), span) for span in spans)
    others = (date.fromordinal(-old) for old, _ in by_age[MOST_ENTRIES:] if old)
    return sorted(span for _, span in by_age[:MOST_ENTRIES]), tuple(others)


def _entry(written: str, base: str) -> Entry | None:
    parser = etree.XMLParser(
        recover=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(mended(written).encode(), parser)
    except etree.XMLSyntaxError:
        return None
    if root is None:
        return None
    nodes = [
        (_name(node), node)
        for node in islice(root, _MOST_ELEMENTS)
        if isinstance(node.tag, str)
    ]
    base = _joined(base, root.get(_XML_BASE, ""))
    is_atom = _name(root) == "entry"
    return Entry(
        title=_title(nodes, is_atom=is_atom),
        link=_link(root, nodes, base),
        day=_day(nodes),
        text=_text(nodes),
        author=_author(nodes),
    )


def mended(written: str) -> str:
    """Markup of which the parser loses nothing but what is none."""
    text = _ILLEGAL.sub("", sound(_REFERENCE.sub(_legal, written)))
    return _BARE_LESS.sub("&lt;", _BARE_AND.sub("&amp;", text))


def _legal(reference: re.Match[str]) -> str:
    """The reference where XML allows it; else what it means, halves of letters too."""
    in_hex, in_tens = reference.groups()
    code = int(in_hex, 16) if in_hex else int(in_tens)
    if code > 0x10FFFF:
        return "\N{REPLACEMENT CHARACTER}"
    is_half = 0xD800 <= code <= 0xDFFF
    return chr(code) if is_half or _ILLEGAL.match(chr(code)) else reference.group()


def _name(node: Any) -> str:
    return str(node.tag).rpartition("}")[2].rpartition(":")[2].lower()


def _title(nodes: Named, *, is_atom: bool) -> str:
    titles = [node for name, node in nodes if name == "title"]
    titles.sort(key=lambda node: bool(_OTHERS.match(node.tag)))
    if not titles:
        return ""
    node = titles[0]
    if len(node):
        return _markup(node)[:_SHORT_CHARACTERS]
    is_text = is_atom and node.get("type", "text") == "text"
    written = (node.text or "")[:_SHORT_CHARACTERS]
    return (_NOT_EMPHASIS if is_text else _NO_TAG).sub("&lt;", written)


def _link(root: Any, nodes: Named, base: str) -> str:
    """The page of the entry: what is linked as such, or a name that is an address."""
    for name, node in nodes:
        if name == "link" and node.get("rel", "alternate") == "alternate":
            written = node.get("href") or node.text or ""
            if written.strip():
                return _joined(_joined(base, node.get(_XML_BASE, "")), written)
    for name, node in nodes:
        is_address = (node.text or "").strip().startswith(("https://", "http://"))
        if name == "guid" and node.get("isPermaLink") != "false" and is_address:
            return _joined(base, node.text or "")
    about = root.get(_ABOUT) or root.get("rdf:about") or root.get("about")
    return _joined(base, about) if about else ""


def _day(nodes: Named) -> date | None:
    for names in _DAYS:
        for name, node in nodes:
            if name in names and (day := day_told((node.text or "")[:100])):
                return day
    return None


def _author(nodes: Named) -> str:
    """Who wrote it: `dc:creator`, Atom's `author`, or RSS's, which begins with an address."""
    for wanted in ("creator", "author"):
        for name, node in nodes:
            if name != wanted:
                continue
            inner = next((one for one in node if _name(one) == "name"), node)
            written = " ".join((inner.text or "")[:_SHORT_CHARACTERS].split())
            bracketed = _WITH_ADDRESS.fullmatch(written)
            told = bracketed.group(1) if bracketed else written
            if told and "@" not in told:
                return told[:_AUTHOR_CHARACTERS]
    return ""


def _text(nodes: Named) -> str:
    """The longest text that the entry carries."""
    inner = [
        (_name(part), part)
        for name, node in nodes
        if name == "group"  # of a video: https://www.rssboard.org/media-rss
        for part in node
        if isinstance(part.tag, str)
    ]
    texts = [_markup(node) for name, node in (*nodes, *inner) if name in _TEXTS]
    return max(texts, key=len, default="")[:_TEXT_CHARACTERS]


def _markup(node: Any) -> str:
    """What an element holds, as HTML."""
    if not len(node):
        return node.text or ""
    return str(etree.tostring(node, encoding="unicode", method="html", with_tail=False))


def _joined(base: str, address: str) -> str:
    try:
        return urljoin(base, address.strip()[:_SHORT_CHARACTERS])
    except ValueError:
        return ""
