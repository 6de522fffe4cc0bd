"""Signs of walls and of absence, as data: `walls.toml`, `absences.toml`, `absence/`. Pure.

Whoever knows a wall or a language adds lines there; docs/adding.md tells how. Each
sign's own page is its test.
"""

import re
import tomllib
from functools import cache, cached_property
from pathlib import Path
from urllib.parse import SplitResult

from pydantic import BaseModel, ConfigDict, Field

from newsletter.text.sites import parts_of, segments_of
from newsletter.text.spelling import count_words
from newsletter.web.html import plain
from newsletter.web.metadata import Glance
from newsletter.web.page import Page

_HERE = Path(__file__).parent
_READ_CHARACTERS = 200_000
_GAP = "…"
_GONE = frozenset({404, 410})


class Example(BaseModel):
    """A page that bears the sign: the part that tells, and where it came from."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    page: str = ""
    status: int = 200
    to: str = ""  # where a redirect led
    headers: dict[str, str] = Field(default_factory=dict)


class StandIn(BaseModel):
    """One sort of page that is not what was asked for; any one of its marks will do.

    `titles` begin a title, `texts` stand in what a reader sees, `marks` in the HTML: all
    in lower case, and on pages of no more than `most_words`. `headers` are parts of
    answers' headers. `segments`, `hosts` and `addresses` are patterns for where a
    redirect led, that the address asked for does not fit. `needs`, if given, must stand
    in the HTML as well, wherever titles and texts are looked for.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    titles: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    headers: dict[str, str] = Field(default_factory=dict)
    segments: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()
    needs: str = ""
    most_words: int = 400
    examples: tuple[Example, ...] = Field(min_length=1)

    def is_in_headers(self, page: Page) -> bool:
        """Whether a header tells."""
        return any(
            part in page.headers.get(name, "").lower() and name in page.headers
            for name, part in self.headers.items()
        )

    def is_where_it_led(self, start: SplitResult, end: SplitResult) -> bool:
        """Whether a redirect came to a place of this sort."""
        before = {part.lower() for part in segments_of(start)}
        added = [part for part in segments_of(end) if part.lower() not in before]
        if any(
            re.fullmatch(one, part, re.I) for one in self.segments for part in added
        ):
            return True
        hosts = start.hostname or "", end.hostname or ""
        if any(_only_second(one, *hosts) for one in self.hosts):
            return True
        both = start.geturl(), end.geturl()
        return any(_only_second(one, *both) for one in self.addresses)

    def is_in(self, seen: "Seen") -> bool:
        """Whether the page itself tells."""
        if seen.words > self.most_words or self.needs not in seen.html:
            return False
        return (
            seen.title.startswith(self.titles or ("\0",))
            or any(mark in seen.html for mark in self.marks)
            or any(map(seen.says, self.texts))
        )


class Seen:
    """A page as signs are looked for in it; read only as far as it is short.

    `article` is what was read of it, if that and its heading alone shall count.
    """

    def __init__(self, page: Page, glance: Glance, article: str | None = None) -> None:
        self.page = page
        self._article = None if article is None else f"{glance.h1}\n{article}"
        self.words = glance.words if article is None else count_words(article)
        self.title = (glance.title or glance.h1).casefold().replace("’", "'")
        is_html = "html" in page.content_type.lower() or not page.content_type
        is_short = is_html and self.words <= _LONGEST
        self.html = _folded(page.text) if is_short and page.body else ""

    @cached_property
    def text(self) -> str:
        """What a reader sees; costly, so that it is not asked for without a trace."""
        if self._article is not None:
            return _folded(self._article)
        return " ".join(plain(self.html).split())

    def says(self, words: str) -> bool:
        """Whether a reader is shown the words, all in one piece."""
        return words in self.html and words in self.text


_LONGEST = 400
_APOSTROPHES = ("’", "&#39;", "&#x27;", "&rsquo;")


def _folded(text: str) -> str:
    """The beginning of a text as signs are written: in lower case, on one line."""
    text = text[:_READ_CHARACTERS].lower()
    for written in _APOSTROPHES:
        text = text.replace(written, "'")
    return " ".join(text.split())


@cache
def walls() -> tuple[StandIn, ...]:
    """What keeps programs out, or readers who are not let in: a reader may pass."""
    return _signs("walls")


@cache
def absences() -> tuple[StandIn, ...]:
    """What stands where something was that is gone."""
    return _signs("absences")


def wall(seen: Seen) -> StandIn | None:
    """The wall that was met instead of the page, if it was one.

    What a server calls gone is gone, unless a header or a mark says who answered.
    """
    for sign in walls():
        if sign.is_in_headers(seen.page):
            return sign
    if seen.page.status in _GONE:
        return next((s for s in walls() if any(m in seen.html for m in s.marks)), None)
    return _shown(walls(), seen)


def absence(seen: Seen) -> StandIn | None:
    """What stands in the place of the page, if it is gone."""
    return _shown(absences(), seen)


def _shown(signs: tuple[StandIn, ...], seen: Seen) -> StandIn | None:
    if seen.page.chain:
        start, end = parts_of(seen.page.url), parts_of(seen.page.final_url)
        for sign in signs:
            if start and end and sign.is_where_it_led(start, end):
                return sign
    if not seen.html:
        return None
    return next((sign for sign in signs if sign.is_in(seen)), None)


@cache
def phrases(language: str = "*") -> tuple[str, ...]:
    """How titles say in a language, or in all but English, that a page is not there."""
    files = sorted((_HERE / "absence").glob(f"{language}.txt"))
    lines = (
        line.strip()
        for file in files
        if language != "*" or file.stem != "en"
        for line in file.read_text(encoding="utf-8").splitlines()
    )
    return tuple(line for line in lines if line and not line.startswith("#"))


@cache
def pattern(language: str = "*") -> re.Pattern[str]:
    """What finds any of the phrases; `…` stands for up to 20 letters."""
    found = "|".join(
        ".{0,20}".join(re.escape(part.strip()) for part in phrase.split(_GAP))
        for phrase in phrases(language)
    )
    return re.compile(found.replace("’", "['’]?"), re.IGNORECASE)


def _signs(name: str) -> tuple[StandIn, ...]:
    data = tomllib.loads((_HERE / f"{name}.toml").read_text(encoding="utf-8"))
    return tuple(StandIn.model_validate(one) for one in data["sign"])


def _only_second(sought: str, first: str, second: str) -> bool:
    return bool(re.search(sought, second, re.I)) and not re.search(sought, first, re.I)
