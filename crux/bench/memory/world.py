"""A year of stories for a newsletter: new ones, the same again, updates, and look-alikes."""

import random
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from newsletter.research.story import Kind, Story
from newsletter.text.identifiers import story_id

_MATERIAL = Path(__file__).with_name("material.toml")
FIRST_DAY = date(2025, 1, 2)
WEEKS = 52
NEW_A_WEEK = 6
SUBJECTS = ("ai", "garden", "football")
# How often a told story comes back in which form, and after how many weeks.
_AGAIN, _SOON, _ADDRESS_LATER, _LATER = 0.6, (1, 2), 0.15, (3, 40)
_SAME_CLUB = 0.3
_UPDATE, _UPDATE_AFTER, _OTHER = 0.35, (1, 6), 0.8


class Role(StrEnum):
    """What a candidate truly is."""

    NEW = "new"
    AGAIN = "again"  # a told event, told by another outlet
    LATER = "later"  # the address of a told event, under another title
    UPDATE = "update"  # a told event that went on
    OTHER = "other"  # like a told event, and none
    VERSION = "version"  # another version of what was told


@dataclass(frozen=True, slots=True)
class Candidate:
    """A story that research finds in a week, and the truth about it."""

    story: Story
    role: Role
    event: int


class _Pattern(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    subject: str
    half: str
    is_paper: bool = False
    told: tuple[str, str]
    again: tuple[tuple[str, str], ...]
    update: tuple[str, str] | None = None
    other: tuple[tuple[str, str], ...]


def patterns(subject: str, half: str) -> tuple[_Pattern, ...]:
    """What can happen to a subject."""
    read = tomllib.loads(_MATERIAL.read_text(encoding="utf-8"))["pattern"]
    known = map(_Pattern.model_validate, read)
    return tuple(one for one in known if (one.subject, one.half) == (subject, half))


_BEGINNINGS = [
    "Vel",
    "Nor",
    "Kest",
    "Ara",
    "Quin",
    "Thal",
    "Bri",
    "Osm",
    "Lum",
    "Jav",
    "Rho",
    "Del",
    "Zan",
    "Fir",
    "Hul",
    "Mok",
]
_MIDDLES = ["o", "a", "e", "i", "ae", "ü", "ia", "ö"]
_ENDS = [
    "ra",
    "vik",
    "rel",
    "dan",
    "mir",
    "tis",
    "po",
    "lon",
    "ska",
    "gen",
    "bell",
    "nau",
    "wick",
    "sen",
    "tor",
    "ph",
]
_TOPICS = [
    "plans",
    "embeddings",
    "invoices",
    "transcripts",
    "contracts",
    "proofs",
    "schedules",
    "drawings",
    "receipts",
    "logs",
    "spreadsheets",
    "interviews",
    "recipes",
    "maps",
    "slides",
    "tickets",
]
_OUTLETS = ("press", "daily", "wire", "blog", "radar", "post", "kurier", "diario")


class World:
    """Everything that happens in a year, from one seed."""

    def __init__(self, subject: str, half: str, seed: int) -> None:
        self._random = random.Random(f"{subject} {half} {seed}")  # noqa: S311  a plot, no secret
        self._patterns = patterns(subject, half)
        self._number = 0
        self._names: set[str] = set()
        self._clubs: list[str] = []
        self.weeks: list[list[Candidate]] = [[] for _ in range(WEEKS)]
        for week in range(WEEKS):
            for event in range(NEW_A_WEEK):
                self._happen(week, week * NEW_A_WEEK + event)
        for candidates in self.weeks:
            self._random.shuffle(candidates)

    def _happen(self, week: int, event: int) -> None:
        pattern, chance = self._random.choice(self._patterns), self._random.random
        slots = self._slots()
        first = self._story(pattern.told, slots, week, is_paper=pattern.is_paper)
        self._add(week, Candidate(first, Role.NEW, event))
        if chance() < _AGAIN:
            number = self._random.randrange(len(pattern.again))
            after = week + self._random.randint(*_SOON)
            url = f"{first.url.replace('/abs/', '/pdf/')}v2" if pattern.is_paper else ""
            again = self._story(
                pattern.again[number], slots, after, url="" if number else url
            )
            self._add(after, Candidate(again, Role.AGAIN, event))
        if chance() < _ADDRESS_LATER:
            after = week + self._random.randint(*_LATER)
            url = f"{first.url}?utm_source=digest"
            title = (f"Reader's choice no. {event}: worth a look", "From the archive.")
            again = self._story(title, slots, after, url=url)
            self._add(after, Candidate(again, Role.LATER, event))
        if pattern.update and chance() < _UPDATE:
            after = week + self._random.randint(*_UPDATE_AFTER)
            update = self._story(pattern.update, slots, after)
            self._add(after, Candidate(update, Role.UPDATE, event))
        if chance() < _OTHER:
            other = self._random.choice(pattern.other)
            after = week + self._random.randint(*_SOON)
            role = (
                Role.VERSION if "{w}" in other[0] or "{v}." in other[0] else Role.OTHER
            )
            found = self._story(other, slots, after, is_paper=pattern.is_paper)
            self._add(after, Candidate(found, role, event))

    def _add(self, week: int, candidate: Candidate) -> None:
        if week < WEEKS:
            self.weeks[week].append(candidate)

    def _story(
        self,
        said: tuple[str, str],
        slots: dict[str, str],
        week: int,
        *,
        url: str = "",
        is_paper: bool = False,
    ) -> Story:
        self._number += 1
        outlet = self._random.choice(_OUTLETS)
        where = url or f"https://{outlet}.example/{self._number}"
        if is_paper and not url:
            where = (
                f"https://arxiv.org/abs/25{self._number % 12 + 1:02}.{self._number:05}"
            )
        day = FIRST_DAY + timedelta(weeks=week, days=-self._random.randint(0, 5))
        return Story(
            id=story_id(where),
            kind=Kind.PAPER if is_paper else Kind.LAUNCH,
            title=said[0].format_map(slots),
            url=where,
            publisher=outlet,
            published=day,
            summary=said[1].format_map(slots),
        )

    def _slots(self) -> dict[str, str]:
        draw = self._random
        product, version = (
            self._name(),
            draw.choice(["3", "4.5", "2.1", "0.11", "7", "5.2"]),
        )
        whole, _, rest = version.partition(".")
        following = f"{whole}.{int(rest) + 1}" if rest else str(int(whole) + 1)
        scored = draw.sample(range(5), 3)
        clubs = [self._club() for _ in range(3)]
        topic = draw.choice(_TOPICS)
        return {
            "p": product, "P": product.upper(), "p2": self._name(), "q": self._name(),
            "org": self._name(), "org2": self._name(), "v": version, "w": following,
            "n": str(draw.randint(12, 96)), "m": str(draw.randint(13, 97)),
            "k": str(draw.randint(2, 9)), "topic": topic, "Topic": topic.title(),
            "city": self._name(), "city2": self._name(),
            "club": clubs[0], "club2": clubs[1], "club3": clubs[2],
            "s": str(max(scored)), "t": str(sorted(scored)[1]), "u": str(min(scored)),
        }  # fmt: skip

    def _club(self) -> str:
        """A club: now and then one of which there was news before."""
        if self._clubs and self._random.random() < _SAME_CLUB:
            return self._random.choice(self._clubs)
        prefix = self._random.choice(["Atlético ", "Real ", "Deportivo ", ""])
        self._clubs.append(f"{prefix}{self._name()}")
        return self._clubs[-1]

    def _name(self) -> str:
        """A name that nothing else in this world has."""
        parts = (_BEGINNINGS, _MIDDLES, _ENDS, _MIDDLES, ["", *_ENDS])
        while True:
            name = "".join(self._random.choice(part) for part in parts)
            if name not in self._names:
                self._names.add(name)
                return name


def worlds(half: str, seeds: Sequence[int]) -> Iterator[World]:
    """A year for a newsletter of each subject."""
    for seed in seeds:
        for subject in SUBJECTS:
            yield World(subject, half, seed)
