"""What registries know of a work: that it exists, its title, its date. Pure.

Which registry to ask for an address, and how to read the answer; asking is not here.
https://info.arxiv.org/help/api/user-manual.html
https://api.crossref.org/swagger-ui/index.html
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from urllib.parse import quote, urlsplit

from pydantic import Field, ValidationError
from selectolax.lexbor import LexborNode

from newsletter.text.dates import day_of
from newsletter.text.identifiers import arxiv_id_of, canonical, without_version
from newsletter.web.html import tree_of
from newsletter.web.metadata import tidy
from newsletter.web.page import Page, Wire

ARXIV_API = "https://export.arxiv.org/api/query"
_WITHDRAWN = re.compile(
    r"\b(?:this (?:paper|article|submission)|has been) .{0,20}withdrawn"
)
_RETRACTED_TITLE = re.compile(
    r"\W*(?:retracted|withdrawn|removed)(?: article| paper)?\s*[\]:]", re.IGNORECASE
)
# https://www.crossref.org/documentation/register-maintain-records/maintaining-your-metadata/updates/
_RETRACTIONS = frozenset({"retraction", "withdrawal", "removal", "partial_retraction"})
# Pages of the sites themselves that are addressed like an owner's.
_NOT_OWNERS = frozenset(
    {"about", "apps", "blog", "chat", "collections", "docs", "enterprise", "events"}
    | {"explore", "features", "join", "learn", "login", "marketplace", "models", "new"}
    | {"organizations", "orgs", "papers", "posts", "pricing", "search", "security"}
    | {"settings", "site", "spaces", "sponsors", "stars", "tasks", "topics", "trending"}
    | {"users", "datasets", "customer-stories", "solutions", "resources", "readme"}
)
_VIDEO = re.compile(
    r"https?://(?:(?:www\.|m\.)?youtube\.com/(?:watch\?|playlist\?|shorts/|live/|embed/)"
    r"|youtu\.be/)[\w-]"
)
_VERSION = re.compile(r"v(\d{1,3})(?:\.pdf)?/?(?:[?#].*)?\Z")


class Registry(StrEnum):
    """Who keeps a record of works."""

    ARXIV = "arXiv"
    CROSSREF = "Crossref"
    GITHUB = "GitHub"
    HUGGING_FACE = "Hugging Face"
    YOUTUBE = "YouTube"


@dataclass(frozen=True, slots=True)
class Identity:
    """A registry's word on one work. `exists` is None when it gave no answer."""

    registry: Registry
    name: str
    exists: bool | None
    title: str = ""
    published: date | None = None
    version: int | None = None
    is_withdrawn: bool = False
    is_retracted: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """What to ask a registry: the work by name, and the address that answers."""

    registry: Registry
    name: str
    url: str


def question_about(url: str) -> Question | None:
    """Whom to ask about an address; None for arXiv, which is asked about all at once."""
    address = canonical(url)
    if address.startswith("https://doi.org/"):
        doi = address.removeprefix("https://doi.org/")
        link = f"https://api.crossref.org/works/{quote(doi, safe='/')}"
        return Question(Registry.CROSSREF, doi, link)
    parts = urlsplit(address)
    host, segments = parts.hostname or "", parts.path.strip("/").split("/")
    if _VIDEO.match(address):
        link = (
            f"https://www.youtube.com/oembed?format=json&url={quote(address, safe='')}"
        )
        return Question(Registry.YOUTUBE, address, link)
    if host == "github.com" and (asked := _github_address(segments)):
        return Question(Registry.GITHUB, "/".join(segments), asked)
    if host == "huggingface.co" and (asked := _hub_address(segments)):
        return Question(Registry.HUGGING_FACE, "/".join(segments), asked)
    return None


def _github_address(segments: list[str]) -> str:
    if segments[0].lower() in _NOT_OWNERS:
        return ""
    api = f"https://api.github.com/repos/{'/'.join(segments[:2])}"
    match segments[2:]:
        case [] if len(segments) == 2:
            return api
        case ["releases", "tag", *tag] if tag:
            return f"{api}/git/ref/tags/{'/'.join(tag)}"
        case ["commit", commit]:
            return f"{api}/commits/{commit}"
        case ["issues" | "pull", number] if number.isdecimal():
            return f"{api}/issues/{number}"
        case _:
            return ""


