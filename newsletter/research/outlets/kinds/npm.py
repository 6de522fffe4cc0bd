"""npm: the newest release of a JavaScript package.

https://github.com/npm/registry/blob/main/docs/REGISTRY-API.md#get-v1search: the whole
record of a package runs to tens of megabytes, its line in the search does not.
"""

import asyncio
import re
from datetime import date
from urllib.parse import unquote

from newsletter.research.documents import Documents, Release
from newsletter.research.outlets.answers import Answers, always, as_json, iso
from newsletter.research.outlets.base import (
    OutletFailed,
    ask,
    is_preliminary,
    records_of,
    story,
)
from newsletter.research.outlets.kind import OutletKind
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.story import Kind, Story
from newsletter.text.dates import day_of
from newsletter.web.fetch import Fetcher
from newsletter.web.page import Wire

_LISTING = "https://registry.npmjs.org/-/v1/search"
_LOOKED_AT = 20
_ADDRESS = re.compile(
    r"https://www\.npmjs\.com/package/((?:@|%40)?[\w.~-]{1,100}(?:(?:/|%2F)[\w.~-]{1,100})?)/?",
    re.I,
)


class _Package(Wire):
    name: str
    version: str
    date: str
    description: str = ""


class _Object(Wire):
    package: _Package


async def search(
    spec: OutletSpec, since: date, until: date, fetcher: Fetcher
) -> list[Story]:
    """The newest release, named after the package, if it is of those days."""
    name = _package(spec.url)
    page = await ask(fetcher, _LISTING, {"text": name, "size": _LOOKED_AT})
    found = await asyncio.to_thread(records_of, page, _Object, "objects")
    newest = next((one.package for one in found if one.package.name == name), None)
    if newest is None:
        raise OutletFailed(f"npm's search does not find {name!r}")
    day = day_of(newest.date)
    if day is None or not since <= day <= until or is_preliminary(newest.version):
        return []
    told = story(
        spec,
        spec.kind or Kind.LAUNCH,
        title=f"{name} {newest.version}",
        url=f"https://www.npmjs.com/package/{name}/v/{newest.version}",
        published=day,
        summary=newest.description,
        is_html=False,
    )
    return [told] if told else []


def _package(url: str) -> str:
    found = _ADDRESS.fullmatch(url)
    return unquote(found.group(1)) if found else ""


def refuse(url: str) -> str:
    if _package(url):
        return ""
    return f"Give https://www.npmjs.com/package/name, not {url!r}."


def sample(spec: OutletSpec, documents: Documents) -> Answers:
    """The newest of the releases that go by the outlet's name."""
    releases = sorted(documents.releases_of(spec.name), key=lambda one: one.published)
    found = [_object(_package(spec.url), one) for one in releases[-1:]]
    return {_LISTING: always(as_json({"objects": found}))} if found else {}


def _object(name: str, release: Release) -> dict[str, object]:
    package = {
        "name": name,
        "version": release.tag.removeprefix("v"),
        "description": " ".join(release.text),
        "date": iso(release.published),
        "links": {"npm": f"https://www.npmjs.com/package/{name}"},
    }
    return {"package": package, "searchScore": 1.0}


KIND = OutletKind(
    name="npm",
    label="npm releases",
    takes="The page of a JavaScript package.",
    example="https://www.npmjs.com/package/@modelcontextprotocol/sdk",
    search=search,
    sample=sample,
    refuse=refuse,
)
