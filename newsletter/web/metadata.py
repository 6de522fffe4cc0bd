"""What an HTML page says of itself: title, headings, canonical address. Pure.

All of it is a stranger's text: shown quoted and shortened, never obeyed.
"""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import islice
from typing import Any
from urllib.parse import urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser

from newsletter.text import truncate
from newsletter.text.dates import day_of, moment_of
from newsletter.web.html import tree_of
from newsletter.web.page import Page

_LONGEST = 200
_READ_BYTES = 512_000
_UNSEEN = re.compile(
    r"[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060\ufeff]"
)
_REFRESH = re.compile(r"\s*(\d+)[^=]*;\s*url\s*=\s*[\"']?([^\"'\s]+)", re.IGNORECASE)
_QUICK_SECONDS = 5
_PUBLISHED = {
    "article:published_time": 'meta[property="article:published_time"]',
    "citation_publication_date": 'meta[name="citation_publication_date"]',
    "citation_date": 'meta[name="citation_date"]',
    "datepublished": 'meta[itemprop="datePublished"]',
}
# An element says so by its name, https://microformats.org/wiki/h-entry, or as WordPress does.
_TIMES = (
    "time[itemprop=datePublished]",
    "time[pubdate]",
    "time.dt-published, time.published, time.entry-date",
    "article time[datetime]",
)
_MODIFIED = (
    'meta[property="article:modified_time"]',
    'meta[property="og:updated_time"]',
    'meta[itemprop="dateModified"]',
)
# Of https://schema.org/Article; a page of any other type stands for years.
_ARTICLE = re.compile(r"\w*Article|BlogPosting|Report")
_MOST_SCRIPTS, _SCRIPT_CHARACTERS = 10, 200_000
# Who changed a page within so many days tells something new on it.
_ANEW = timedelta(days=31)
_SHELL_WORDS = 25
_PICTURES = (
    'meta[property="og:image:secure_url"]',
    'meta[property="og:image"]',
    'meta[name="og:image"]',
    'meta[name="twitter:image"]',
)
_LONGEST_ADDRESS = 2000
_AUTHORS = (
    'meta[name="author"]',
    'meta[name="citation_author"]',
    'meta[property="article:author"]',
)
_HEAD_ENDS = re.compile(r"</head\s*>", re.IGNORECASE)
_PICTURE = re.compile(r"(?:og|twitter):image", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Shown:
    """Where a page's picture is and who wrote it; "" where it does not say."""

    picture: str = ""
    author: str = ""


@dataclass(frozen=True, slots=True)
class Glance:
    """The parts of a page's HTML that tell what it is; "" where it does not say."""

    title: str = ""
    og_title: str = ""
    site: str = ""
    h1: str = ""
    canonical: str = ""
    refresh: str = ""
    robots: str = ""
    arxiv_id: str = ""
    published: date | None = None
    words: int = 0
    has_scripts: bool = False

    @property
    def is_shell(self) -> bool:
        """Whether the page is empty until a browser has run its scripts."""
        return self.has_scripts and self.words < _SHELL_WORDS

    @property
    def titles(self) -> tuple[str, ...]:
        """Every name the page gives itself, each once."""
        named = (self.title, self.og_title, self.h1)
        return tuple(dict.fromkeys(name for name in named if name))


def glance(page: Page) -> Glance:
    """Read what a page says of itself; nothing of what is not HTML."""
    kind = page.content_type.lower()
    if not page.body or (kind and "html" not in kind):
        return Glance()
    html = page.text[:_READ_BYTES]
    tree, base = tree_of(html), page.final_url
    named = _Named(tree, html.lower())
    return Glance(
        title=_text(tree, "head title") or _text(tree, "title"),
        og_title=named.read("og:title", 'meta[property="og:title"]', "content"),
        site=named.read("og:site_name", 'meta[property="og:site_name"]', "content"),
        h1=_text(tree, "h1"),
        canonical=_absolute(
            base, named.read("canonical", 'link[rel="canonical"]', "href")
        ),
        refresh=_refresh(tree, base) if named.has("http-equiv") else "",
        robots=named.read("robots", 'meta[name="robots"]', "content").lower(),
        arxiv_id=named.read(
            "citation_arxiv_id", 'meta[name="citation_arxiv_id"]', "content"
        ),
        published=_published(named),
        has_scripts=named.has("<script")
        and tree.css_first("script[src], script[type=module]") is not None,
        words=_count_words(tree),
    )


def moment_stated(tree: LexborHTMLParser, asked_at: datetime) -> datetime | None:
    """When a page says it was published; None where it does not, or was changed lately.

    What only looks like a day is none: a page names many.
    """
    articles = list(_articles(tree))
    metas = [_attribute(tree, one, "content") for one in _PUBLISHED.values()]
    told = [*filter(None, metas), *_one(articles, "datePublished")]
    told += [time for selector in _TIMES for time in _times(tree, selector)]
    published = next(filter(None, map(moment_of, told)), None)
    changes = [_attribute(tree, one, "content") for one in _MODIFIED]
    changes += _one(articles, "dateModified")
    lately = asked_at - _ANEW
    is_anew = any(one and one >= lately for one in map(moment_of, changes))
    return None if published and published < lately and is_anew else published


def _articles(tree: LexborHTMLParser) -> Iterator[dict[str, Any]]:
    """What a page says of articles in JSON-LD, of itself and not of those it lists."""
    for node in islice(tree.css('script[type="application/ld+json"]'), _MOST_SCRIPTS):
        told: Any = None
        with suppress(ValueError, RecursionError):
            told = json.loads(node.text(deep=True)[:_SCRIPT_CHARACTERS])
        for one in told if isinstance(told, list) else [told]:
            graph = one.get("@graph") if isinstance(one, dict) else None
            for item in graph if isinstance(graph, list) else [one]:
                if isinstance(item, dict) and _is_article(item.get("@type")):
                    yield item


def _is_article(types: Any) -> bool:
    named = types if isinstance(types, list) else [types]
    return any(isinstance(one, str) and _ARTICLE.fullmatch(one) for one in named)


def _one(articles: Sequence[dict[str, Any]], name: str) -> list[str]:
    """What all of them say under a name; nothing where they differ."""
    told = {one[name] for one in articles if isinstance(one.get(name), str)}
    return [*told] if len(told) == 1 else []


def _times(tree: LexborHTMLParser, selector: str) -> list[str]:
    """The time of the elements that it selects; nothing where they name several days."""
    times = [node.attributes.get("datetime") or "" for node in tree.css(selector)]
    days = {day_of(time) for time in times}
    return times[:1] if len(days) == 1 else []


def shown_by(page: Page) -> Shown:
    """What a page says of itself for others to show (https://ogp.me)."""
    html = page.text[:_READ_BYTES]
    head = _HEAD_ENDS.search(html)
    tree = tree_of(html[: head.start()] if head else html)
    if head and _PICTURE.search(html, head.end()) and not _has_picture(tree):
        tree = tree_of(html)  # some write in the body what belongs in the head
    return Shown(_picture(tree, page.final_url), _author(tree))


def _has_picture(tree: LexborHTMLParser) -> bool:
    return tree.css_first(", ".join(_PICTURES)) is not None


def _picture(tree: LexborHTMLParser, base: str) -> str:
    for selector in _PICTURES:
        node = tree.css_first(selector)
        written = (node.attributes.get("content") or "").strip() if node else ""
        if written and len(written) <= _LONGEST_ADDRESS:
            return _absolute(base, written)
    return ""


def _author(tree: LexborHTMLParser) -> str:
    """The name of who wrote it; an address is none."""
    for selector in _AUTHORS:
        told = _attribute(tree, selector, "content")
        if told and "://" not in told and "@" not in told:
            return told
    return ""


@dataclass(frozen=True, slots=True)
class _Named:
    """A page's named attributes; what its text has no trace of is not looked for."""

    tree: LexborHTMLParser
    lower: str

    def has(self, trace: str) -> bool:
        return trace in self.lower

    def read(self, trace: str, selector: str, name: str) -> str:
        return _attribute(self.tree, selector, name) if self.has(trace) else ""


def tidy(text: str) -> str:
    """A stranger's words on one line, without unseen characters, shortened."""
    shown = " ".join(_UNSEEN.sub(" ", text).split())
    return truncate.at_word(shown, _LONGEST)


def _text(tree: LexborHTMLParser, selector: str) -> str:
    node = tree.css_first(selector)
    return tidy(node.text(deep=True, separator=" ")) if node else ""


def _attribute(tree: LexborHTMLParser, selector: str, name: str) -> str:
    node = tree.css_first(selector)
    return tidy(node.attributes.get(name) or "") if node else ""


def _published(named: "_Named") -> date | None:
    """The day that a page says it was published on."""
    for trace, selector in _PUBLISHED.items():
        if day := day_of(named.read(trace, selector, "content")):
            return day
    return None


def _refresh(tree: LexborHTMLParser, base: str) -> str:
    """Where the page sends its readers on within seconds."""
    for node in tree.css("meta[http-equiv]"):
        if (node.attributes.get("http-equiv") or "").lower() != "refresh":
            continue
        found = _REFRESH.match(node.attributes.get("content") or "")
        if found and int(found.group(1)[:6]) <= _QUICK_SECONDS:
            return _absolute(base, found.group(2))
    return ""


def _absolute(base: str, address: str) -> str:
    try:
        return urljoin(base, address) if address and urlsplit(base) else ""
    except ValueError:
        return ""


def _count_words(tree: LexborHTMLParser) -> int:
    body = tree.body
    if body is None:
        return 0
    for node in body.css("script, style, noscript, template"):
        node.decompose()
    return len(body.text(deep=True, separator=" ").split())
