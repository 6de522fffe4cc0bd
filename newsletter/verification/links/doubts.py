"""What makes one look twice at a page that answered: each happens on pages that are there. Pure."""

import re
from urllib.parse import SplitResult, unquote, urlsplit

from newsletter.drafts.links import Link
from newsletter.text.identifiers import canonical
from newsletter.text.sites import parts_of
from newsletter.web.metadata import Glance
from newsletter.web.page import Page
from newsletter.web.stand_ins.soft404 import Sign, is_home, says_little


def find(link: Link, page: Page, seen: Glance) -> Sign | None:
    """Why only a look at a neighbour can tell whether this is the page; no home page's."""
    start, end = parts_of(canonical(link.url)), parts_of(canonical(page.final_url))
    if start is None or end is None or is_home(start):
        return None
    named = parts_of(seen.canonical) if seen.canonical else None
    if named and is_home(named) and not is_home(end):
        return Sign("the page names the home page as its address", is_sure=False)
    directives = f"{seen.robots} {page.headers.get('x-robots-tag', '').lower()}"
    if "noindex" in directives or "none" in directives.split():
        return Sign("the page asks not to be listed", is_sure=False)
    is_html = "html" in page.content_type.lower() or not page.content_type
    if not is_html and end.path.lower().endswith((".html", ".htm")):
        return None
    if is_html and end.path.lower().endswith((".pdf", ".zip", ".csv", ".json")):
        return Sign("a web page came where a file was asked for", is_sure=False)
    if is_html and says_little(seen):
        return Sign("the page says next to nothing", is_sure=False)
    if seen.title and seen.title.casefold() in (seen.site.casefold(), end.hostname):
        return Sign("the page is titled like its site", is_sure=False)
    if is_html and seen.titles and not _is_about(link, end, seen):
        return Sign("the page's title has nothing of its address", is_sure=False)
    return None


def _is_about(link: Link, end: SplitResult, seen: Glance) -> bool:
    """Whether a title shares a word with the page's address, or with the link's."""
    path = unquote(f"{urlsplit(link.url).path} {end.path}")
    said = _stems(f"{path} {link.text}")
    return any(_stems(title) & said for title in (seen.title, seen.h1, seen.og_title))


def _stems(text: str) -> set[str]:
    words = re.split(r"[\W_]+|(?<=[a-z])(?=[A-Z])", text)
    return {word.casefold()[:5] for word in words if len(word) >= 3}
