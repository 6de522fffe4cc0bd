"""How an issue was made, as it says so itself: what was asked, and what was dropped."""

from collections.abc import Iterable, Sequence

from agents.brains.base import Brief
from newsletter.drafts.cutting import escape
from newsletter.research.story import OutletReport
from newsletter.standards.furniture import ENGLISH, furniture_of, joined
from newsletter.text.words import in_words


def how(
    brief: Brief,
    sources: Sequence[OutletReport],
    window_days: int,
    dropped: Iterable[str],
    corrections: Iterable[str],
    language: str = ENGLISH,
) -> list[str]:
    """The section that closes an issue, heading and paragraphs."""
    words = furniture_of(language)
    failed = [said.name for said in sources if said.fault]
    unread = words.unread.format(number=in_words(len(failed)), names=", ".join(failed))
    asked = f"{words.counted(len(sources), words.asked)}{unread if failed else ''}{words.stop}"
    if window_days > brief.rubric.window_days:
        back = words.looks_back.format(days=words.told(window_days))
        asked = joined([asked, back])
    text = joined([asked, *dropped])
    parts = [f"## {words.about}", escape(text)]
    return [part for part in (*parts, joined(map(escape, corrections))) if part]
