"""Documents, as a sample holds them and outlets list them: post, release, paper. Pure."""

from dataclasses import dataclass
from datetime import date, datetime

from pydantic import BaseModel, ConfigDict


class Document(BaseModel):
    """What all documents share; `planted` says why one is there as a test case."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    planted: str = ""


class Paper(Document):
    """An arXiv paper: its title and abstract word for word, which are CC0."""

    id: str
    listed: date
    category: str
    title: str
    abstract: str
    # On the Hugging Face daily list with that many upvotes; None: not listed.
    upvotes: int | None = None


class Post(Document):
    """A publisher's post: a real address and date, its facts retold in our words.

    `outlet` is the name of the outlet whose feed lists it, at `feed_url` where that
    differs from the post's own address, and with `feed_text` where that differs.
    """

    url: str
    outlet: str
    publisher: str
    published: datetime
    title: str
    rewritten: bool
    text: tuple[str, ...]
    feed_url: str = ""
    feed_text: tuple[str, ...] = ()


class Release(Document):
    """A release of a repository or a package, its notes retold in our words."""

    repository: str
    tag: str
    title: str
    published: datetime
    rewritten: bool
    text: tuple[str, ...]

    @property
    def url(self) -> str:
        return f"https://github.com/{self.repository}/releases/tag/{self.tag}"


class Submission(Document):
    """An address submitted to Hacker News; its points are round stand-ins."""

    id: str
    created: datetime
    title: str
    url: str
    points: int
    comments: int


@dataclass(frozen=True, slots=True)
class Documents:
    """All that a sample holds; an outlet's own posts go by the outlet's name."""

    posts: tuple[Post, ...] = ()
    releases: tuple[Release, ...] = ()
    papers: tuple[Paper, ...] = ()
    submissions: tuple[Submission, ...] = ()

    def posts_of(self, outlet: str) -> list[Post]:
        return [post for post in self.posts if post.outlet == outlet]

    def releases_of(self, outlet: str) -> list[Release]:
        return [release for release in self.releases if release.repository == outlet]


class Talk(Document):
    """A thread of an invented community: all of it is ours, and nobody said it."""

    id: str
    community: str
    title: str
    created: datetime
    url: str
    text: str
    comments: tuple[str, ...]

    @property
    def place(self) -> str:
        return f"/r/{self.community}/comments/{self.id}/"


class Video(Document):
    """A video that there is not, and its captions."""

    id: str
    title: str
    author: str
    published: date
    language: str
    captions: tuple[str, ...]


class Lookups(Document):
    """What can be looked up besides what outlets tell."""

    threads: tuple[Talk, ...]
    videos: tuple[Video, ...]
