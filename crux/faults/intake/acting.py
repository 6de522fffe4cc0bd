"""An outlet and pages that answer at once, and death at a named point.

A point is `WHAT:WHEN`: `poll:fetched`, or a step of enrichment with `begun`, `computed`,
`stored`, `moved` or `committed`. The two in the middle are within the transaction.
"""

import asyncio
import os
import signal
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from django.utils import timezone

from newsletter.intake import admission, polling
from newsletter.intake.enrichment import ledger, page_text, picture, working
from newsletter.intake.enrichment.finding import Drawn, Finding, Found
from newsletter.issues.sources import Read
from newsletter.outlets import health
from newsletter.research.enrichment import Step
from newsletter.research.outlets.search import SearchResult
from newsletter.research.story import Kind, OutletReport
from newsletter.research.story import Story as Told

POLL = ("claimed", "fetched", "admitting", "admitted", "noted", "scheduled")
WITHIN = ("begun", "computed", "stored", "moved", "committed")
POINTS = (
    *(f"poll:{when}" for when in POLL),
    *(f"{step}:{when}" for step in Step for when in WITHIN),
)
STORIES = 6
# An address with this in it leads to the one without.
AGAIN = "/again"
# What a worker has in hand is another's again after so long.
CLAIM_SECONDS = 1
_TEXT = (
    "The maker of number {number} releases an agent of language models with open weights. "
    "It lowers the token cost of {number} long tasks by twelve per cent. "
    "All of it is open source, and the weights can be had from the maker's own site. "
)


@dataclass(frozen=True, slots=True)
class Ledger:
    """A file with a line for each piece of work: what would be paid, would be paid then."""

    file: Path

    def pay(self, key: str) -> None:
        with self.file.open("a") as lines:
            lines.write(f"{key}\n")

    def paid(self) -> list[str]:
        return self.file.read_text().split() if self.file.exists() else []


def set_up(paid: Ledger, point: str = "", *, page_seconds: float = 0.0) -> None:
    """Make this process such a worker; with a point, one that dies there."""
    polling.CLAIMED_FOR = timedelta(seconds=CLAIM_SECONDS)
    vars(polling)["find"] = _find
    vars(page_text)["find"] = partial(_page, seconds=page_seconds)
    vars(picture)["find"] = _picture
    _paid(paid)
    if point:
        _deadly(point)


async def _find(
    kind: Kind,
    _since: object,
    _until: object,
    _fetcher: object,
    specs: Any,
    *_: Any,
    **__: Any,
) -> SearchResult:
    """What an outlet tells: the same stories every time."""
    [spec] = specs
    stories = tuple(
        _told(spec.name, spec.url, kind, number) for number in range(STORIES)
    )
    report = OutletReport(name=spec.name, url=spec.url, found=len(stories))
    return SearchResult(stories, (report,))


def _told(outlet: str, url: str, kind: Kind, number: int) -> Told:
    address = f"{url}/{number}"
    return Told(
        id=address,
        kind=kind,
        title=f"Agent {number} of {outlet} is here",
        url=address,
        publisher=outlet,
        published=timezone.now().date(),
        summary=_TEXT.format(number=number),
    )


async def _page(story: Any, _fetcher: object, *, seconds: float) -> Finding:
    await asyncio.sleep(seconds)
    text = _TEXT.format(number=story.pk) * 2
    final = story.url.replace(AGAIN, "")
    read = Read(url=story.url, final_url=final, title=story.title, text=text)
    shown = f"{story.url}.png"
    return Found(
        {
            "url": story.url,
            "title": story.title,
            "characters": len(text),
            "picture": shown,
        },
        read=read,
    )


async def _picture(address: str, _fetcher: object) -> Finding:
    drawn = Drawn(address.encode(), 1, 1, address)
    return Found({"width": 1, "height": 1, "url": address}, drawn=drawn)


def _paid(paid: Ledger) -> None:
    here, away = working._done, working._visited

    def done(lease: Any, *rest: Any) -> Any:
        ended = here(lease, *rest)
        paid.pay(lease.key)
        return ended

    async def visited(lease: Any, visit: Any) -> Any:
        ended = await away(lease, visit)
        paid.pay(lease.key)
        return ended

    vars(working).update(_done=done, _visited=visited)


# --- Death --------------------------------------------------------------------------


def _deadly(point: str) -> None:
    what, _, when = point.partition(":")
    if what == "poll":
        owner, name, is_before = {
            "claimed": (polling, "_ask_all", True),
            "fetched": (polling, "_keep", True),
            "admitting": (admission, "_tell", True),
            "admitted": (polling, "admit", False),
            "noted": (health, "note", False),
            "scheduled": (polling, "_schedule", False),
        }[when]
        _around(owner, name, is_before=is_before, dies=lambda *_: True)
        return
    step = Step(what)
    if when == "begun":
        _around(ledger, "claim", dies=lambda told, _: _of(step, told))
        _around(ledger, "hand_in", dies=lambda told, _: _of(step, told))
    elif when in ("computed", "committed"):
        is_before = when == "computed"
        _around(
            *(ledger, "hand_in"),
            is_before=is_before,
            dies=lambda _, given: _of(step, [one.lease for one in given[0]]),
        )
    else:
        _within_hand_in(step, is_stored=when == "stored")


def _within_hand_in(step: Step, *, is_stored: bool) -> None:
    """Die in the transaction: once results are written, or once stories are moved."""
    in_hand = False

    def written(_: object, given: Any) -> bool:
        nonlocal in_hand
        in_hand = _of(step, [one.lease for *_, one in given[0]])
        return in_hand and is_stored

    def moved(*_: object) -> bool:
        return in_hand

    _around(ledger, "_write_results", dies=written)
    _around(ledger, "_move", dies=moved)


def _of(step: Step, leases: Iterable[Any]) -> bool:
    return any(lease.step is step for lease in leases)


def _around(
    owner: Any, name: str, *, dies: Callable[[Any, Any], bool], is_before: bool = False
) -> None:
    """Die before or after a function where `dies` says so of its result and arguments."""
    act = getattr(owner, name)

    def acted(*given: Any, **named: Any) -> Any:
        if is_before and dies(None, given):
            _die()
        told = act(*given, **named)
        if not is_before and dies(told, given):
            _die()
        return told

    setattr(owner, name, acted)


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
