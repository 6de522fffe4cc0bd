"""A story's picture, as its page names it: fetched, made anew, and kept by us."""

import asyncio

from newsletter.intake.enrichment.drawing import NoPicture, redrawn
from newsletter.intake.enrichment.finding import Drawn, Failed, Finding, Found
from newsletter.web import robots
from newsletter.web.fetch import Fetcher

_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})


async def find(address: str, fetcher: Fetcher) -> Finding:
    """The picture at an address; nothing where the page names none."""
    if not address:
        return Found({"why": "its page names no picture"})
    page = (await robots.read_all([address], fetcher))[address]
    if page.fault is not None or page.status != 200:
        reason = page.detail or str(page.fault or "") or f"status {page.status}"
        may_pass = page.status in _PASSING or (page.fault and not page.names_no_host)
        return Failed(reason, is_final=not may_pass)
    if page.truncated:
        return Failed(f"it is larger than {len(page.body):,} bytes", is_final=True)
    try:
        jpeg, width, height = await asyncio.to_thread(redrawn, page.body)
    except NoPicture as error:
        return Failed(str(error), is_final=True)
    drawn = Drawn(jpeg, width, height, page.final_url)
    return Found({"width": width, "height": height, "url": page.final_url}, drawn=drawn)
