"""GitHub's releases of a repository, without those that are not for everyone."""

import asyncio
import re
from datetime import date
from html import escape

from newsletter.research.documents import Documents, Release
from newsletter.research.outlets.answers import Answers, always, atom, iso, paragraphs
from newsletter.research.outlets.base import ask, is_preliminary, released, story
from newsletter.research.outlets.kind import OutletKind
from newsletter.research.outlets.kinds.feed import parse
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.story import Kind, Story
from newsletter.web.fetch import Fetcher, Page
from newsletter.web.html import one_line

_ADDRESS = re.compile(r"https://github\.com/[\w.-]+/[\w.-]+/releases\.atom")


async def search(
    spec: OutletSpec, since: date, until: date, fetcher: Fetcher
) -> list[Story]:
    """The repository's releases, named after it; drafts and candidates left out."""
    page = await ask(fetcher, spec.url)
    # Apart, as any feed is read.
    return await asyncio.to_thread(_stories, spec, page)


def _stories(spec: OutletSpec, page: Page) -> list[Story]:
    name = spec.name.rpartition("/")[2]
    found = (
        story(
            spec,
            Kind.LAUNCH,
            title=escape(released(name, one_line(entry.title))),
            url=entry.link,
            published=entry.day,
            summary=entry.text,
        )
        for entry in parse(page)
        if not is_preliminary(entry.link.rpartition("/")[2])
    )
    return [one for one in found if one]


def refuse(url: str) -> str:
    if _ADDRESS.fullmatch(url):
        return ""
    return f"Give https://github.com/owner/name/releases.atom, not {url!r}."


def sample(spec: OutletSpec, documents: Documents) -> Answers:
    """The releases of the repository that the outlet is named after."""
    releases = documents.releases_of(spec.name)
    title = f"Release notes from {spec.name}"
    return {spec.url: always(atom(title, map(_entry, releases)))} if releases else {}


def _entry(release: Release) -> str:
    return (
        f"<entry><id>tag:github.com,2008:Repository/0/{escape(release.tag)}</id>"
        f"<updated>{iso(release.published)}</updated>"
        f'<link rel="alternate" type="text/html" href="{escape(release.url)}"/>'
        f"<title>{escape(release.title)}</title>"
        f'<content type="html">{escape(paragraphs(release.text))}</content></entry>'
    )


KIND = OutletKind(
    name="github",
    label="GitHub releases",
    takes="releases.atom of a repository; name the outlet owner/name as GitHub does.",
    example="https://github.com/vllm-project/vllm/releases.atom",
    search=search,
    sample=sample,
    refuse=refuse,
)
