"""A year of stories for a newsletter: new ones, the same again, updates, and look-alikes."""

import random
import tomllib
import unicodedata
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
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
SUBJECTS = (
    "ai", "garden", "football", "cooking", "cycling", "tech", "council", "medicine",
)  # fmt: skip
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
    # Of a retelling, what it is: an interview, a column.
    form: str = ""
    # What it was made of: others of the same are told in the same words.
    pattern: int = -1


def as_things_stand(one: Candidate, published: Set[int]) -> Candidate:
    """The retelling of what no issue has told yet is news."""
    of_another = (Role.AGAIN, Role.LATER, Role.UPDATE)
    if one.role in of_another and one.event not in published:
        return replace(one, role=Role.NEW)
    return one


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


_BEGINNINGS = (
    "Vel", "Nor", "Kest", "Ara", "Quin", "Thal", "Bri", "Osm", "Lum", "Jav", "Rho",
    "Del", "Zan", "Fir", "Hul", "Mok",
)  # fmt: skip
_MIDDLES = ("o", "a", "e", "i", "ae", "ü", "ia", "ö")
_ENDS = (
    "ra", "vik", "rel", "dan", "mir", "tis", "po", "lon", "ska", "gen", "bell", "nau",
    "wick", "sen", "tor", "ph",
)  # fmt: skip
_TOPICS = (
    "plans", "embeddings", "invoices", "transcripts", "contracts", "proofs",
    "schedules", "drawings", "receipts", "logs", "spreadsheets", "interviews",
    "recipes", "maps", "slides", "tickets",
)  # fmt: skip
_OUTLETS = ("press", "daily", "wire", "blog", "radar", "post", "kurier", "diario")

# How each part of a name is written in Chinese, and in Korean as (text, the Hangul
# lead consonant that a following vowel takes, text at the end of a name).
_CHINESE = dict(
    zip(
        (*_BEGINNINGS, *_MIDDLES, *_ENDS, ""),
        (
            *("维尔", "诺", "凯斯", "阿拉", "昆", "塔尔", "布里", "奥斯"),
            *("卢姆", "贾夫", "罗", "德尔", "赞", "菲尔", "胡尔", "莫克"),
            *("奥", "亚", "埃", "伊", "艾", "于", "娅", "厄"),
            *("拉", "维克", "雷尔", "丹", "米尔", "蒂斯", "波", "隆"),
            *("斯卡", "根", "贝尔", "瑙", "威克", "森", "托", "弗"),
            "",
        ),
        strict=True,
    )
)
_LEADS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
_VOWELS = {
    "o": (8, ""), "a": (0, ""), "e": (5, ""), "i": (20, ""),
    "ae": (1, ""), "ü": (16, ""), "ia": (20, "아"), "ö": (11, ""),
}  # fmt: skip
_KOREAN = {
    "Vel": ("벨", "ㄹ", ""), "Nor": ("노", "ㄹ", ""), "Kest": ("케스", "ㅌ", ""),
    "Ara": ("아라", "ㅇ", ""), "Quin": ("퀴", "ㄴ", ""), "Thal": ("탈", "ㄹ", ""),
    "Bri": ("브리", "ㅇ", ""), "Osm": ("오스", "ㅁ", ""), "Lum": ("루", "ㅁ", ""),
    "Jav": ("자", "ㅂ", ""), "Rho": ("로", "ㅇ", ""), "Del": ("델", "ㄹ", ""),
    "Zan": ("자", "ㄴ", ""), "Fir": ("피", "ㄹ", ""), "Hul": ("훌", "ㄹ", ""),
    "Mok": ("모", "ㅋ", ""),
    "ra": ("라", "ㅇ", "라"), "vik": ("비", "ㅋ", "빅"), "rel": ("렐", "ㄹ", "렐"),
    "dan": ("다", "ㄴ", "단"), "mir": ("미", "ㄹ", "미르"), "tis": ("티", "ㅅ", "티스"),
    "po": ("포", "ㅇ", "포"), "lon": ("로", "ㄴ", "론"), "ska": ("스카", "ㅇ", "스카"),
    "gen": ("게", "ㄴ", "겐"), "bell": ("벨", "ㄹ", "벨"), "nau": ("나우", "ㅇ", "나우"),
    "wick": ("위", "ㅋ", "윅"), "sen": ("세", "ㄴ", "센"), "tor": ("토", "ㄹ", "토르"),
    "ph": ("", "ㅍ", "프"), "": ("", "", ""),
}  # fmt: skip


def _in_chinese(parts: Sequence[str]) -> str:
    return "".join(_CHINESE[part] for part in parts)


def _in_korean(parts: Sequence[str]) -> str:
    """A name of beginning, middle, end, middle and end, as Hangul spells it."""
    beginning, first, end, second, last = parts
    said = ""
    for part, middle in ((beginning, first), (end, second)):
        text, lead, _ = _KOREAN[part]
        vowel, rest = _VOWELS[middle]
        said += f"{text}{chr(0xAC00 + 588 * _LEADS.index(lead) + 28 * vowel)}{rest}"
    return said + _KOREAN[last][2]


def _plain(name: str) -> str:
    """A name as an outlet writes it that has no accents."""
    apart = unicodedata.normalize("NFKD", name)
    return "".join(one for one in apart if not unicodedata.combining(one))


