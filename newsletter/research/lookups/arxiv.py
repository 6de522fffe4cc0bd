"""arXiv by words: https://info.arxiv.org/help/api/user-manual.html

The pause that its terms of use ask for is the fetcher's business.
"""

from datetime import date

from newsletter.research.lookups.found import LookupFailed
from newsletter.research.outlets.base import OutletFailed, ask
from newsletter.research.outlets.kinds.arxiv import papers_of
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.story import Story
from newsletter.text.similarity import STOP_WORDS, words
from newsletter.web.fetch import Fetcher

NAME = "arXiv"
SPEC = OutletSpec(NAME, "arxiv", "https://export.arxiv.org/api/query", prior=0.6)
_MOST_WORDS = 8
_FEWEST_LETTERS = 2


async def search(
    query: str, since: date, until: date, limit: int, fetcher: Fetcher
) -> list[Story]:
    """The papers submitted in those days that have some of the words, nearest first.

    Raises LookupFailed.
    """
    wanted = [
        word
        for word in dict.fromkeys(words(query))
        if word not in STOP_WORDS and len(word) >= _FEWEST_LETTERS
    ]
    if not wanted:
        raise LookupFailed("these words say nothing to search for; name a subject")
    any_of = " OR ".join(f"all:{word}" for word in wanted[:_MOST_WORDS])
    days = f"submittedDate:[{since:%Y%m%d}0000 TO {until:%Y%m%d}2359]"
    asked: dict[str, str | int] = {
        "search_query": f"({any_of}) AND {days}",
        "max_results": limit,
        "sortBy": "relevance",
        "sortOrder": "descending",
    }
    try:
        papers = papers_of(SPEC, await ask(fetcher, SPEC.url, asked))
    except OutletFailed as failure:
        raise LookupFailed(f"{NAME}: {failure.reason}", may_pass=True) from failure
    return papers[:limit]
