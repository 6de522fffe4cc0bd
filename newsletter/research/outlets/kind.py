"""What a kind of outlet is: its name, how it is asked, and what the sample answers."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date

from newsletter.research.documents import Documents
from newsletter.research.outlets.answers import Answers
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.story import Story
from newsletter.web.fetch import Fetcher

# Asks one outlet for what it told on those days, both included. It may answer stories
# of other days too, and raises OutletFailed for what a stranger's server sends.
Search = Callable[[OutletSpec, date, date, Fetcher], Awaitable[list[Story]]]
# What the outlet's server answers if these documents are all there is, by address;
# nothing where none of them is this outlet's.
Sample = Callable[[OutletSpec, Documents], Answers]


def any_address(url: str) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class OutletKind:
    """One way to ask an outlet.

    `name` is stored with every outlet of the kind, so it never changes. `takes` tells an
    operator in one sentence what to give as address, and `example` is one. `refuse` tells
    what is wrong with an address of the web; "" where nothing is.
    """

    name: str
    label: str
    takes: str
    example: str
    search: Search
    sample: Sample
    refuse: Callable[[str], str] = any_address
