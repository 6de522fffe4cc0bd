"""What the data of several kinds of event has in common. Pure."""

from typing import Annotated, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from agents.events.redaction import without_addresses
from newsletter.standards.rubric import Rubric

Sha256: TypeAlias = Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")]
Score: TypeAlias = Annotated[int, Field(ge=1, le=10)]
# What an error said: it may come from anywhere, and the log is public.
Words: TypeAlias = Annotated[str, AfterValidator(without_addresses)]


class Data(BaseModel):
    """What every kind's data has in common: nothing unknown, nothing changed later."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class MayBePlaceholder(Data):
    """Data that code writes in an agent's stead when the agent gave nothing."""

    auto_inserted: bool = False
    note: Words = Field(default="", max_length=1000)


class AboutDraft(Data):
    """Data about exactly one draft; code fills the hash in when it is left out."""

    draft_sha256: Sha256 = ""


class ToldCorrection(Data):
    """What became of an earlier issue's evidence, as this issue has to tell it."""

    id: int
    sentence: str = Field(min_length=1, max_length=2000)


class RubricScores(Data):
    """The rubric's three axes."""

    relevance: Score
    depth: Score
    novelty: Score

    @property
    def total(self) -> int:
        return self.relevance + self.depth + self.novelty

    def shortfall(self, rubric: Rubric) -> str:
        """The first floor that these scores fall below; empty where they pass."""
        missed = rubric.missed(self.relevance, self.depth, self.novelty)
        for axis, score, floor in missed[:1]:
            return f"{axis} {score} is below the floor of {floor}"
        return ""


class Update(Data):
    """What is new of a story that an earlier issue told.

    `title` is how that issue told it: by code, but where only the evaluator knew it again.
    """

    issue: int = Field(ge=1)
    what_is_new: str = Field(min_length=12, max_length=300)
    title: str = Field(default="", max_length=500)
    # By code: the page of that issue, and the words that an item about it begins with, in
    # the newsletter's language.
    url: str = ""
    opening: str = Field(default="", exclude_if=lambda said: not said)
