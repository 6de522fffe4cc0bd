"""How an issue was made, as it says so itself: what was asked, and what was dropped."""

from collections.abc import Iterable, Sequence

from agents.brains.base import Brief
from newsletter.drafts.cutting import escape
from newsletter.research.story import OutletReport
from newsletter.text.words import counted, in_words


def how(
    brief: Brief,
    sources: Sequence[OutletReport],
    window_days: int,
    dropped: Iterable[str],
    corrections: Iterable[str],
) -> list[str]:
    """The section that closes an issue, heading and paragraphs."""
    failed = [said.name for said in sources if said.fault]
    unread = f"; {in_words(len(failed))} could not be read in full: {', '.join(failed)}"
    asked = f"This issue asked {counted(len(sources), 'source', 'sources')}"
    asked += f"{unread if failed else ''}."
    if window_days > brief.rubric.window_days:
        days = in_words(window_days)
        asked += f" This issue looks back {days} days: the week itself had too little."
    told = " ".join(f"In this issue {one}" for one in dropped)
    text = " ".join(part for part in (asked, told) if part)
    parts = ["## How this issue was made", escape(text)]
    return [part for part in (*parts, " ".join(map(escape, corrections))) if part]
