"""JSON Feed: its newest entries, as RSS and Atom give theirs.

https://www.jsonfeed.org/version/1.1/
"""

from datetime import date
from html import escape
from urllib.parse import urljoin

from newsletter.research.outlets.base import listed, record_of, records_in
from newsletter.text.dates import day_told
from newsletter.web.feed import MOST_ENTRIES, Entries, Entry
from newsletter.web.page import Page, Wire

_VERSION = ("https://jsonfeed.org/version/", "https://www.jsonfeed.org/version/")
_MOST_CHARACTERS = 400_000


class _Feed(Wire):
    version: str = ""


class _Author(Wire):
    name: str | None = None


class _Item(Wire):
    id: str | int | float = ""
    url: str | None = None
    external_url: str | None = None
    title: str | None = None
    content_html: str | None = None
    content_text: str | None = None
    summary: str | None = None
    date_published: str | None = None
    date_modified: str | None = None
    author: _Author | None = None  # of version 1
    authors: tuple[_Author, ...] | None = None


def is_one(page: Page) -> bool:
    """Whether a page is a JSON Feed; raises OutletFailed where it is other JSON."""
    if not page.body[:100].removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
        return False
    return record_of(page, _Feed).version.startswith(_VERSION)


def entries_of(page: Page) -> Entries:
    """Its newest entries in its own order; raises OutletFailed where none can be read."""
    items = records_in(listed(page, "items"), _Item)
    entries = [_entry(item, page.final_url) for item in items]
    newest = sorted(entries, key=lambda one: one.day or date.min, reverse=True)
    kept = {id(one) for one in newest[:MOST_ENTRIES]}
    found = Entries(one for one in entries if id(one) in kept)
    found.left_out = tuple(one.day for one in newest[MOST_ENTRIES:] if one.day)
    return found


def _entry(item: _Item, base: str) -> Entry:
    told = item.content_html or escape(item.content_text or item.summary or "")
    named = item.authors or ((item.author,) if item.author else ())
    return Entry(
        title=escape(item.title or ""),
        link=_link(item, base),
        day=day_told(item.date_published or item.date_modified or ""),
        text=told[:_MOST_CHARACTERS],
        author=next(
            (one.name for one in named if one.name and "@" not in one.name), ""
        ),
    )


def _link(item: _Item, base: str) -> str:
    """The page of the entry, or what it points at, or an id that is an address."""
    named = str(item.id)
    own = named if named.startswith(("https://", "http://")) else ""
    address = item.url or item.external_url or own
    try:
        return urljoin(base, address) if address else ""
    except ValueError:
        return ""