def _hub_address(segments: list[str]) -> str:
    match segments:
        case ["datasets" | "spaces" as kind, owner, name]:
            return f"https://huggingface.co/api/{kind}/{owner}/{name}"
        case [owner, name] if owner not in _NOT_OWNERS:
            return f"https://huggingface.co/api/models/{owner}/{name}"
        case _:
            return ""


class _Update(Wire):
    type: str = ""


class _Parts(Wire):
    """A date: year, month and day, as far as they are known."""

    parts: list[list[int | None]] = Field(default_factory=list, alias="date-parts")

    @property
    def day(self) -> date | None:
        try:
            [[year, month, day]] = self.parts
            return date(year or 0, month or 0, day or 0)
        except ValueError:
            return None


class _CrossrefWork(Wire):
    """A work; its publisher, and Retraction Watch, say what became of it later."""

    title: list[str] = Field(default_factory=list)
    issued: _Parts = Field(default_factory=_Parts)
    updated_by: list[_Update] = Field(default_factory=list, alias="updated-by")

    @property
    def is_retracted(self) -> bool:
        titled = any(_RETRACTED_TITLE.match(title) for title in self.title)
        return titled or any(
            one.type.lower() in _RETRACTIONS for one in self.updated_by
        )


class _CrossrefAnswer(Wire):
    message: _CrossrefWork


class _Named(Wire):
    """GitHub's, Hugging Face's and YouTube's answers: one of these holds the name."""

    full_name: str = ""
    id: str | int = ""
    title: str = ""

    @property
    def shown(self) -> str:
        return self.title or self.full_name or str(self.id)


def read(question: Question, page: Page) -> Identity:
    """What a registry answered; a fault of its own is no answer."""
    if page.status in (404, 410) and page.fault is None:
        # Crossref is one of several agencies: a DOI that it lacks may be another's.
        is_denied = question.registry is not Registry.CROSSREF
        exists = False if is_denied else None
        return Identity(question.registry, question.name, exists=exists)
    if page.status != 200 or page.fault is not None:
        return Identity(question.registry, question.name, exists=None)
    try:
        title, published, is_retracted = _known(question.registry, page.body)
    except (ValidationError, ValueError):
        return Identity(question.registry, question.name, exists=None)
    return Identity(
        question.registry,
        question.name,
        exists=True,
        title=tidy(title),
        published=published,
        is_retracted=is_retracted,
    )


def _known(registry: Registry, body: bytes) -> tuple[str, date | None, bool]:
    """The title on record, the day of publication, and whether it was retracted."""
    if registry is Registry.CROSSREF:
        work = _CrossrefAnswer.model_validate_json(body).message
        title = work.title[0] if work.title else ""
        return title, work.issued.day, work.is_retracted
    return _Named.model_validate_json(body).shown, None, False


def arxiv_question(ids: Collection[str]) -> str:
    """The one address that tells about all of the papers."""
    return f"{ARXIV_API}?id_list={','.join(ids)}&start=0&max_results={len(ids)}"


def read_arxiv(ids: Collection[str], page: Page) -> Mapping[str, Identity]:
    """What arXiv knows of each paper, by id without version; empty when it is silent.

    An answer that lacks an id is arXiv's way to say that there is no such paper.
    """
    if page.fault is not None or page.status != 200 or b"<feed" not in page.body[:2000]:
        return {}
    if page.truncated or b"</feed>" not in page.body:
        return {}
    # An HTML parser reads Atom, too, as far as names and texts go; it knows no entities
    # to expand and fetches nothing.
    entries = tree_of(page.text).css("entry")
    known = {paper.name: paper for paper in map(_paper, entries) if paper is not None}
    return {
        name: known.get(name) or Identity(Registry.ARXIV, name, exists=False)
        for name in map(without_version, ids)
    }


def _paper(entry: LexborNode) -> Identity | None:
    link, title = _text(entry, "id"), _text(entry, "title")
    name = arxiv_id_of(link)
    if name is None or not title:
        return None
    version = _VERSION.search(link)
    return Identity(
        Registry.ARXIV,
        name,
        exists=True,
        title=tidy(title),
        published=day_of(_text(entry, "published")),
        version=int(version.group(1)) if version else None,
        is_withdrawn=bool(_WITHDRAWN.search(entry.text(deep=True).lower())),
    )


def _text(entry: LexborNode, name: str) -> str:
    node = entry.css_first(name)
    return node.text(deep=True).strip() if node else ""


def version_of(url: str) -> int | None:
    """The version of an arXiv paper that an address names."""
    found = _VERSION.search(url) if arxiv_id_of(url) else None
    return int(found.group(1)) if found else None
