"""Searches arXiv by words; a paper's abstract is kept, so that it can be cited."""

from typing import Any

from agents.tools import desired
from agents.tools.base import Tool
from agents.tools.certification.remembering import looked_up
from agents.tools.lookup import shown
from agents.tools.lookup.shown import Lookup
from agents.tools.workbench import Workbench
from newsletter.research.lookups import arxiv
from newsletter.research.story import OutletReport, Story
from newsletter.web.fetch import Fetcher


def act(bench: Workbench, arguments: Lookup) -> dict[str, Any]:
    since, until = shown.days(bench, arguments.days)

    async def visit(fetcher: Fetcher) -> list[Story]:
        return await arxiv.search(
            arguments.query, since, until, arguments.limit, fetcher
        )

    found = shown.asked(bench, visit)
    papers = looked_up(bench, desired.tellable(bench, found))
    bench.addresses.update(paper.url for paper in papers)
    kept = [desired.kept(bench, paper) for paper in papers]
    asked = OutletReport(name=arxiv.NAME, url=arxiv.SPEC.url, found=len(found))
    return {
        "considered": len(found),
        "stories": [paper.model_dump(mode="json") for paper in kept],
        "sources": [asked.model_dump(mode="json")],
    }


TOOL = Tool(
    name="search_arxiv",
    description=(
        "Search arXiv for papers of the last days about some words, the nearest first. Of "
        "a long abstract you see the first words; by its id a paper is handed on whole. "
        f"{shown.DATA}"
    ),
    arguments=Lookup,
    act=act,
    attempts=2,
    first_wait_seconds=3.0,
    summarise=lambda content: f"{len(content['stories'])} papers are about it",
)
