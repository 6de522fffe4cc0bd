"""What each agent takes and gives: the shapes behind the JSON schemas. Pure."""

from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

MOST_FIELDS = 100


class Shape(BaseModel):
    """An input refuses what it does not know; an output is made by code."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class AskInput(Shape):
    question: str = Field(min_length=1, max_length=2000)
    newsletter: str = Field(
        default="", max_length=60, description="Its slug; empty for the only one."
    )


class AskCitation(Shape):
    """The exact words that bear a sentence, where they stand, and which issue told it."""

    issue: int
    issue_url: str
    quote: str
    url: str
    source_sha256: str


class AskSentence(Shape):
    text: str
    citations: tuple[AskCitation, ...]


class AskOutput(Shape):
    covered: bool = Field(description="Whether past issues answer it.")
    sentences: tuple[AskSentence, ...] = ()
    text: str = Field(description="The same as Markdown.")


class Platform(StrEnum):
    """Where a post is meant to stand."""

    LINKEDIN = "linkedin"
    SUBSTACK = "substack"
    X = "x"
    MASTODON = "mastodon"
    BLUESKY = "bluesky"


class NovaInput(Shape):
    platform: Platform
    newsletter: str = Field(default="", max_length=60)
    issue: int | None = Field(
        default=None, ge=1, description="Its number; without one, the newest."
    )
    story: int | None = Field(
        default=None, ge=1, description="Its place in the issue; else the whole issue."
    )
    style: str = Field(default="", max_length=500, description="A wish for the manner.")


class PostLink(Shape):
    url: str
    outcome: str


class NovaOutput(Shape):
    platform: Platform
    text: str
    length: int = Field(description="As the platform counts it.")
    limit: int
    unit: str = Field(description="What is counted: characters, graphemes.")
    links: tuple[PostLink, ...]
    issue: int
    voice: tuple[str, ...] = Field(description="The voice examples it was shown.")


class FormField(Shape):
    label: str = Field(max_length=500)
    value: str = Field(default="", max_length=10_000)


class AdaInput(Shape):
    form: str = Field(max_length=200, description="What the form is called.")
    fields: tuple[FormField, ...] = Field(max_length=MOST_FIELDS)
    newsletter: str = Field(default="", max_length=60)


class AdaOutput(Shape):
    summary: str
    questions: tuple[str, ...] = Field(description="What is open, to be asked.")
    is_told: bool = Field(description="Whether the operator was told by letter.")


class StepInput(Shape):
    """For an agent of a workflow: the session whose step it shall do now."""

    session: str = Field(min_length=1, max_length=80)


class StepEvent(Shape):
    seq: int
    kind: str
    data: dict[str, Any]


class StepOutput(Shape):
    session: str
    step: str
    result: str = Field(description="ok, turned, noop, failed, lost or fenced.")
    events: tuple[StepEvent, ...] = Field(description="What the step wrote.")


SHAPES: dict[str, tuple[type[Shape], type[Shape]]] = {
    "ask": (AskInput, AskOutput),
    "nova": (NovaInput, NovaOutput),
    "ada": (AdaInput, AdaOutput),
}


def shapes_of(agent: str) -> tuple[type[Shape], type[Shape]]:
    """What an agent takes and gives: those of workflows all take a session."""
    return SHAPES.get(agent, (StepInput, StepOutput))
