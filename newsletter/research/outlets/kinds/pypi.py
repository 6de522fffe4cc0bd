"""PyPI: the releases of a Python package, without those that are not for everyone.

https://docs.pypi.org/api/feeds/#project-releases-feed
"""

import asyncio
import re
from datetime import date
from email.utils import format_datetime
from html import escape

from newsletter.research.documents import Documents, Release
from newsletter.research.outlets.answers import Answers, always, rss
from newsletter.research.outlets.base import ask, is_preliminary, released, story
from newsletter.research.outlets.kind import OutletKind
from newsletter.research.outlets.kinds.feed import parse
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.story import Kind, Story
from newsletter.web.fetch import Fetcher, Page
from newsletter.web.html import one_line

_ADDRESS = re.compile(r"https://pypi\.org/project/([A-Za-z0-9][\w.-]{0,100})/?")
# What the feed says where a package says nothing.
_NOTHING = "None"


async def search(
    spec: OutletSpec, since: date, until: date, fetcher: Fetcher
) -> list[Story]:
    """The releases of those days, named after the package."""
    package = _package(spec.url)
    page = await ask(fetcher, _listing(package))
    # Apart, as any feed is read.
    told = await asyncio.to_thread(_stories, spec, package, page)
    return [one for one in told if not one.published or since <= one.published <= until]


def _stories(spec: OutletSpec, package: str, page: Page) -> list[Story]:
    found = (
        story(
            spec,
            spec.kind or Kind.LAUNCH,
            title=released(package, one_line(entry.title)),
            url=entry.link,
            published=entry.day,
            summary=entry.text if entry.text != _NOTHING else "",
        )
        for entry in parse(page)
        if not is_preliminary(one_line(entry.title))
    )
    return [one for one in found if one]


def _package(url: str) -> str:
    found = _ADDRESS.fullmatch(url)
    return found.group(1) if found else ""


def _listing(package: str) -> str:
    return f"https://pypi.org/rss/project/{package}/releases.xml"


def refuse(url: str) -> str:
    if _package(url):
        return ""
    return f"Give https://pypi.org/project/name/, not {url!r}."


def sample(spec: OutletSpec, documents: Documents) -> Answers:
    """The releases that go by the outlet's name."""
    package = _package(spec.url)
    items = [_item(package, one) for one in documents.releases_of(spec.name)]
    title = f"PyPI recent updates for {package}"
    return {_listing(package): always(rss(title, items))} if items else {}


def _item(package: str, release: Release) -> str:
    version = release.tag.removeprefix("v")
    return (
        f"<item><title>{escape(version)}</title>"
        f"<link>https://pypi.org/project/{package}/{escape(version)}/</link>"
        f"<description>{escape(' '.join(release.text))}</description>"
        f"<pubDate>{format_datetime(release.published)}</pubDate></item>"
    )


KIND = OutletKind(
    name="pypi",
    label="PyPI releases",
    takes="The page of a Python package.",
    example="https://pypi.org/project/mlx-lm/",
    search=search,
    sample=sample,
    refuse=refuse,
)
