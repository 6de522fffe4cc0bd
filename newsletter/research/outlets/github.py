"""GitHub's releases of a repository, without those that are not for everyone."""

import re
from datetime import date

from newsletter.research.outlets.base import ask, story
from newsletter.research.outlets.feeds import day_of, parse, text_of
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.story import Kind, Story
from newsletter.web.fetch import Fetcher
from newsletter.web.html import one_line

_PRELIMINARY = re.compile(
    r"(?:\d|[-._])(?:rc|alpha|beta|a|b|dev|pre|preview|nightly|canary)[-._]?\d*\b", re.I
)


async def search(
    spec: OutletSpec, since: date, until: date, fetcher: Fetcher
) -> list[Story]:
    """The repository's releases, named after it; drafts and candidates left out."""
    page = await ask(fetcher, spec.url)
    found = (
        story(
            spec,
            Kind.LAUNCH,
            title=_named(spec.name, one_line(str(entry.get("title", "")))),
            url=str(entry.get("link", "")),
            published=day_of(entry),
            summary=text_of(entry),
        )
        for entry in parse(page)
        if not _PRELIMINARY.search(str(entry.get("link", "")).rpartition("/")[2])
    )
    return [one for one in found if one]


def _named(repository: str, title: str) -> str:
    """`ollama v0.11.0` for a release that is titled `v0.11.0`."""
    name = repository.rpartition("/")[2]
    return title if name.lower() in title.lower() or not title else f"{name} {title}"
