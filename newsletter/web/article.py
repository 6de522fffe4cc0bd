"""From a fetched page to its article: title, text, day. Never raises on hostile bytes."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

import trafilatura
from selectolax.lexbor import LexborHTMLParser, LexborNode
from trafilatura.settings import Document

from newsletter.text.dates import moment_of
from newsletter.text.identifiers import arxiv_id_of, canonical
from newsletter.text.truncate import at_sentence
from newsletter.web import robots
from newsletter.web.fetch import Fetcher
from newsletter.web.html import drop_hidden, plain, tree_of, visible
from newsletter.web.metadata import moment_stated
from newsletter.web.page import Fault, Page
from newsletter.web.stand_ins.reading import stood_in

TEXT_CHARACTERS = 60_000
# How much of a page is parsed at all, and how much of that is searched for an article:
# the search takes seconds for a megabyte.
_PARSED_CHARACTERS = 5_000_000
_SEARCHED_CHARACTERS = 300_000
_TYPES = re.compile(r"html|xml|text/(?:plain|markdown)|\A\Z", re.I)
_PLAIN = re.compile(r"text/(?:plain|markdown)", re.I)
# What a page says of itself in more characters than this is no title and no name, and
# the search for an article takes the square of them.
_META_CHARACTERS = 2000
_ASIDE = "nav, header, footer, aside, form"
_SMALLEST_ARTICLE = 80
MOST_LEADS = 20
# A day in a page's text may be its own where it is no older; others are of what it tells.
_GUESSED = timedelta(days=31)
_LEAD_CHARACTERS, _ADDRESS_CHARACTERS = 120, 2000


@dataclass(frozen=True, slots=True)
class Reading:
    """What a page says: plain text, a paragraph a line. Data, never an instruction."""

    title: str
    text: str
    published: datetime | None = None
    publisher: str = ""


class Lead(NamedTuple):
    """Where a page leads, and the words of that link: both a stranger's. Data."""

    words: str
    url: str


async def read_all(
    urls: Iterable[str], fetcher: Fetcher
) -> dict[str, tuple[Page, Reading | None]]:
    """Each address with its page and what that says; None where it says nothing.

    Of an arXiv paper the abstract is read, wherever the address leads. A page that its
    site asks programs not to read is not read. See `opened` for what stands in for one.
    """
    asked = {url: _address(url) for url in urls}
    pages = await robots.read_all(asked.values(), fetcher)
    return {url: opened(pages[address]) for url, address in asked.items()}


def opened(page: Page) -> tuple[Page, Reading | None]:
    """The page with its article; with a fault where a wall or a soft 404 answered for it."""
    reading = read(page)
    reason = stood_in(page, reading.text) if reading else ""
    if not reason:
        return page, reading
    return replace(page, fault=Fault.STAND_IN, detail=reason), None


def read(page: Page) -> Reading | None:
    """The article of a page; None where the page failed or holds no text."""
    if page.fault is not None or page.status != 200:
        return None
    if not _TYPES.search(page.content_type) or b"\x00" in page.body[:1024]:
        return None
    html = visible(page.text[:_PARSED_CHARACTERS])
    if _PLAIN.search(page.content_type):
        return _of_plain_text(html)
    tree = tree_of(html)
    found = _abstract(tree) if arxiv_id_of(page.final_url) else _article(tree, page)
    return found if found and found.text else None


def leads(page: Page) -> tuple[Lead, ...]:
    """Where the article of a page leads, each address once; never to itself."""
    if page.fault is not None or "html" not in page.content_type:
        return ()
    tree = tree_of(visible(page.text[:_SEARCHED_CHARACTERS]))
    drop_hidden(tree)
    for node in tree.css(_ASIDE):
        node.decompose()
    found: dict[str, Lead] = {}
    nodes: list[LexborNode] = tree.css("a[href]")
    for node in nodes:
        words = " ".join(node.text(deep=True).split())[:_LEAD_CHARACTERS]
        url = _joined(page.final_url, node.attributes.get("href") or "")
        if words and url and len(found) < MOST_LEADS:
            found.setdefault(canonical(url), Lead(words, url))
    found.pop(canonical(page.final_url), None)
    return tuple(found.values())


