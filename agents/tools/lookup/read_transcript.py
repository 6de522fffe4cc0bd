"""Reads what is said in a video, and keeps it: address, time, hash and text."""

from datetime import UTC, datetime, time
from typing import Any

from pydantic import Field

from agents.tools.base import Arguments, Tool, ToolError
from agents.tools.fetch_page import SHOWN_CHARACTERS
from agents.tools.lookup import shown
from agents.tools.workbench import Workbench
from newsletter.issues.sources import Read, keep
from newsletter.research.lookups import transcript
from newsletter.research.lookups.transcript import Transcript
from newsletter.web.fetch import Fetcher


class ReadTranscript(Arguments):
    url: str = Field(
        min_length=1, max_length=500, description="A video's address at YouTube."
    )


def act(bench: Workbench, arguments: ReadTranscript) -> dict[str, Any]:
    if not transcript.video_in(arguments.url):
        raise ToolError(
            f"{arguments.url!r} leads to no video of YouTube; a page is read with "
            "fetch_page."
        )
    languages = (bench.newsletter.language, "en")

    async def visit(fetcher: Fetcher) -> Transcript:
        return await transcript.read(arguments.url, languages, fetcher)

    told = shown.asked(bench, visit)
    day = told.published
    source = keep(
        Read(
            url=told.url,
            final_url=told.url,
            title=told.title,
            text=told.text,
            publisher=told.publisher,
            published=datetime.combine(day, time(), tzinfo=UTC) if day else None,
        ),
        is_sample=bench.is_sample,
    )
    bench.addresses.update((arguments.url, told.url))
    page = {
        "url": arguments.url,
        "final_url": told.url,
        "title": told.title,
        "publisher": told.publisher,
        "published": day.isoformat() if day else None,
        "language": told.language,
        "by_machine": told.is_generated,
        "sha256": source.sha256,
        "text": source.text[:SHOWN_CHARACTERS],
        "is_cut": len(source.text) > SHOWN_CHARACTERS,
    }
    return {"pages": [page]}


def _sum_up(content: dict[str, Any]) -> str:
    [page] = content["pages"]
    made = "by machine" if page["by_machine"] else "by hand"
    return f"{len(page['text'])} characters of captions, written {made}"


TOOL = Tool(
    name="read_transcript",
    description=(
        "Read the captions of a YouTube video; they are stored with their sha256, which a "
        "citation names. Captions by machine (`by_machine`) mishear names and figures. "
        f"{shown.DATA}"
    ),
    arguments=ReadTranscript,
    act=act,
    attempts=2,
    first_wait_seconds=1.0,
    summarise=_sum_up,
)
