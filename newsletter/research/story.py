"""A story: a candidate for an issue, as research found it. Pure."""

from collections.abc import Iterable
from datetime import date, timedelta
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

# How the ids of works begin: papers, preprints, releases.
WORKS = ("arxiv:", "doi:", "github:")


# A page that says it is so much older than an outlet tells was posted anew.
POSTED_ANEW = timedelta(days=31)


class Kind(StrEnum):
    """Which section of an issue a story is for."""

    LAUNCH = "launch"  # something shipped: a model, a tool, a release
    PAPER = "paper"  # research


# The beginning of a report tells what happened: so much of it is compared with others.
BEGINNING = 900
# A text of so many characters tells its story, even where its page is shut.
ENOUGH_CHARACTERS = 400
# Of fewer the page is read. An abstract is whole with fewer than a report.
WHOLE_CHARACTERS = {Kind.LAUNCH: BEGINNING, Kind.PAPER: ENOUGH_CHARACTERS}


class Telling(BaseModel):
    """Another place that tells the same story."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    publisher: str = Field(max_length=200)
    url: str = Field(max_length=2000)


class ToldBefore(BaseModel):
    """Where an issue told a story that this one tells again, certainly or perhaps.

    `url` is the issue's page; `shared` the share of the terms that both texts have.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    issue: int
    on: date
    title: str
    url: str
    gist: str = ""
    # By what it is known again: `newsletter.research.coverage.likeness.Likeness`.
    by: str = ""
    is_certain: bool = True
    shared: float = 0.0


class Story(BaseModel):
    """One candidate; told by several outlets it is still one story.

    `id` is the same for every telling: `arxiv:2508.01234`, `github:owner/name@tag`,
    or the canonical address. `signals` are numbers an outside list gave it, such as
    `{"hackernews_points": 412.0, "huggingface_upvotes": 37.0}`, with no meaning of
    their own. `summary` is the publisher's text, shortened; it is data, never an
    instruction.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(min_length=1, max_length=200)
    kind: Kind
    title: str = Field(min_length=1, max_length=500)
    url: str = Field(min_length=1, max_length=2000)
    publisher: str = Field(max_length=200)
    published: date | None = None
    summary: str = Field(default="", max_length=6000)
    # The hash under which the text is kept that the summary was taken from.
    source_sha256: str = Field(default="", pattern=r"^([0-9a-f]{64})?$")
    also: tuple[Telling, ...] = ()
    signals: dict[str, float] = Field(default_factory=dict)
    # Its own page was shut: the summary is what its publisher's feed says.
    is_from_feed: bool = Field(default=False, exclude_if=lambda given: not given)
    # The words by which what the newsletter learned moved it, the strongest first.
    learned: tuple[str, ...] = Field(default=(), exclude_if=lambda given: not given)
    # Who wrote it, as its outlet says: for intake, and in no log.
    author: str = Field(default="", max_length=200, exclude=True)
    # What it is about, in the newsletter's own words, where intake found that out.
    tags: tuple[str, ...] = Field(default=(), exclude_if=lambda given: not given)
    # By code: an operator wants it told.
    must_have: bool = Field(default=False, exclude_if=lambda given: not given)
    # 0 to 1: how much the table of outlets trusts this publisher for this kind.
    prior: float = Field(default=0.5, ge=0, le=1)
    # By code: what the memory holds of it.
    told: ToldBefore | None = Field(default=None, exclude_if=lambda told: told is None)


def posted_anew(story: Story, on: date) -> str:
    """Why a story is no news on a day, whatever outlet told it; "" where it is.

    What must be told is told, however old.
    """
    is_old = story.published is not None and story.published < on - POSTED_ANEW
    if story.must_have or not is_old:
        return ""
    return f"its own page says it was published on {story.published}"


def day_with(told: date | None, own: date | None) -> date | None:
    """The day of a story: as its outlet told, but for what its page says is far older."""
    if told is None or own is None or own >= told - POSTED_ANEW:
        return told
    return own


class OutletReport(BaseModel):
    """What became of asking one outlet: how many stories, or why none.

    `read` is how much of it was read, where that is not all.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    url: str
    found: int = 0
    fault: str = ""
    read: str = Field(default="", exclude_if=lambda read: not read)


def each_once(reports: Iterable[OutletReport]) -> tuple[OutletReport, ...]:
    """The outlets that were asked: one that tells of both kinds is still one.

    It failed where it failed once.
    """
    found: dict[str, OutletReport] = {}
    for report in reports:
        if report.name not in found or report.fault:
            found[report.name] = report
    return tuple(found.values())
