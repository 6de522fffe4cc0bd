"""What all outlets share: one question asked, and a Story made of what is told."""

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import Annotated, Any, TypeVar
from urllib.parse import urlencode, urlsplit

from pydantic import BaseModel, Field, ValidationError

from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.story import Kind, Story, Telling
from newsletter.text.boilerplate import title_alone, without_footer
from newsletter.text.identifiers import arxiv_id_of, canonical, story_id
from newsletter.text.sound import sound
from newsletter.text.truncate import at_sentence
from newsletter.web.fetch import Fetcher, Page
from newsletter.web.html import lines_of, plain

# Feeds that carry whole articles run to megabytes.
MOST_BYTES = 8_000_000
MOST_RECORDS = 2000
SUMMARY_CHARACTERS = 6000
TITLE_CHARACTERS = 500
ADDRESS_CHARACTERS = 2000

UNKNOWN_FORM = "its answer is not in the known form"
TOO_LONG = f"its answer is longer than {MOST_BYTES:,} bytes"

Record = TypeVar("Record", bound=BaseModel)
# What JSON counts in: https://www.rfc-editor.org/rfc/rfc8259#section-6
Count = Annotated[int, Field(ge=-(2**53), le=2**53)]

_DATED_PATH = re.compile(r"/(20\d\d)[/-](0[1-9]|1[0-2])[/-](0[1-9]|[12]\d|3[01])(?!\d)")
_PRELIMINARY = re.compile(
    r"(?:\d|[-._])(?:rc|alpha|beta|a|b|dev|pre|preview|nightly|canary)[-._]?\d*\b"
    # A tag that moves with each build: `nightly`, `nightly-2026-02-03`, `edge`.
    r"|\A(?:nightly|canary|snapshot|continuous|unstable|edge|tip|dev|preview|prerelease)"
    r"(?:[-._/].*)?\Z",
    re.I,
)


class OutletFailed(Exception):
    """An outlet could not be read; `stories` is what it told before it failed."""

    def __init__(self, reason: str, stories: tuple[Story, ...] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.stories = stories


class ReadInPart(OutletFailed):
    """It answered, with more than is read of it: no failure of the outlet's."""


async def ask(
    fetcher: Fetcher,
    url: str,
    query: Mapping[str, str | int] | None = None,
    *,
    is_own: bool = False,
) -> Page:
    """The page at an outlet's address; raises OutletFailed where it is of no use."""
    if query:
        url = f"{url}?{urlencode(query)}"
    page = await fetcher.get(url, max_bytes=MOST_BYTES, is_own=is_own)
    if page.fault is not None and not page.truncated:
        raise OutletFailed(page.detail or str(page.fault))
    if page.status != 200:
        raise OutletFailed(f"it answered {page.status}")
    return page


def records_of(page: Page, model: type[Record], *path: str) -> list[Record]:
    """The entries of a JSON list, which stands under the names of `path`.

    Entries in another form are left out; where none is in the known one, or there is no
    list, OutletFailed is raised.
    """
    return records_in(listed(page, *path), model)


def listed(page: Page, *path: str) -> list[Any]:
    """The first entries of a JSON list as they came; raises OutletFailed where it is none."""
    found = _json_of(page)
    for name in path:
        found = found.get(name) if isinstance(found, dict) else None
    if not isinstance(found, list):
        raise OutletFailed(UNKNOWN_FORM)
    return found[:MOST_RECORDS]


def records_in(entries: Sequence[Any], model: type[Record]) -> list[Record]:
    """Those of the entries that are in the known form; OutletFailed where none of some is."""
    records = []
    for entry in entries:
        with suppress(ValidationError, RecursionError):
            records.append(model.model_validate(_mended(entry)))
    if entries and not records:
        raise OutletFailed(UNKNOWN_FORM)
    return records


def record_of(page: Page, model: type[Record]) -> Record:
    """The one answer in JSON; raises OutletFailed where it is not in the known form."""
    try:
        return model.model_validate(_mended(_json_of(page)))
    except (ValidationError, RecursionError) as error:
        raise OutletFailed(UNKNOWN_FORM) from error


def _json_of(page: Page) -> Any:
    try:
        return json.loads(page.body)
    except (ValueError, RecursionError) as error:
        fault = TOO_LONG if page.truncated else UNKNOWN_FORM
        raise OutletFailed(fault) from error


def _mended(value: Any) -> Any:
    """JSON with texts that can be stored."""
    match value:
        case str():
            return sound(value)
        case list():
            return [_mended(one) for one in value]
        case dict():
            return {name: _mended(one) for name, one in value.items()}
        case _:
            return value


def story(
    spec: OutletSpec,
    kind: Kind,
    *,
    title: str,
    url: str,
    published: date | None,
    summary: str = "",
    publisher: str = "",
    also: tuple[Telling, ...] = (),
    signals: Mapping[str, float] | None = None,
    author: str = "",
    is_html: bool = True,
) -> Story | None:
    """The story of one entry; None without a title or an address of the web.

    `is_html`: title and summary are HTML, not plain text. Without a date, one in the
    address counts.
    """
    text = plain if is_html else lines_of
    title, url, summary = sound(title), sound(url), sound(summary)
    told_by = sound(publisher or spec.name)[:200]
    address = tidy(url)
    title = " ".join(text(title).split())[:TITLE_CHARACTERS]
    title = title_alone(title, told_by, address)
    if not title or not is_web(address) or len(address) > ADDRESS_CHARACTERS:
        return None
    return Story(
        id=story_id(address),
        kind=kind,
        title=title,
        url=address,
        publisher=told_by,
        published=published or date_in(address),
        summary=at_sentence(without_footer(text(summary)), SUMMARY_CHARACTERS),
        also=also,
        signals=dict(signals or {}),
        author=" ".join(text(sound(author)).split())[:200],
        prior=spec.prior,
    )


def kind_at(url: str, spec: OutletSpec) -> Kind:
    """What an outlet tells at an address; where it tells of both, arXiv's are the papers."""
    return spec.kind or (Kind.PAPER if arxiv_id_of(url) else Kind.LAUNCH)


def is_web(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and "." in (parts.hostname or "")


def tidy(url: str) -> str:
    """The canonical address, keeping a slash at its end that the publisher wrote."""
    url = url.strip()
    address = canonical(url)
    try:
        has_slash = urlsplit(url).path.endswith("/")
        bare = not urlsplit(address).query
    except ValueError:
        return address
    return f"{address}/" if has_slash and bare and address[-1:] != "/" else address


def date_in(url: str) -> date | None:
    """The day that an address names, as in /2025/08/05/."""
    found = _DATED_PATH.search(url)
    if not found:
        return None
    try:
        return date(*map(int, found.groups()))
    except ValueError:
        return None


def host_of(url: str) -> str:
    """The site of an address, as a publisher is named after it."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def is_preliminary(version: str) -> bool:
    """Whether a release is a candidate, an alpha or a nightly, and not for everyone."""
    return bool(_PRELIMINARY.search(version))


def released(name: str, title: str) -> str:
    """`ollama v0.11.0` for a release of `ollama` that is titled `v0.11.0`."""
    return title if name.lower() in title.lower() or not title else f"{name} {title}"
