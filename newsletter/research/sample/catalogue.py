"""What the sample's server answers, by host, path and query. Pure."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

from newsletter.research.outlets.spec import How, OutletSpec
from newsletter.research.outlets.table import OUTLETS
from newsletter.research.sample import formats, library

# Two outlets are planted as broken, so that a run shows a failing outlet.
NO_FEED = "Together AI"  # answers a web page where its feed should be
REFUSING = "Replicate"  # refuses the connection
# One feed is malformed yet readable, and one carries titles only.
MALFORMED = "vLLM"
TITLES_ONLY = "Anthropic"

HTML = "text/html; charset=utf-8"
XML = "application/xml; charset=utf-8"
JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer; `head_status` is what HEAD gets where it differs."""

    status: int = 200
    content_type: str = HTML
    body: bytes = b""
    location: str = ""
    head_status: int | None = None
    delay_seconds: float = 0


Answer = Callable[[dict[str, str]], Reply]

ABSENT_HOST = Reply(502, "text/plain", b"This host is not in the bundled sample.\n")
ABSENT_PAGE = Reply(404, "text/plain", b"This page is not in the bundled sample.\n")


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All answers, the hosts they come from, and the hosts that refuse to answer."""

    answers: dict[tuple[str, str], Answer]
    refusing: frozenset[str]

    @property
    def hosts(self) -> frozenset[str]:
        return frozenset(host for host, _ in self.answers)

    def answer(self, host: str, target: str) -> Reply:
        """The reply for a Host header and a request target."""
        parts = urlsplit(target)
        name = host.partition(":")[0].lower()
        found = self.answers.get((name, _path(parts.path)))
        if found is None:
            return ABSENT_PAGE if name in self.hosts else ABSENT_HOST
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        return found(query)


def outlets() -> tuple[OutletSpec, ...]:
    """The outlets of the table that the sample holds, the broken ones included."""
    names = {post.outlet for post in _all_posts()} | {NO_FEED, REFUSING}
    names |= {release.repository for release in library.releases()}
    return tuple(
        spec
        for spec in OUTLETS
        if spec.name in names or spec.how not in (How.FEED, How.GITHUB)
    )


def build() -> Catalogue:
    """The catalogue of the bundled documents and the planted cases."""
    answers: dict[tuple[str, str], Answer] = {}

    def put(url: str, answer: Answer) -> None:
        parts = urlsplit(url)
        answers[(parts.netloc.lower(), _path(parts.path))] = answer

    for url, reply in _pages():
        put(url, _always(reply))
    put("https://news.ycombinator.com/item", _discussion)
    refusing = set()
    for spec in outlets():
        if spec.name == REFUSING:
            refusing.add(urlsplit(spec.url).netloc)
        else:
            put(spec.url, _listing(spec))
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
        pages[post.url] = Reply(body=formats.post_page(post, padding))
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


def _listing(spec: OutletSpec) -> Answer:
    match spec.how:
        case How.ARXIV:
            return _arxiv
        case How.HACKERNEWS:
            return _hackernews
        case How.HUGGINGFACE:
            return _daily_papers
        case How.GITHUB:
            found = [r for r in library.releases() if r.repository == spec.name]
            return _always(
                Reply(content_type=XML, body=formats.releases_atom(spec.name, found))
            )
        case How.FEED:
            return _always(_feed(spec))


def _feed(spec: OutletSpec) -> Reply:
    if spec.name == NO_FEED:
        return Reply(body=b"<html><title>We are moving</title><p>Back soon.</html>")
    posts = [post for post in _all_posts() if post.outlet == spec.name]
    body = formats.rss(spec.name, posts, with_text=spec.name != TITLES_ONLY)
    if spec.name == MALFORMED:
        body = body.replace(b"</title>", b" & more</title>", 1)
        body = body.removesuffix(b"</channel></rss>")
    return Reply(content_type=XML, body=body)


def _arxiv(query: dict[str, str]) -> Reply:
    found = list(_all_papers())
    if wanted := query.get("id_list"):
        ids = [re.sub(r"v\d+$", "", one.strip()) for one in wanted.split(",")]
        found = [paper for paper in found if paper.id in ids]
    if search := query.get("search_query"):
        categories = set(re.findall(r"cat:([\w.-]+)", search))
        found = [p for p in found if not categories or p.category in categories]
        if window := re.search(r"submittedDate:\[(\d{8})\d* TO (\d{8})\d*\]", search):
            first, last = window.groups()
            found = [p for p in found if first <= f"{p.listed:%Y%m%d}" <= last]
    found.sort(key=lambda paper: (paper.listed, paper.id), reverse=True)
    start = _number(query.get("start"), 0)
    shown = found[start : start + _number(query.get("max_results"), 10)]
    body = formats.arxiv_atom(shown, len(found), start)
    return Reply(content_type="application/atom+xml; charset=utf-8", body=body)


def _hackernews(query: dict[str, str]) -> Reply:
    found = list(library.submissions())
    for bound in query.get("numericFilters", "").split(","):
        if matched := re.fullmatch(r"(created_at_i|points)(>=?|<=?)(\d+)", bound):
            found = [item for item in found if _within(item, *matched.groups())]
    found.sort(key=lambda item: item.created, reverse=True)
    return Reply(content_type=JSON, body=formats.hackernews_json(found))


def _within(item: library.Submission, field: str, sign: str, number: str) -> bool:
    value = item.points if field == "points" else int(item.created.timestamp())
    bound = int(number)
    if "=" in sign and value == bound:
        return True
    return value > bound if sign[0] == ">" else value < bound


def _discussion(query: dict[str, str]) -> Reply:
    for item in library.submissions():
        if item.id == query.get("id"):
            return Reply(body=formats.discussion_page(item))
    return ABSENT_PAGE


def _daily_papers(query: dict[str, str]) -> Reply:
    day = query.get("date") or f"{datetime.now(UTC):%Y-%m-%d}"
    listed = [
        paper
        for paper in library.papers()
        if paper.upvotes is not None and paper.listed.isoformat() == day
    ]
    return Reply(content_type=JSON, body=formats.daily_papers_json(listed))


def _all_posts() -> tuple[library.Post, ...]:
    return library.posts() + library.earlier().posts


def _all_papers() -> tuple[library.Paper, ...]:
    return library.papers() + library.earlier().papers


def _always(reply: Reply) -> Answer:
    return lambda _: reply


def _path(path: str) -> str:
    return path.rstrip("/") or "/"


def _number(text: str | None, default: int) -> int:
    return int(text) if text and text.isdecimal() else default
