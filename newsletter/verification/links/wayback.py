"""Asks the Wayback Machine whether it holds a copy of a page."""

from urllib.parse import quote

from pydantic import ValidationError

from newsletter.standards.outcomes import Archive
from newsletter.web.fetch import Fetcher
from newsletter.web.metadata import tidy
from newsletter.web.page import Wire

_WAYBACK = "https://archive.org/wayback/available?url="


class _Copy(Wire):
    available: bool = False
    url: str = ""


class _Copies(Wire):
    closest: _Copy = _Copy()


class _Availability(Wire):
    """The archive's answer: https://archive.org/help/wayback_api.php"""

    archived_snapshots: _Copies


async def newest_copy(url: str, fetcher: Fetcher) -> Archive | None:
    """The newest copy in the Wayback Machine; None when it does not answer."""
    page = await fetcher.get(_WAYBACK + quote(url, safe=""), retries=0)
    if page.fault is not None or page.status != 200:
        return None
    try:
        closest = _Availability.model_validate_json(
            page.body
        ).archived_snapshots.closest
    except ValidationError:
        return None
    return Archive(tidy(closest.url) if closest.available else "")
