"""The rubric as data: quotas, floors, word limits and banned words of a newsletter."""

from pydantic import BaseModel, ConfigDict, Field

from newsletter.rulings import LinkPolicy

BANNED = (
    "delve", "game-changer", "game-changing", "groundbreaking", "cutting-edge",
    "revolutionary", "revolutionize", "unleash", "unlock the power", "supercharge",
    "seamless", "seamlessly", "robust", "leverage", "landscape", "paradigm shift",
    "in today's fast-paced", "it's worth noting", "exciting", "incredible",
    "transformative", "next-level", "state-of-the-art", "tapestry", "harness the",
)  # fmt: skip


class Words(BaseModel):
    """How many words a text may have, both ends included."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    least: int = Field(ge=0)
    most: int = Field(ge=1)


class Rubric(BaseModel):
    """What an issue must be; each value can be set per newsletter."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    # How many stories are researched and published at most, and needed at least.
    researched_launches: int = Field(default=7, ge=0)
    researched_papers: int = Field(default=3, ge=0)
    published_launches: int = Field(default=5, ge=0)
    published_papers: int = Field(default=2, ge=0)
    fewest_stories: int = Field(default=2, ge=1)

    # Scores run from 1 to 10; a story below any floor, or in total, is out.
    relevance_floor: int = Field(default=6, ge=1, le=10)
    depth_floor: int = Field(default=5, ge=1, le=10)
    novelty_floor: int = Field(default=6, ge=1, le=10)
    total_floor: int = Field(default=18, ge=3, le=30)

    # How many days back research looks, and how far when that yields too little.
    window_days: int = Field(default=7, ge=1)
    wider_window_days: int = Field(default=10, ge=1)
    # How many earlier issues the memory reads: twelve weeks of a weekly.
    remembered_issues: int = Field(default=12, ge=0)

    launch_words: Words = Words(least=30, most=150)
    paper_words: Words = Words(least=40, most=130)
    subject_characters: Words = Words(least=10, most=78)
    # A source whose text is not free may be quoted this far.
    quoted_sentences: int = Field(default=2, ge=1)
    quoted_words: int = Field(default=50, ge=1)

    banned: tuple[str, ...] = BANNED

    # What each outcome of a link or a citation means for a draft.
    link_policy: LinkPolicy = LinkPolicy()
