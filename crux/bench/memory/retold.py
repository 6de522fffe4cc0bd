"""A year of what outlets tell, for whole sessions: events, and each retelling of them."""

import random
import tomllib
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from crux.bench.memory.world import FIRST_DAY, WEEKS, Candidate, Names, Role
from newsletter.research.story import Kind, Story
from newsletter.text.identifiers import story_id

PARTS = ("tuning", "held-out", "fresh")
LANGUAGES = ("en", "de", "fr", "es")
_MATERIAL = Path(__file__).with_name("retold.toml")
_NEW_A_WEEK = 5
# How often a told event comes back, goes on, or has a look-alike, and weeks after it.
_AGAIN, _UPDATE, _OTHER = 0.8, 0.35, 0.6
_SOON, _LATER = (1, 2), (1, 6)
_VERSIONS = ("3", "4.5", "2.1", "0.11", "7", "5.2")


class _Event(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    language: str
    part: str
    told: tuple[str, str]
    again: tuple[tuple[str, str, str], ...]
    update: tuple[tuple[str, str], ...]
    other: tuple[tuple[str, str], ...]


class RetoldYear:
    """What a newsletter in one language could read in each week of a year."""

    def __init__(self, language: str, part: str, seed: int) -> None:
        self._random = random.Random(f"{language} {part} {seed}")  # noqa: S311  a plot
        self._names = Names(self._random)
        self._events = _events(language, part)
        self._where = f"{language}-{part}-{seed}"
        self._number, self._pattern = 0, 0
        self.weeks: list[list[Candidate]] = [[] for _ in range(WEEKS)]
        for week in range(WEEKS):
            for place in range(_NEW_A_WEEK):
                self._happen(week, week * _NEW_A_WEEK + place)

    def _happen(self, week: int, number: int) -> None:
        draw = self._random
        event, slots = draw.choice(self._events), self._slots()
        self._pattern = self._events.index(event)
        self._add(week, event.told, slots, Role.NEW, number)
        if draw.random() < _AGAIN:
            form, *again = draw.choice(event.again)
            after = week + draw.randint(*_SOON)
            self._add(after, again, slots, Role.AGAIN, number, form)
        if draw.random() < _UPDATE:
            after = week + draw.randint(*_LATER)
            self._add(after, draw.choice(event.update), slots, Role.UPDATE, number)
        if draw.random() < _OTHER:
            other, after = draw.choice(event.other), week + draw.randint(*_SOON)
            role = Role.VERSION if "{w}" in other[0] else Role.OTHER
            self._add(after, other, slots, role, number)

    def _add(
        self,
        week: int,
        said: Sequence[str],
        slots: dict[str, str],
        role: Role,
        event: int,
        form: str = "",
    ) -> None:
        if week >= WEEKS:
            return
        self._number += 1
        url = f"https://outlet{self._number}-{self._where}.example/story"
        story = Story(
            id=story_id(url),
            kind=Kind.LAUNCH,
            title=said[0].format_map(slots),
            url=url,
            publisher=f"Outlet {self._number}",
            published=_day(week) - timedelta(days=self._random.randint(0, 5)),
            summary=said[1].format_map(slots),
            # Strong, so that what the memory does decides whether it is told.
            signals={"hackernews_points": 500.0},
            prior=0.9,
        )
        self.weeks[week].append(Candidate(story, role, event, form, self._pattern))

    def _slots(self) -> dict[str, str]:
        draw = self._random
        version = draw.choice(_VERSIONS)
        whole, _, rest = version.partition(".")
        following = f"{whole}.{int(rest) + 1}" if rest else str(int(whole) + 1)
        named = ("p", "p2", "q", "org", "org2", "city", "city2")
        return {
            **{name: self._names.draw() for name in named},
            "v": version,
            "w": following,
            "n": str(draw.randint(12, 96)),
            "m": str(draw.randint(13, 97)),
            "k": str(draw.randint(2, 9)),
        }


def _day(week: int) -> date:
    return FIRST_DAY + timedelta(weeks=week)


def _events(language: str, part: str) -> tuple[_Event, ...]:
    read = tomllib.loads(_MATERIAL.read_text(encoding="utf-8"))["event"]
    known = map(_Event.model_validate, read)
    return tuple(one for one in known if (one.language, one.part) == (language, part))
