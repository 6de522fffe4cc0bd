"""The documents of the bundled sample, as its data files hold them."""

from datetime import date
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from newsletter.research.documents import Lookups, Paper, Post, Release, Submission

DATA = Path(__file__).parent / "data"


class Behaviour(BaseModel):
    """How the sample's server answers for one address, and why."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    url: str
    why: str
    status: int = 200
    head_status: int | None = None
    redirect: str = ""
    refused: bool = False
    delay_seconds: float = 0
    padding_bytes: int = 0
    title: str = ""
    language: str = "en"
    text: tuple[str, ...] = ()
    hidden: str = ""


class EarlierIssue(BaseModel):
    """An issue of the week before, to be stored before the sample is run."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    published: date
    subject: str
    lines: tuple[str, ...] = Field(alias="markdown")
    posts: tuple[Post, ...]
    papers: tuple[Paper, ...]

    @property
    def markdown(self) -> str:
        return "\n".join(self.lines)


@cache
def papers() -> tuple[Paper, ...]:
    return TypeAdapter(tuple[Paper, ...]).validate_json(_read("papers"))


@cache
def posts() -> tuple[Post, ...]:
    """What publishers posted, and what is invented beside it (under `.example`)."""
    read = TypeAdapter(tuple[Post, ...]).validate_json
    return read(_read("launches")) + read(_read("invented"))


@cache
def releases() -> tuple[Release, ...]:
    return TypeAdapter(tuple[Release, ...]).validate_json(_read("releases"))


@cache
def submissions() -> tuple[Submission, ...]:
    return TypeAdapter(tuple[Submission, ...]).validate_json(_read("hackernews"))


@cache
def lookups() -> Lookups:
    """Threads and videos, all invented."""
    return Lookups.model_validate_json(_read("lookups"))


@cache
def behaviours() -> dict[str, Behaviour]:
    """The planted cases, by address."""
    found = TypeAdapter(tuple[Behaviour, ...]).validate_json(_read("planted"))
    return {behaviour.url: behaviour for behaviour in found}


@cache
def earlier() -> EarlierIssue:
    return EarlierIssue.model_validate_json(_read("earlier"))


def _read(name: str) -> bytes:
    return (DATA / f"{name}.json").read_bytes()
