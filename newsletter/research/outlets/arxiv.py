"""arXiv's query interface: the week's papers in some categories.

https://info.arxiv.org/help/api/user-manual.html; the pause that its terms of use ask
for is the fetcher's business.
"""

import re
from datetime import date

from newsletter.research.outlets.base import OutletFailed, ask, story
from newsletter.research.outlets.feeds import day_of, parse
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.story import Kind, Story
from newsletter.web.fetch import Fetcher, Page

PER_PAGE = 200
MOST_PAPERS = 2000
_TOTAL = re.compile(rb"<opensearch:totalResults[^>]*>\s*(\d{1,9})\s*<")


async def search(
    spec: OutletSpec, since: date, until: date, fetcher: Fetcher
) -> list[Story]:
    """The newest papers submitted on those days, at most MOST_PAPERS."""
    categories = " OR ".join(f"cat:{category}" for category in spec.terms)
    window = f"submittedDate:[{since:%Y%m%d}0000 TO {until:%Y%m%d}2359]"
    question = f"({categories}) AND {window}" if categories else window
    found: list[Story] = []
    total = MOST_PAPERS
    for start in range(0, MOST_PAPERS, PER_PAGE):
        if start >= total:
            break
        try:
            page = await _ask(spec, question, start, fetcher)
            found.extend(_papers(spec, page))
        except OutletFailed as failure:
            seen = f"after {len(found)} papers: {failure.reason}"
            raise OutletFailed(seen, tuple(found)) from failure
        total = _total(page)
    return found


async def _ask(spec: OutletSpec, question: str, start: int, fetcher: Fetcher) -> Page:
    return await ask(
        fetcher,
        spec.url,
        {
            "search_query": question,
            "start": start,
            "max_results": PER_PAGE,
            "sortBy": "submittedDate",
            "sortOrder": "descending",
        },
    )


def _papers(spec: OutletSpec, page: Page) -> list[Story]:
    found = (
        story(
            spec,
            Kind.PAPER,
            title=str(entry.get("title", "")),
            url=str(entry.get("link", "")),
            published=day_of(entry),
            summary=str(entry.get("summary", "")),
            is_html=False,
        )
        for entry in parse(page)
    )
    return [one for one in found if one]


def _total(page: Page) -> int:
    found = _TOTAL.search(page.body)
    return int(found.group(1)) if found else 0