class Names:
    """Invented names, each of which nothing else in a world has, and their parts."""

    def __init__(self, draw: random.Random) -> None:
        self._random = draw
        self.parts: dict[str, tuple[str, ...]] = {}

    def draw(self) -> str:
        """One more."""
        parts = (_BEGINNINGS, _MIDDLES, _ENDS, _MIDDLES, ("", *_ENDS))
        while True:
            drawn = tuple(self._random.choice(part) for part in parts)
            name = "".join(drawn)
            if name not in self.parts:
                self.parts[name] = drawn
                return name


class World:
    """Everything that happens in a year, from one seed."""

    def __init__(self, subject: str, half: str, seed: int) -> None:
        self._random = random.Random(f"{subject} {half} {seed}")  # noqa: S311  a plot, no secret
        self._patterns = patterns(subject, half)
        self._number = 0
        self._names = Names(self._random)
        self._clubs: list[str] = []
        self.weeks: list[list[Candidate]] = [[] for _ in range(WEEKS)]
        for week in range(WEEKS):
            for event in range(NEW_A_WEEK):
                self._happen(week, week * NEW_A_WEEK + event)
        for candidates in self.weeks:
            self._random.shuffle(candidates)

    def _happen(self, week: int, event: int) -> None:
        pattern, chance = self._random.choice(self._patterns), self._random.random
        number_of = self._patterns.index(pattern)
        slots = self._slots()
        first = self._story(pattern.told, slots, week, is_paper=pattern.is_paper)
        self._add(week, Candidate(first, Role.NEW, event, pattern=number_of))
        if chance() < _AGAIN:
            number = self._random.randrange(len(pattern.again))
            after = week + self._random.randint(*_SOON)
            url = f"{first.url.replace('/abs/', '/pdf/')}v2" if pattern.is_paper else ""
            again = self._story(
                pattern.again[number],
                slots,
                after,
                url="" if number else url,
                other_than=first.publisher,
            )
            self._add(after, Candidate(again, Role.AGAIN, event, pattern=number_of))
        if chance() < _ADDRESS_LATER:
            after = week + self._random.randint(*_LATER)
            url = f"{first.url}?utm_source=digest"
            title = (f"Reader's choice no. {event}: worth a look", "From the archive.")
            again = self._story(title, slots, after, url=url)
            self._add(after, Candidate(again, Role.LATER, event, pattern=number_of))
        if pattern.update and chance() < _UPDATE:
            after = week + self._random.randint(*_UPDATE_AFTER)
            update = self._story(pattern.update, slots, after)
            self._add(after, Candidate(update, Role.UPDATE, event, pattern=number_of))
        if chance() < _OTHER:
            other = self._random.choice(pattern.other)
            after = week + self._random.randint(*_SOON)
            role = (
                Role.VERSION if "{w}" in other[0] or "{v}." in other[0] else Role.OTHER
            )
            found = self._story(other, slots, after, is_paper=pattern.is_paper)
            self._add(after, Candidate(found, role, event, pattern=number_of))

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
        other_than: str = "",
    ) -> Story:
        self._number += 1
        outlet = self._random.choice([one for one in _OUTLETS if one != other_than])
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
            self._names.draw(),
            draw.choice(["3", "4.5", "2.1", "0.11", "7", "5.2"]),
        )
        whole, _, rest = version.partition(".")
        following = f"{whole}.{int(rest) + 1}" if rest else str(int(whole) + 1)
        scored = draw.sample(range(5), 3)
        clubs = [self._club() for _ in range(3)]
        topic = draw.choice(_TOPICS)
        second, other, org, org2 = (self._names.draw() for _ in range(4))
        return {
            "p": product, "P": product.upper(), "p2": second, "q": other,
            "pa": _plain(product), "pko": _in_korean(self._names.parts[product]),
            "pzh": _in_chinese(self._names.parts[product]),
            "org": org, "orgko": _in_korean(self._names.parts[org]),
            "orgzh": _in_chinese(self._names.parts[org]),
            "org2": org2, "org2ko": _in_korean(self._names.parts[org2]), "v": version, "w": following,
            "n": str(draw.randint(12, 96)), "m": str(draw.randint(13, 97)),
            "k": str(draw.randint(2, 9)), "topic": topic, "Topic": topic.title(),
            "city": self._names.draw(), "city2": self._names.draw(),
            "club": clubs[0], "club2": clubs[1], "club3": clubs[2],
            "s": str(max(scored)), "t": str(sorted(scored)[1]), "u": str(min(scored)),
        }  # fmt: skip

    def _club(self) -> str:
        """A club: now and then one of which there was news before."""
        if self._clubs and self._random.random() < _SAME_CLUB:
            return self._random.choice(self._clubs)
        prefix = self._random.choice(["Atlético ", "Real ", "Deportivo ", ""])
        self._clubs.append(f"{prefix}{self._names.draw()}")
        return self._clubs[-1]


def worlds(half: str, seeds: Sequence[int]) -> Iterator[World]:
    """A year for a newsletter of each subject that has patterns."""
    for seed in seeds:
        for subject in SUBJECTS:
            if not patterns(subject, half):
                continue
            yield World(subject, half, seed)
