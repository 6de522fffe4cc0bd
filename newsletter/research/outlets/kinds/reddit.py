"""Reddit: the pages that a community liked best in the week.

Its feeds, https://www.reddit.com/wiki/rss/, are for feed readers and want no key; since
2026 they answer about once a minute. robots.txt there asks all programs to keep away, so
no outlet of this kind is shipped: whether one is asked is the operator's to decide.
"""

import asyncio
import re
from datetime import date
from html import escape

from selectolax.lexbor import LexborHTMLParser

from newsletter.research.documents import Documents, Post
from newsletter.research.outlets.answers import Answers, always, atom, iso
from newsletter.research.outlets.base import ask, date_in, host_of, kind_at, story
from newsletter.research.outlets.cards import is_page
from newsletter.research.outlets.kind import OutletKind
from newsletter.research.outlets.kinds.feed import parse, within
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.outlets.terms import mentions
from newsletter.research.story import Story, Telling
from newsletter.web.feed import Entry
from newsletter.web.fetch import Fetcher

_PER_PAGE = 100
_ADDRESS = re.compile(r"https://www\.reddit\.com/r/(\w{2,21}(?:\+\w{2,21}){0,9})/?")
OWN = re.compile(r"(?:.+\.)?(?:reddit\.com|redd\.it|redditmedia\.com)")
_TAKEN_DOWN = re.compile(r"\[\s*(?:deleted|removed)\b[^\]]*\]", re.I)
_READ_CHARACTERS = 50_000


async def search(
    spec: OutletSpec, since: date, until: date, fetcher: Fetcher
) -> list[Story]:
    """The pages linked to by the week's best submissions; not what Reddit itself holds."""
    query: dict[str, str | int] = {"t": "week", "limit": _PER_PAGE}
    page = await ask(fetcher, _listing(spec.url), query)

    def read() -> list[Story]:
        found = (_story(spec, entry) for entry in within(parse(page), since, until))
        return [one for one in found if one]

    return await asyncio.to_thread(read)


def _story(spec: OutletSpec, entry: Entry) -> Story | None:
    url = _linked(entry.text)
    if not is_page(url) or OWN.fullmatch(host_of(url)):
        return None
    if _TAKEN_DOWN.fullmatch(entry.title.strip()):
        return None
    said = Telling(publisher=spec.name, url=entry.link[:2000])
    told = story(
        spec,
        kind_at(url, spec),
        title=entry.title,
        url=url,
        published=date_in(url) or entry.day,
        publisher=host_of(url),
        also=(said,),
    )
    return told if told and mentions(told.title, spec.terms) else None


def _linked(html: str) -> str:
    """The page that a submission is about: the last [link], below all that its author wrote."""
    anchors = LexborHTMLParser(html[-_READ_CHARACTERS:]).css("a[href]")
    for anchor in reversed(anchors):
        if anchor.text().strip() == "[link]":
            return anchor.attributes.get("href") or ""
    return ""


def _listing(url: str) -> str:
    found = _ADDRESS.fullmatch(url)
    return f"https://www.reddit.com/r/{found.group(1)}/top/.rss" if found else ""


def refuse(url: str) -> str:
    if _listing(url):
        return ""
    return f"Give https://www.reddit.com/r/name or …/r/one+another, not {url!r}."


def sample(spec: OutletSpec, documents: Documents) -> Answers:
    """The outlet's posts, each as a submission of its day."""
    posts = documents.posts_of(spec.name)
    listing = always(atom("top scoring links", map(_entry, posts)))
    return {_listing(spec.url): listing} if posts else {}


def _entry(post: Post) -> str:
    said = "https://www.reddit.com/r/sample/comments/1/sample/"
    text = (
        'submitted by <a href="https://www.reddit.com/user/reader">/u/reader</a><br/>'
        f'<span><a href="{escape(post.url)}">[link]</a></span>'
        f'<span><a href="{said}">[comments]</a></span>'
    )
    return (
        f'<entry><id>t3_1</id><link href="{said}"/><title>{escape(post.title)}</title>'
        f"<updated>{iso(post.published)}</updated>"
        f"<published>{iso(post.published)}</published>"
        f'<content type="html">{escape(text)}</content></entry>'
    )


KIND = OutletKind(
    name="reddit",
    label="Reddit",
    takes="A community, or several joined by +, which are asked at once: Reddit answers "
    "about once a minute. Its robots.txt asks programs to keep away, so see that you may.",
    example="https://www.reddit.com/r/LocalLLaMA+MachineLearning",
    search=search,
    sample=sample,
    refuse=refuse,
)
