"""The rubric as data: quotas, floors, word limits and banned words of a newsletter."""

from typing import Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import ErrorDetails

from newsletter.standards.link_policy import LinkPolicy

BANNED = (
    "delve", "game-changer", "game-changing", "groundbreaking", "cutting-edge",
    "revolutionary", "revolutionize", "unleash", "unlock the power", "supercharge",
    "seamless", "seamlessly", "robust", "leverage", "landscape", "paradigm shift",
    "in today's fast-paced", "it's worth noting", "exciting", "incredible",
    "transformative", "next-level", "state-of-the-art", "tapestry", "harness the",
)  # fmt: skip


# Of one publisher's launches an issue tells so many at most.
MOST_OF_ONE_PUBLISHER = 2
# Points in all by which a story is strong, or good; one with fewer is told only where its
# section has fewer than so many.
STRONG, GOOD = 24, 20
FILLED = 3


class BadRubric(ValueError):
    """The stored values make no rubric; the message says which, in one sentence."""


class Words(BaseModel):
    """How many words a text may have, both ends included."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    least: int = Field(ge=0, le=2000)
    most: int = Field(ge=1, le=2000)

    @model_validator(mode="after")
    def _has_room(self) -> Self:
        if self.least > self.most:
            raise ValueError(f"least {self.least} is more than most {self.most}")
        return self


class Rubric(BaseModel):
    """What an issue must be; each value can be set per newsletter."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    # How many stories are researched and published at most, and needed at least.
    researched_launches: int = Field(default=40, ge=0, le=40)
    researched_papers: int = Field(default=40, ge=0, le=40)
    published_launches: int = Field(default=5, ge=0, le=20)
    published_papers: int = Field(default=2, ge=0, le=20)
    fewest_stories: int = Field(default=1, ge=1)

    # Whether its readers want whatever matters of all that its outlets tell: none of it
    # is too far from them.
    general_interest: bool = False

    # Scores run from 1 to 10; a story below any floor, or in total, is out.
    relevance_floor: int = Field(default=6, ge=1, le=10)
    depth_floor: int = Field(default=5, ge=1, le=10)
    novelty_floor: int = Field(default=6, ge=1, le=10)
    total_floor: int = Field(default=18, ge=3, le=30)

    # How many days back research looks, and how far when that yields too little.
    window_days: int = Field(default=7, ge=1, le=31)
    wider_window_days: int = Field(default=10, ge=1, le=31)
    # How many earlier issues the memory reads: twelve weeks of a weekly.
    remembered_issues: int = Field(default=12, ge=0, le=100)

    launch_words: Words = Words(least=100, most=150)
    paper_words: Words = Words(least=80, most=120)
    # How many words a story of a digest has; see `newsletter.drafts.contract`.
    digest_words: Words = Words(least=30, most=110)
    # How many words all stories of an issue may have together; 0 for any number.
    most_words: int = Field(default=0, ge=0)
    # Whether each story ends with two or three links to go on with.
    deeper_links: bool = False
    # The least words of a story told in its sources' own sentences alone, where these
    # ranges ask for more: so little may be quoted that none could be as long.
    least_words_quoting: int = Field(default=20, ge=0)
    # In how many items we may say what we think; 0 for none.
    most_views: int = Field(default=3, ge=0)
    subject_characters: Words = Words(least=10, most=78)
    # A source whose text is not free may be quoted this far.
    quoted_sentences: int = Field(default=2, ge=1)
    quoted_words: int = Field(default=50, ge=1)

    banned: tuple[str, ...] = BANNED

    # What each outcome of a link or a citation means for a draft.
    link_policy: LinkPolicy = LinkPolicy()

    @model_validator(mode="after")
    def _can_be_met(self) -> Self:
        """Refuse what no issue could ever satisfy."""
        most = self.published_launches + self.published_papers
        if self.fewest_stories > most:
            raise ValueError(
                f"fewest_stories {self.fewest_stories} is more than the {most} stories "
                "that may be published"
            )
        return self

    def when_quoting(self, words: Words) -> Words:
        """The range for a story that is told in its sources' sentences alone."""
        return Words(least=min(words.least, self.least_words_quoting), most=words.most)

    def of_what_is_left(self) -> Self:
        """The same for a draft that lost sentences: what is left may be shorter."""
        shorter = {
            "launch_words": self.when_quoting(self.launch_words),
            "paper_words": self.when_quoting(self.paper_words),
            "digest_words": self.when_quoting(self.digest_words),
            "deeper_links": False,
        }
        return self.model_copy(update=shorter)

    def missed(
        self, relevance: int, depth: int, novelty: int
    ) -> tuple[tuple[str, int, int], ...]:
        """Axis, score and floor wherever scores fall below a floor; "total" is one."""
        floors = (
            ("relevance", relevance, self.relevance_floor),
            ("depth", depth, self.depth_floor),
            ("novelty", novelty, self.novelty_floor),
            ("total", relevance + depth + novelty, self.total_floor),
        )
        return tuple(one for one in floors if one[1] < one[2])


def read(values: object) -> Rubric:
    """The rubric of stored values, defaults filled in; raises BadRubric."""
    try:
        return Rubric.model_validate(values)
    except ValidationError as error:
        faults = "; ".join(
            _told(fault) for fault in error.errors(include_url=False)[:5]
        )
        raise BadRubric(f"The rubric was not understood: {faults}.") from None


def _told(fault: ErrorDetails) -> str:
    """One fault in words that name the key, the value and what is wanted."""
    key = ".".join(map(str, fault["loc"])) or "the whole"
    match fault["type"]:
        case "extra_forbidden" if len(fault["loc"]) == 1:
            return f"no key {key!r}; known: {', '.join(Rubric.model_fields)}"
        case "extra_forbidden":
            return f"no key {key!r}"
        case "missing":
            return f"{key} is missing"
        case "value_error":
            return f"{key}: {fault['ctx']['error']}"
        case "model_type":
            return f"{key} is {fault['input']!r}, not an object in braces"
        case "tuple_type":
            return f"{key} is {fault['input']!r}, not a list in brackets"
    wanted = fault["msg"][0].lower() + fault["msg"][1:]
    return f"{key} is {fault['input']!r}: {wanted}"
