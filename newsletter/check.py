"""Asks the web about all links of a draft at once, and judges what it answers."""

import asyncio
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from hashlib import sha256
from urllib.parse import quote, urljoin

from pydantic import BaseModel, ConfigDict, ValidationError

from newsletter.deadline import Until
from newsletter.fetch import Fetcher, Page
from newsletter.glance import tidy
from newsletter.identifiers import arxiv_ids, without_version
from newsletter.identity import (
    Identity,
    Registry,
    arxiv_question,
    question_about,
    read,
    read_arxiv,
)
from newsletter.links import Link, links_of
from newsletter.markdown import parser
from newsletter.mentions import mentions
from newsletter.verify import (
    Archive,
    Finding,
    LinkCheck,
    Look,
    Mention,
    Outcome,
    Policy,
    held_to,
    judge,
    look,
    unknown_among,
    verdict,
)

__all__ = ["Finding", "LinkCheck", "Policy", "Report", "check_links"]

# Enough of a page to know it by, and no more.
_ENOUGH_BYTES = 512_000
_WAYBACK = "https://archive.org/wayback/available?url="
_BINARIES = (
    ".7z", ".avi", ".bin", ".bz2", ".dmg", ".docx", ".exe", ".gguf", ".gif", ".gz",
    ".iso", ".jpeg", ".jpg", ".mov", ".mp3", ".mp4", ".onnx", ".parquet", ".pdf",
    ".png", ".pptx", ".pt", ".safetensors", ".tar", ".tgz", ".wav", ".webm", ".webp",
    ".whl", ".xlsx", ".xz", ".zip", ".zst",
)  # fmt: skip
_NOT_OF_THE_WEB = ("mailto:", "tel:", "#")
# Registries that are asked only when the page itself leaves a question.
_SECOND_WITNESSES = frozenset({Registry.GITHUB, Registry.HUGGING_FACE})
_UNSETTLED = frozenset({Outcome.BLOCKED, Outcome.UNREACHABLE})


@dataclass(frozen=True, slots=True)
class Report:
    """What became of a draft's links: the evidence, and what follows from it."""

    checks: tuple[LinkCheck, ...]
    invalid: tuple[Finding, ...]
    warnings: tuple[Finding, ...]
    passed: bool

    @property
    def checked(self) -> int:
        """How many addresses were asked."""
        return len(self.checks)

    @property
    def valid(self) -> int:
        """How many of them have nothing against them."""
        amiss = {finding.url for finding in self.invalid}
        return sum(check.url not in amiss for check in self.checks)

    @property
    def all_valid(self) -> bool:
        """Whether the draft passes; one without links does not."""
        return self.passed


@dataclass
class _Evidence:
    """What was asked about one link, and what came of it."""

    link: Link
    mention: Mention
    page: Page
    identity: Identity | None = None
    archive: Archive | None = None
    sibling: Page | None = None
    # What it came to with the evidence so far; None when there is more since.
    check: LinkCheck | None = None

    @cached_property
    def looked(self) -> Look:
        """What the page says of itself."""
        return look(self.link, self.page)

    def judge(self, *, is_online: bool = True) -> LinkCheck:
        """What it comes to so far."""
        if self.check is None or not is_online:
            self.check = self._judge(is_online=is_online)
        return self.check

    def _judge(self, *, is_online: bool) -> LinkCheck:
        return judge(
            self.link,
            self.page,
            self.identity,
            mention=self.mention,
            archive=self.archive,
            sibling=self.sibling,
            looked=self.looked,
            is_online=is_online,
        )


async def check_links(
    markdown: str,
    fetcher: Fetcher,
    *,
    policy: Policy | None = None,
    known_urls: Collection[str] | None = None,
    since: date | None = None,
    within_seconds: float = 90.0,
) -> Report:
    """Check every link of a draft; all addresses are asked at the same time.

    `known_urls` are the addresses that tools returned: any other is a failure, even
    when it answers. What was published before `since` is told. Faults of the web are
    outcomes; nothing is raised for them.
    """
    policy = policy or Policy()
    links, said = _read(markdown)
    if policy.most_links is not None and len(links) > policy.most_links:
        return _refuse(links, policy)
    evidence = await _gather(links, said, Until(fetcher, within_seconds))
    is_online = any(one.page.status is not None for one in evidence)
    checks = tuple(held_to(since, one.judge(is_online=is_online)) for one in evidence)
    passed, invalid, warnings = verdict(checks, policy)
    if known_urls is not None:
        invalid += tuple(unknown_among(checks, known_urls))
    return Report(checks, invalid, warnings, passed=passed and not invalid)


def _read(markdown: str) -> tuple[tuple[Link, ...], Mapping[str, Mention]]:
    """The links to check, and what the draft says about each; it is parsed once."""
    tokens = parser().parse(markdown)
    return to_check(links_of(tokens)), mentions(tokens)


