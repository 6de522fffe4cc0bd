"""arXiv's query interface: the week's papers in some categories.

https://info.arxiv.org/help/api/user-manual.html; the pause that its terms of use ask
for is the fetcher's business.
"""

import asyncio
import re
from datetime import date
from html import escape

from newsletter.research.documents import Documents, Paper
from newsletter.research.outlets.answers import Answers, Reply, atom, number
from newsletter.research.outlets.base import OutletFailed, ask, story
from newsletter.research.outlets.kind import OutletKind
from newsletter.research.outlets.kinds.feed import parse
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.story import Kind, Story
from newsletter.web.fetch import Fetcher, Page

PER_PAGE = 200
# A week of all of computer science is under half of it; the interface itself ends at
# 30,000, and with its pause of three seconds so many take two minutes.
MOST_PAPERS = 8000
_OPENSEARCH = ' xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"'
_TOTAL = re.compile(rb"<opensearch:totalResults[^>]*>\s*(\d{1,9})\s*<")
_ADDRESS = re.compile(r"https?://(?:export\.)?arxiv\.org/api/query/?")


async def search(
    spec: OutletSpec, since: date, until: date, fetcher: Fetcher
) -> list[Story]:
    """The papers submitted on those days, newest first, at most MOST_PAPERS.

    Raises OutletFailed with what it has where that is not all.
    """
    categories = " OR ".join(f"cat:{category.strip()}" for category in spec.terms)
    window = f"submittedDate:[{since:%Y%m%d}0000 TO {until:%Y%m%d}2359]"
    question = f"({categories}) AND {window}" if categories else window
    found: list[Story] = []
    total, empty = MOST_PAPERS, 0
    for start in range(0, MOST_PAPERS, PER_PAGE):
        if start >= total:
            break
        try:
            page = await _ask(spec, question, start, fetcher)
            papers = await asyncio.to_thread(papers_of, spec, page)
        except OutletFailed as failure:
            seen = f"after {len(found)} papers: {failure.reason}"
            raise OutletFailed(seen, tuple(found)) from failure
        total = max(total if start else 0, _total(page))
        # The interface now and then answers a page in the middle without any paper.
        empty += not papers and start < total
        found.extend(papers)
    if empty or total > MOST_PAPERS:
        seen = f"it has {total:,} papers of these days, and {len(found):,} were read"
        raise OutletFailed(seen, tuple(found))
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


def papers_of(spec: OutletSpec, page: Page) -> list[Story]:
    """The papers of an answer; raises OutletFailed where it is no feed."""
    found = (
        story(
            spec,
            Kind.PAPER,
            title=entry.title,
            url=entry.link,
            published=entry.day,
            summary=entry.text,
            is_html=False,
        )
        for entry in parse(page)
    )
    return [one for one in found if one]


def _total(page: Page) -> int:
    found = _TOTAL.search(page.body)
    return int(found.group(1)) if found else 0


def refuse(url: str) -> str:
    if _ADDRESS.fullmatch(url):
        return ""
    return f"Give https://export.arxiv.org/api/query, not {url!r}."


def sample(spec: OutletSpec, documents: Documents) -> Answers:
    """The papers of the asked categories and days, page by page, newest first."""

    def answer(query: dict[str, str]) -> Reply:
        found = list(documents.papers)
        if wanted := query.get("id_list"):
            ids = [re.sub(r"v\d+$", "", one.strip()) for one in wanted.split(",")]
            found = [paper for paper in found if paper.id in ids]
        if search := query.get("search_query"):
            found = [paper for paper in found if _is_asked_for(paper, search)]
        found.sort(key=lambda paper: (paper.listed, paper.id), reverse=True)
        if query.get("sortBy") == "relevance":
            found.sort(key=lambda paper: -_named(paper, query["search_query"]))
        start = number(query.get("start"), 0)
        shown = found[start : start + number(query.get("max_results"), 10)]
        total = f"<opensearch:totalResults>{len(found)}</opensearch:totalResults>"
        entries = map(_entry, shown)
        return atom("ArXiv Query", entries, names=_OPENSEARCH, head=total)

    return {spec.url: answer}


def _is_asked_for(paper: Paper, question: str) -> bool:
    categories = re.findall(r"cat:([\w.-]+)", question)
    days = re.search(r"submittedDate:\[(\d{8})\d* TO (\d{8})\d*\]", question)
    return (
        (not categories or paper.category in categories)
        and (not days or days.group(1) <= f"{paper.listed:%Y%m%d}" <= days.group(2))
        and ("all:" not in question or _named(paper, question) > 0)
    )


def _named(paper: Paper, question: str) -> int:
    """How many of the words asked for the paper has."""
    spaced = " ".join(re.findall(r"\w+", f" {paper.title} {paper.abstract} ".lower()))
    return sum(f" {word} " in spaced for word in re.findall(r"all:(\w+)", question))


def _entry(paper: Paper) -> str:
    return (
        f"<entry><id>http://arxiv.org/abs/{paper.id}v1</id>"
        f"<updated>{paper.listed}T04:00:00Z</updated>"
        f"<published>{paper.listed}T04:00:00Z</published>"
        f"<title>{escape(paper.title)}</title>"
        f"<summary>{escape(paper.abstract)}</summary>"
        f'<link href="http://arxiv.org/abs/{paper.id}v1" rel="alternate"/></entry>'
    )


KIND = OutletKind(
    name="arxiv",
    label="arXiv",
    takes="arXiv's query interface; the terms are categories, such as cs.CL.",
    example="https://export.arxiv.org/api/query",
    search=search,
    sample=sample,
    refuse=refuse,
)