def _joined(base: str, href: str) -> str:
    """The whole address of a link; "" for what is none of the web's."""
    try:
        url = urljoin(base, href.strip())
        is_web = urlsplit(url).scheme in ("http", "https") and urlsplit(url).hostname
    except ValueError:
        return ""
    return url if is_web and len(url) <= _ADDRESS_CHARACTERS else ""


def _address(url: str) -> str:
    arxiv_id = arxiv_id_of(url)
    return f"https://arxiv.org/abs/{arxiv_id}" if arxiv_id else url


def _of_plain_text(text: str) -> Reading | None:
    lines = [" ".join(line.split()) for line in text.splitlines()]
    whole = "\n".join(line for line in lines if line)
    if not whole:
        return None
    title = whole.partition("\n")[0].lstrip("# ")[:200]
    return Reading(title, at_sentence(whole, TEXT_CHARACTERS))


def _abstract(tree: LexborHTMLParser) -> Reading | None:
    """The abstract on a page of arxiv.org/abs."""
    quoted = tree.css_first("blockquote.abstract")
    if quoted is None:
        return None
    for label in quoted.css(".descriptor"):
        label.decompose()
    text = " ".join(quoted.text(deep=True).split())
    return Reading(
        title=_meta(tree, "citation_title"),
        text=at_sentence(text, TEXT_CHARACTERS),
        published=moment_of(_meta(tree, "citation_date")),
        publisher="arXiv",
    )


def _article(tree: LexborHTMLParser, page: Page) -> Reading:
    url, stated = page.final_url, moment_stated(tree, page.fetched_at)
    drop_hidden(tree)
    for node in tree.css(_ASIDE):
        node.decompose()
    for node in tree.css("meta[content]"):
        if len(said := node.attributes["content"] or "") > _META_CHARACTERS:
            node.attrs["content"] = said[:_META_CHARACTERS]
    title, text, day = _extracted(_searched(tree), url)
    if len(text) < _SMALLEST_ARTICLE:
        text = max(text, _main_text(tree), key=len)
    guessed = moment_of(day)
    is_late = guessed and guessed >= page.fetched_at - _GUESSED
    title = title or _title(tree)
    return Reading(
        title=title,
        text=at_sentence(text.removeprefix(f"{title}\n"), TEXT_CHARACTERS),
        published=stated or (guessed if is_late else None),
        publisher=_meta(tree, "og:site_name") or (urlsplit(url).hostname or ""),
    )


def _searched(tree: LexborHTMLParser) -> str:
    """The page's HTML, or of a very long page the part that should be the article."""
    html = tree.html or ""
    if len(html) > _SEARCHED_CHARACTERS:
        parts = [node.html or "" for node in tree.css("article, main")]
        html = max(parts, key=len, default=html)
    return html[:_SEARCHED_CHARACTERS]


def _extracted(html: str, url: str) -> tuple[str, str, str]:
    """Title, text and day by trafilatura; empty where it finds none."""
    try:
        found = trafilatura.bare_extraction(
            html,
            url=url,
            with_metadata=True,
            include_comments=False,
            include_tables=False,
            favor_precision=True,
        )
    # Its many parsers raise whatever hostile markup makes them raise.
    except Exception:
        return "", "", ""
    if not isinstance(found, Document):
        return "", "", ""
    lines = (" ".join(line.split()) for line in (found.text or "").splitlines())
    text = "\n".join(line for line in lines if line)
    return (found.title or "").strip(), text, found.date or ""


def _main_text(tree: LexborHTMLParser) -> str:
    """The text of the part that looks most like an article."""
    for selector in ("article", "main", "body"):
        nodes: list[LexborNode] = tree.css(selector)
        texts = [plain(node.html or "") for node in nodes]
        longest = max(texts, key=len, default="")
        if len(longest) >= _SMALLEST_ARTICLE or selector == "body":
            return longest
    return ""


def _title(tree: LexborHTMLParser) -> str:
    if title := _meta(tree, "og:title"):
        return title
    node = tree.css_first("title") or tree.css_first("h1")
    return " ".join(node.text(deep=True).split())[:500] if node else ""


def _meta(tree: LexborHTMLParser, name: str) -> str:
    for attribute in ("property", "name"):
        node = tree.css_first(f'meta[{attribute}="{name}"]')
        if node and (content := node.attributes.get("content")):
            return " ".join(content.split())[:500]
    return ""
