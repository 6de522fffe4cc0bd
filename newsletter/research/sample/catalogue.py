"""What the sample's server answers, by host, path and query. Pure."""

import json
from dataclasses import dataclass, replace
from urllib.parse import parse_qs, urlsplit

from newsletter.research.documents import Documents, Paper, Post
from newsletter.research.outlets.answers import Answer, Answers, Reply, always
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.outlets.table import OUTLETS
from newsletter.research.sample import formats, library

# Two outlets are planted as broken, so that a run shows a failing outlet.
NO_FEED = "Together AI"  # answers a web page where its feed should be
REFUSING = "Replicate"  # refuses the connection
# One feed is malformed yet readable, and one carries titles only.
MALFORMED = "vLLM"
TITLES_ONLY = "Anthropic"

# Outlets of the sample's week that have fallen silent since and left the table.
_THEN = (
    OutletSpec("Qwen", "feed", "https://qwenlm.github.io/blog/index.xml", prior=0.8),
    OutletSpec("Replicate", "feed", "https://replicate.com/blog/rss", prior=0.4),
)
# Invented ones, each of a feed under `.example`.
_INVENTED = tuple(
    OutletSpec(name, "feed", f"https://{host}.example/feed.xml", prior=0.5)
    for name, host in (
        ("Toolsmith", "toolsmith"),
        ("Build Log", "buildlog"),
        ("Field Notes", "fieldnotes"),
        ("Podhouse", "podhouse"),
        ("Forms Institute", "formsinstitute"),
        ("Wirepost", "wirepost"),
        ("Noon Technology", "noontech"),
        ("The Daily Stack", "dailystack"),
        ("North Paper", "northpaper"),
        ("Plainwire", "plainwire"),
    )
)
_WITHOUT_TEXT = {"text": (), "feed_text": ()}

ABSENT_HOST = Reply(502, "text/plain", b"This host is not in the bundled sample.\n")
_MOVING = Reply(body=b"<html><title>We are moving</title><p>Back soon.</html>")
ABSENT_PAGE = Reply(404, "text/plain", b"This page is not in the bundled sample.\n")


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All answers, the hosts they come from, and the hosts that refuse to answer."""

    answers: dict[tuple[str, str], Answer]
    refusing: frozenset[str]

    @property
    def hosts(self) -> frozenset[str]:
        return frozenset(host for host, _ in self.answers)

    def answer(self, host: str, target: str, body: bytes = b"") -> Reply:
        """The reply for a Host header, a request target, and what was posted to it."""
        parts = urlsplit(target)
        name = host.partition(":")[0].lower()
        found = self.answers.get((name, _path(parts.path)))
        if found is None:
            return ABSENT_PAGE if name in self.hosts else ABSENT_HOST
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        return found(query | _posted(body))


def outlets() -> tuple[OutletSpec, ...]:
    """The outlets that the sample holds, the broken ones included."""
    return tuple(
        spec
        for spec in (*OUTLETS, *_THEN, *_INVENTED)
        if spec.name in (NO_FEED, REFUSING) or _answers(spec)
    )


def build() -> Catalogue:
    """The catalogue of the bundled documents and the planted cases."""
    # They load the web's libraries, for which a worker has no use while nothing is due.
    from newsletter.research.lookups import sample as lookups  # noqa: PLC0415

    answers: dict[tuple[str, str], Answer] = {}

    def put(url: str, answer: Answer) -> None:
        parts = urlsplit(url)
        answers[(parts.netloc.lower(), _path(parts.path))] = answer

    for url, reply in _pages():
        put(url, always(reply))
    put("https://news.ycombinator.com/item", _discussion)
    for url, answer in lookups.answers(_documents(), library.lookups()).items():
        put(url, answer)
    refusing = set()
    for spec in outlets():
        if spec.name == REFUSING:
            refusing.add(urlsplit(spec.url).netloc)
        elif spec.name == NO_FEED:
            put(spec.url, always(_MOVING))
        for url, answer in _answers(spec).items():
            put(url, answer)
    for behaviour in library.behaviours().values():
        if behaviour.refused:
            refusing.add(urlsplit(behaviour.url).netloc)
    return Catalogue(answers, frozenset(refusing))


def _pages() -> list[tuple[str, Reply]]:
    behaviours = library.behaviours()
    pages: dict[str, Reply] = {}
    for post in _all_posts():
        planted = behaviours.get(post.url)
        padding = planted.padding_bytes if planted else 0
        pages[post.url] = formats.post_reply(post, padding)
    for release in library.releases():
        pages[release.url] = Reply(body=formats.release_page(release))
    for paper in _all_papers():
        page = Reply(body=formats.abstract_page(paper))
        pages[f"https://arxiv.org/abs/{paper.id}"] = page
        pages[f"https://huggingface.co/papers/{paper.id}"] = page
    for url, behaviour in behaviours.items():
        if not behaviour.refused:
            pages[url] = _behave(pages.get(url), behaviour)
    return list(pages.items())


def _behave(page: Reply | None, behaviour: library.Behaviour) -> Reply:
    if page is None or behaviour.status != 200:
        page = Reply(body=formats.planted_page(behaviour))
    return replace(
        page,
        status=behaviour.status,
        location=behaviour.redirect,
        head_status=behaviour.head_status,
        delay_seconds=behaviour.delay_seconds,
    )


def _answers(spec: OutletSpec) -> Answers:
    """What the outlet's server answers, the planted faults included."""
    # A worker with nothing to do has no use for what asks the web.
    from newsletter.research.outlets.registry import KINDS  # noqa: PLC0415

    documents = _documents()
    if spec.name == TITLES_ONLY:
        bare = tuple(post.model_copy(update=_WITHOUT_TEXT) for post in documents.posts)
        documents = replace(documents, posts=bare)
    answers = KINDS[spec.how].sample(spec, documents)
    if spec.name == MALFORMED:
        sound = answers[spec.url]
        answers[spec.url] = lambda query: _spoilt(sound(query))
    return answers


def _spoilt(feed: Reply) -> Reply:
    body = feed.body.replace(b"</title>", b" & more</title>", 1)
    return replace(feed, body=body.removesuffix(b"</channel></rss>"))


def _discussion(query: dict[str, str]) -> Reply:
    for item in library.submissions():
        if item.id == query.get("id"):
            return Reply(body=formats.discussion_page(item))
    return ABSENT_PAGE


def _documents() -> Documents:
    return Documents(
        _all_posts(), library.releases(), _all_papers(), library.submissions()
    )


def _all_posts() -> tuple[Post, ...]:
    return library.posts() + library.earlier().posts


def _all_papers() -> tuple[Paper, ...]:
    return library.papers() + library.earlier().papers


def _posted(body: bytes) -> dict[str, str]:
    """What a form or a JSON object says, by name."""
    text = body.decode(errors="replace")
    if text.startswith("{"):
        return {name: str(value) for name, value in json.loads(text).items()}
    return {name: values[-1] for name, values in parse_qs(text).items()}


def _path(path: str) -> str:
    return path.rstrip("/") or "/"
