"""Interests: what an issue is made by, key by key, as `interests.yaml` has it. Pure.

`docs/interests.md` tells of each key; `interests.example.yaml` shows all of them.
"""

import re
from typing import Annotated, Self, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    model_validator,
)

from newsletter.interests import tones
from newsletter.text.identifiers import sha256_of
from newsletter.text.language import KNOWN, is_known
from newsletter.text.similarity import with_nearest

MOST_TASKS, MOST_FOLLOW_UPS = 20, 3
FEWEST_WORDS, MOST_WORDS = 150, 6000
# Names for a length, in words of all stories together.
LENGTHS = {"short": 300, "medium": 800, "long": 1500}
# A name of the DNS with a dot in it; other letters than ASCII's are as good.
_HOST = re.compile(r"(?!-)[\w-]{1,63}(?:\.[\w-]{1,63})+", re.UNICODE)
_SCHEME = re.compile(r"https?://", re.IGNORECASE)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _prose(text: str) -> str:
    """Lines of a text; one that would be a heading or a rule of a profile is none."""
    lines = (" ".join(line.split()).lstrip("#").strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def _language(code: str) -> str:
    if not is_known(code):
        raise ValueError(
            f"no language {with_nearest(code, KNOWN)!r}; known: {', '.join(KNOWN)}"
        )
    return code


def _site(text: str) -> str:
    """A site's name: of an address what stands between scheme and path."""
    host = _SCHEME.sub("", text.strip()).partition("/")[0].casefold()
    host = host.removeprefix("www.")
    if not _HOST.fullmatch(host):
        raise ValueError("no site; give one such as example.org")
    return host


def _tone(text: str) -> str:
    said = _prose(text)
    known = [*tones.NAMED]
    if said and said.casefold() not in known and len(said.split()) < 2:
        raise ValueError(
            f"no tone {with_nearest(said.casefold(), known)}; known: "
            f"{', '.join(known)}, or a sentence of your own"
        )
    return said.casefold() if said.casefold() in known else said


def _length(value: object) -> object:
    if isinstance(value, str) and value.casefold() in LENGTHS:
        return LENGTHS[value.casefold()]
    if isinstance(value, str) and not value.strip().isdecimal():
        near = with_nearest(value.casefold(), [*LENGTHS])
        raise ValueError(
            f"no length {near}; known: {', '.join(LENGTHS)}, or a number of words"
        )
    return value


Name: TypeAlias = Annotated[str, Field(max_length=120), AfterValidator(_one_line)]
Line: TypeAlias = Annotated[
    str, Field(max_length=200), AfterValidator(_one_line), Field(min_length=1)
]
Notes: TypeAlias = Annotated[str, Field(max_length=600), AfterValidator(_prose)]
Readers: TypeAlias = Annotated[str, Field(max_length=2000), AfterValidator(_prose)]
Tone: TypeAlias = Annotated[str, Field(max_length=2000), AfterValidator(_tone)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Topic(_Part):
    """A subject, how much it counts beside the others, and what of it is wanted."""

    topic: Line
    weight: int = Field(default=1, ge=1, le=5)
    notes: Notes = ""


class Models(_Part):
    """The language model that each role asks; "" for the role's own."""

    planner: str = ""
    scout: str = ""
    researcher: str = ""
    evaluator: str = ""
    writer: str = ""
    critic: str = ""


def _spelt_out(topic: object) -> object:
    """A topic that is only a name."""
    return {"topic": topic} if isinstance(topic, str) else topic


class Interests(_Part):
    """What somebody wants of an issue. A key that is left out leaves things as they are."""

    # What the issue is called where nobody else has named it.
    name: Name = ""
    readers: Readers = ""
    language: Annotated[str, AfterValidator(_language)] | None = None
    topics: tuple[Annotated[Topic, BeforeValidator(_spelt_out)], ...] = Field(
        default=(), max_length=40
    )
    avoid: tuple[Line, ...] = Field(default=(), max_length=40)
    prefer: tuple[Annotated[str, AfterValidator(_site)], ...] = Field(
        default=(), max_length=40
    )
    tone: Tone = ""
    opinions: bool = False
    dig_deeper: bool = False
    models: Models = Models()
    max_tasks: int | None = Field(default=None, ge=1, le=MOST_TASKS)
    follow_ups: int | None = Field(default=None, ge=0, le=MOST_FOLLOW_UPS)
    length: Annotated[
        Annotated[int, Field(ge=FEWEST_WORDS, le=MOST_WORDS)] | None,
        BeforeValidator(_length),
    ] = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        names = [topic.topic.casefold() for topic in self.topics]
        if twice := next((one for one in names if names.count(one) > 1), ""):
            raise ValueError(f"the topic {twice!r} stands there twice")
        if not (self.topics or self.readers):
            raise ValueError(
                "nothing to look for; give topics, or say in readers what they want"
            )
        return self

    @property
    def sha256(self) -> str:
        """The name of exactly what they say, however that is written."""
        return sha256_of(self.model_dump_json())

    @property
    def by_weight(self) -> tuple[Topic, ...]:
        """The topics, the weightiest first; of the same weight as they were written."""
        return tuple(sorted(self.topics, key=lambda topic: -topic.weight))