def to_check(links: Iterable[Link]) -> tuple[Link, ...]:
    """Those of a draft's links that lead into the web, each address once."""
    unique: dict[str, Link] = {}
    for link in links:
        url = link.url.partition("#")[0]
        if url and not url.lower().startswith(_NOT_OF_THE_WEB):
            unique.setdefault(url, replace(link, url=url))
    return tuple(unique.values())


def _refuse(links: tuple[Link, ...], policy: Policy) -> Report:
    reason = f"The draft has {len(links)} links; {policy.most_links} at most are asked."
    return Report((), (Finding("", "too_many_links", reason),), (), passed=False)


async def _gather(
    links: tuple[Link, ...], said: Mapping[str, Mention], fetcher: Until
) -> list[_Evidence]:
    """Pages and registries first, all at once; then what they left open."""
    by_url = {link.url: link for link in links}

    async def visit(url: str) -> _Evidence:
        return await _look(by_url[url], said.get(url, Mention()), fetcher)

    papers, found = await asyncio.gather(
        _ask_arxiv(links, fetcher), fetcher.each(by_url, visit)
    )
    for one in found.values():
        paper = arxiv_ids(one.link.url)
        if paper and (known := papers.get(without_version(paper[0]))):
            one.identity, one.check = known, None
    await fetcher.each(found, lambda url: _look_again(found[url], fetcher))
    return list(found.values())


async def _look(link: Link, mention: Mention, fetcher: Until) -> _Evidence:
    question, identity = question_about(link.url), None
    if question is None or question.registry in _SECOND_WITNESSES:
        page = await _read_page(link.url, fetcher)
    else:
        page, answer = await asyncio.gather(
            _read_page(link.url, fetcher), fetcher.get(question.url, retries=0)
        )
        identity = read(question, answer)
    found = _Evidence(link, mention, page, identity)
    found.judge()  # now, while others are waited for
    return found


async def _read_page(url: str, fetcher: Until) -> Page:
    """GET, for HEAD often lies; a known binary by HEAD, unless that is refused."""
    if _is_binary(url):
        page = await fetcher.get(url, method="HEAD", max_bytes=_ENOUGH_BYTES)
        if page.fault is None and page.status == 200:
            return page
    return await fetcher.get(url, max_bytes=_ENOUGH_BYTES)


def _is_binary(url: str) -> bool:
    path = url.partition("?")[0].lower()
    return path.endswith(_BINARIES) or "arxiv.org/pdf/" in path


async def _ask_arxiv(links: Iterable[Link], fetcher: Until) -> Mapping[str, Identity]:
    """One question about all papers; when it is not answered, their pages must do."""
    ids = sorted({without_version(i) for link in links for i in arxiv_ids(link.url)})
    if not ids:
        return {}
    return read_arxiv(ids, await fetcher.get(arxiv_question(ids)))


async def _look_again(found: _Evidence, fetcher: Until) -> None:
    """Ask what only some answers call for: an archive, a neighbour, a second witness."""
    link, outcome = found.link, found.judge().outcome
    if outcome is Outcome.GONE:
        found.archive = await _ask_archive(link.url, fetcher)
    elif outcome in _UNSETTLED and found.identity is None:
        await _ask_others(found, fetcher)
    elif found.looked.is_in_doubt:
        found.sibling = await fetcher.get(
            _beside(found.page.final_url), max_bytes=_ENOUGH_BYTES, retries=0
        )
    else:
        return
    found.check = None


async def _ask_others(found: _Evidence, fetcher: Until) -> None:
    """Of a page that was not shown to us: its registry, or else an archive."""
    url = found.link.url
    if question := question_about(url):
        found.identity = read(question, await fetcher.get(question.url, retries=0))
    elif found.judge().outcome is Outcome.UNREACHABLE:
        found.archive = await _ask_archive(url, fetcher)


def _beside(url: str) -> str:
    """An address in the same place that cannot exist, always the same for that place."""
    place = urljoin(url, ".")
    return urljoin(place, f"{sha256(place.encode()).hexdigest()[:20]}")


class _Copy(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    available: bool = False
    url: str = ""


class _Copies(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    closest: _Copy = _Copy()


class _Availability(BaseModel):
    """The archive's answer: https://archive.org/help/wayback_api.php"""

    model_config = ConfigDict(frozen=True, extra="ignore")

    archived_snapshots: _Copies


async def _ask_archive(url: str, fetcher: Until) -> Archive | None:
    """The newest copy in the Wayback Machine; None when it does not answer."""
    page = await fetcher.get(_WAYBACK + quote(url, safe=""), retries=0)
    if page.fault is not None or page.status != 200:
        return None
    try:
        closest = _Availability.model_validate_json(
            page.body
        ).archived_snapshots.closest
    except ValidationError:
        return None
    return Archive(tidy(closest.url) if closest.available else "")
