"""What each step of the digest ends with: the shape of its event's data. Pure.

Stories are carried whole twice: as they were found, with the first words of their texts,
and as they were read. In between they go by their ids.
"""

from pydantic import Field

from agents.events.base import Data, RubricScores, Sha256, ToldCorrection, Update
from newsletter.drafts.citation import CitedClaim
from newsletter.research.story import OutletReport, Story
from newsletter.standards.rubric import Rubric

# So many stories may be gathered, and so many of them read.
MOST_GATHERED, MOST_READ = 500, 120
# How a digest is cut: further sections would be a list, not a letter.
FEWEST_SECTIONS, MOST_SECTIONS = 3, 7
MOST_TOLD = 16


def most_told(rubric: Rubric) -> int:
    """How many stories may be told: fewer where all together may have few words."""
    if not rubric.most_words:
        return MOST_TOLD
    room = rubric.most_words // rubric.digest_words.most
    return max(FEWEST_SECTIONS, min(MOST_TOLD, room))


class LeftOut(Data):
    """A story that goes no further, and why: one of a few words, such as `too old`.

    One that tells what a rated story tells names that in `same_as`, by its id.
    """

    story_id: str
    reason: str = Field(min_length=1, max_length=400)
    same_as: str = Field(default="", max_length=200, exclude_if=lambda name: not name)


class UrlsGathered(Data):
    """What the newsletter's outlets told; `held` of it was kept by intake before."""

    stories: tuple[Story, ...] = Field(default=(), max_length=MOST_GATHERED)
    sources: tuple[OutletReport, ...] = ()
    considered: int = Field(default=0, ge=0)
    window_days: int = Field(default=7, ge=1)
    held: int = Field(default=0, ge=0)
    # How many stories besides are left to a draft that waits for a person.
    left_to_drafts: int = Field(default=0, ge=0, exclude_if=lambda number: not number)


class UrlsFiltered(Data):
    """Which of the gathered go on, the most wanted first; what the memory said besides."""

    story_ids: tuple[str, ...] = Field(default=(), max_length=MOST_READ)
    dropped: tuple[LeftOut, ...] = ()
    # How many of those were told before, and which issue was the last to do so.
    told_before: int = Field(default=0, ge=0)
    last_told_in: int = Field(default=0, ge=0)
    # What the next issue has to correct.
    corrections: tuple[ToldCorrection, ...] = ()
    issues_read: int = Field(default=0, ge=0)
    # Of a rehearsal: the issues of its own day and later, which do not count as told.
    uncounted: tuple[int, ...] = Field(default=(), exclude_if=lambda told: not told)


class ArticlesDownloaded(Data):
    """The stories with their texts, each stored under its `source_sha256`."""

    stories: tuple[Story, ...] = Field(default=(), max_length=MOST_READ)
    failed: tuple[LeftOut, ...] = ()
    # Of how many launches, gathered in all, these are what goes on.
    launches_gathered: int = Field(
        default=0, ge=0, exclude_if=lambda number: not number
    )


class Quoted(Data):
    """A sentence as it is shown, and word for word as its source has it."""

    display: str = Field(min_length=1, max_length=1000)
    quote: str = Field(min_length=1, max_length=2000)


class StorySummary(Data):
    """The sentences, two at most, that tell a story best."""

    story_id: str
    source_sha256: Sha256
    sentences: tuple[Quoted, ...] = Field(min_length=1, max_length=2)


class SummariesExtracted(Data):
    summaries: tuple[StorySummary, ...] = Field(default=(), max_length=MOST_READ)
    # How many of them intake had made before.
    held: int = Field(default=0, ge=0)
    failed: tuple[LeftOut, ...] = ()


class Rating(Data):
    """What a story is worth to the readers by the rubric, and why.

    One that an earlier issue told has an `update`; of one that is only like a told story, or
    like another one that is rated, `differs` says what sets it apart.
    """

    story_id: str
    scores: RubricScores
    why: str = Field(min_length=1, max_length=400)
    update: Update | None = Field(default=None, exclude_if=lambda update: not update)
    differs: str = Field(default="", max_length=300, exclude_if=lambda said: not said)

    @property
    def score(self) -> float:
        """Of 10: the mean of the three axes."""
        return round(self.scores.total / 3, 1)


class ArticlesRated(Data):
    rated: tuple[Rating, ...] = Field(default=(), max_length=MOST_READ)
    # What repeats another story of this week.
    left_out: tuple[LeftOut, ...] = ()
    method: str = Field(default="", max_length=100)


class Topic(Data):
    """Stories of one subject, the most central first; by code, but for the name."""

    name: str = Field(min_length=1, max_length=80)
    terms: tuple[str, ...] = ()
    story_ids: tuple[str, ...] = Field(min_length=1)


class TopicsClustered(Data):
    topics: tuple[Topic, ...] = Field(default=(), max_length=MOST_READ)


class SelectedSection(Data):
    """A section of the issue: stories to tell, and further ones to name in a line."""

    topic: str = Field(min_length=1, max_length=80)
    terms: tuple[str, ...] = ()
    story_ids: tuple[str, ...] = Field(min_length=1, max_length=6)
    brief_ids: tuple[str, ...] = Field(default=(), max_length=10)


class SectionsSelected(Data):
    """The sections in their order; a thin week has fewer, and `note` says so."""

    sections: tuple[SelectedSection, ...] = Field(default=(), max_length=MOST_SECTIONS)
    note: str = Field(default="", max_length=1000)


class DraftedSection(Data):
    """One section as it was written, with a heading of its own."""

    topic: str = Field(min_length=1, max_length=80)
    heading: str = Field(min_length=1, max_length=200)
    markdown: str = Field(min_length=1, max_length=30_000)


class SectionsDrafted(Data):
    sections: tuple[DraftedSection, ...] = Field(min_length=1, max_length=MOST_SECTIONS)
    citations: tuple[CitedClaim, ...] = ()
