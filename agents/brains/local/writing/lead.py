"""What a lead is made of: news that the title leaves out, and how much it was chosen from. Pure."""

import re
from collections.abc import Iterable

from agents.brains.local.writing import short_titles
from newsletter.drafts.cutting import escape
from newsletter.standards.furniture import Furniture

_COLON = re.compile(r": |\uff1a")


def opening(titles: Iterable[str], subject: str, words: Furniture) -> tuple[str, bool]:
    """What happened in the first story, or in the first that the title leaves out.

    One that tells what happened comes before a name, a question and the like. And whether
    it is such a further one; "" where no title may be told, and where there is but one,
    which the issue's own title says.
    """
    headings = short_titles.to_open_with(titles)
    if len(headings) == 1 and not short_titles.untold(headings, subject):
        return "", False
    first = headings[0] if headings else ""
    opens = words.first_name if ": " in first else words.first
    untold = short_titles.telling_first(short_titles.untold(headings, subject))
    # Behind the colon of `further` a title with one of its own reads badly.
    plain = [one for one in untold if one == first or not _COLON.search(one)]
    if untold and not plain:
        return "", False
    untold = plain
    is_further = bool(untold) and untold[0] != first
    if is_further:
        first, opens = untold[0], words.further.removesuffix(words.stop)
    first = short_titles.within(first)
    stop = "" if first.endswith(("…", "?", "？", ".")) else words.stop
    return (f"{opens.format(title=escape(first))}{stop}" if first else ""), is_further


def out_of(considered: int, words: Furniture) -> str:
    """`1,234 stories`: of how many those of the issue were chosen."""
    if considered <= 1:
        return words.counted(1, words.considered)
    number = f"{considered:,}" if words.is_english else considered
    return words.considered[words.form_of(considered)].format(number=number)
