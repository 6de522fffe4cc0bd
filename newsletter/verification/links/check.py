"""Asks the web about all links of a draft at once, and judges what it answers."""

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from urllib.parse import urljoin

import structlog

from newsletter.drafts.draft import Draft
from newsletter.drafts.links import Link, links_of
from newsletter.standards.link_policy import (
    Finding,
    LinkPolicy,
    in_number,
    unknown_among,
    verdict,
)
from newsletter.standards.outcomes import Archive, LinkCheck, Mention, Outcome
from newsletter.text.identifiers import paper_at, sha256_of
from newsletter.verification.links.judge import Look, held_to, judge, look
from newsletter.verification.links.mentions import mentions
from newsletter.verification.links.registries import (
    Identity,
    Question,
    Registry,
    arxiv_question,
    question_about,
    read,
    read_arxiv,
)
from newsletter.verification.links.wayback import newest_copy
from newsletter.web.fetch import Fetcher
from newsletter.web.page import Fault, Page, without_answer

logger = structlog.get_logger(__name__)

# Enough of a page to know it by, and no more.
_ENOUGH_BYTES = 512_000
_PIECE_BYTES = 16_384
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


@dataclass(slots=True)
class _Evidence:
    """What was asked about one link, and what came of it so far."""

    link: Link
    mention: Mention
    page: Page
    paper: str = ""  # its arXiv id, where it has one
    identity: Identity | None = None
    archive: Archive | None = None
    sibling: Page | None = None
    # What it came to with the evidence so far; None when there is more since.
    check: LinkCheck | None = None
    _looked: Look | None = None

    @property
    def looked(self) -> Look:
        """What the page says of itself, once it is there."""
        if self._looked is None:
            self._looked = look(self.link, self.page)
        return self._looked

    @property
    def wants_more(self) -> bool:
        """Whether somebody else might settle what the page left open."""
        outcome = self.judge().outcome
        if outcome in _UNSETTLED:
            return self.identity is None
        return outcome is Outcome.GONE or self.looked.is_in_doubt

    def judge(self, *, is_online: bool = True) -> LinkCheck:
        """What it comes to so far."""
        if self.check is None or not is_online:
            self.check = self._judge(is_online=is_online)
        return self.check

    def _judge(self, *, is_online: bool) -> LinkCheck:
        try:
            return self._judge_page(is_online=is_online)
        # Whatever a stranger's page makes its readers raise costs its own link alone.
        except Exception as error:
            logger.exception("page_not_judged", url=self.link.url)
            detail = f"it could not be read: {type(error).__name__}"
            now = datetime.now(UTC)
            self.page = without_answer(self.link.url, Fault.PROTOCOL, detail, now)
            self.identity = self.sibling = self._looked = None
            return self._judge_page(is_online=is_online)

    def _judge_page(self, *, is_online: bool) -> LinkCheck:
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
    draft: Draft,
    fetcher: Fetcher,
    *,
    policy: LinkPolicy | None = None,
    known_urls: Collection[str] | None = None,
    own_urls: Collection[str] = (),
    stored_urls: Collection[str] = (),
    since: date | None = None,
    within_seconds: float = 90.0,
) -> Report:
    """Check every link of a draft; all addresses are asked at the same time.

    `known_urls` are the addresses that tools returned: any other is a failure, even
    when it answers. `own_urls` are pages of ours, which are not asked. Of `stored_urls` a
    text is kept, so a wall before one leaves nothing unproven. What was published before
    `since` is told. Faults of the web are outcomes; nothing is raised for them.
    """
    policy = policy or LinkPolicy()
    links, said = _read(draft, own_urls)
    if policy.most_links is not None and len(links) > policy.most_links:
        return _refuse(links, policy)
    evidence = [_before_asking(link, said) for link in links]
    try:
        async with asyncio.timeout(within_seconds) as limit:
            await _gather(evidence, fetcher)
    except TimeoutError:
        if not limit.expired():
            raise
    is_online = any(one.page.status is not None for one in evidence)
    checks = tuple(held_to(since, one.judge(is_online=is_online)) for one in evidence)
    passed, invalid, warnings = verdict(checks, policy, stored_urls)
    if known_urls is not None:
        told = ((check.url, check.sentence) for check in checks)
        invalid += tuple(unknown_among(told, known_urls))
    return Report(checks, invalid, warnings, passed=passed and not invalid)


def _read(
    draft: Draft, own_urls: Collection[str]
) -> tuple[tuple[Link, ...], Mapping[str, Mention]]:
    """The links to check, and what the draft says about each."""
    links = (link for link in links_of(draft.tokens) if link.url not in own_urls)
    return to_check(links), mentions(draft.tokens)


def to_check(links: Iterable[Link]) -> tuple[Link, ...]:
    """Those of a draft's links that lead into the web, each address once."""
    unique: dict[str, Link] = {}
    for link in links:
        url = link.url.partition("#")[0]
        if url and not url.lower().startswith(_NOT_OF_THE_WEB):
            unique.setdefault(url, replace(link, url=url))
    return tuple(unique.values())


def _refuse(links: tuple[Link, ...], policy: LinkPolicy) -> Report:
    return Report((), tuple(in_number(len(links), policy)), (), passed=False)


def _before_asking(link: Link, said: Mapping[str, Mention]) -> _Evidence:
    detail = "not answered before the time for all links was over"
    page = without_answer(link.url, Fault.TIMEOUT, detail, datetime.now(UTC))
    paper = paper_at(link.url) or ""
    return _Evidence(link, said.get(link.url, Mention()), page, paper)


async def _gather(evidence: Sequence[_Evidence], fetcher: Fetcher) -> None:
    """Pages and registries first, all at once; then what they left open."""
    found = {one.link.url: one for one in evidence}
    arrived: asyncio.Queue[_Evidence] = asyncio.Queue()

    async def visit(url: str) -> None:
        await _look(found[url], fetcher)
        arrived.put_nowait(found[url])

    judging = asyncio.create_task(_judge_meanwhile(arrived))
    try:
        papers, _ = await asyncio.gather(
            _ask_arxiv(evidence, fetcher), fetcher.each(found, visit)
        )
    finally:
        judging.cancel()
    for one in evidence:
        if known := papers.get(one.paper):
            one.identity, one.check = known, None
    open_ones = [url for url, one in found.items() if one.wants_more]
    await fetcher.each(open_ones, lambda url: _look_again(found[url], fetcher))


async def _judge_meanwhile(arrived: asyncio.Queue[_Evidence]) -> None:
    """Judge what has come while more is on its way, which always goes first.

    What is left when all have come is judged when it is asked for.
    """
    while True:
        (await arrived.get()).judge()
        await asyncio.sleep(0)


async def _look(found: _Evidence, fetcher: Fetcher) -> None:
    url = found.link.url
    question = question_about(url)
    if question is None or question.registry in _SECOND_WITNESSES:
        found.page = await _read_page(url, fetcher)
    else:
        await asyncio.gather(
            _read_into(found, fetcher), _ask_about(found, question, fetcher)
        )


async def _read_into(found: _Evidence, fetcher: Fetcher) -> None:
    found.page = await _read_page(found.link.url, fetcher)


async def _ask_about(found: _Evidence, question: Question, fetcher: Fetcher) -> None:
    found.identity = read(question, await fetcher.get(question.url, retries=0))


async def _read_page(url: str, fetcher: Fetcher) -> Page:
    """GET, for HEAD often lies; of a known binary a first piece tells enough."""
    most = _PIECE_BYTES if _is_binary(url) else _ENOUGH_BYTES
    return await fetcher.get(url, max_bytes=most)


def _is_binary(url: str) -> bool:
    path = url.partition("?")[0].lower()
    return path.endswith(_BINARIES) or "arxiv.org/pdf/" in path


async def _ask_arxiv(
    evidence: Iterable[_Evidence], fetcher: Fetcher
) -> Mapping[str, Identity]:
    """One question about all papers; when it is not answered, their pages must do."""
    ids = sorted({one.paper for one in evidence if one.paper})
    if not ids:
        return {}
    return read_arxiv(ids, await fetcher.get(arxiv_question(ids)))


async def _look_again(found: _Evidence, fetcher: Fetcher) -> None:
    """Ask what only some answers call for: an archive, a neighbour, a second witness."""
    url, outcome = found.link.url, found.judge().outcome
    if outcome not in _UNSETTLED | {Outcome.GONE}:
        sign = found.looked.sign
        place = url if sign and sign.is_by_way else found.page.final_url
        found.sibling = await fetcher.get(
            _beside(place), max_bytes=_ENOUGH_BYTES, retries=0
        )
    elif outcome is not Outcome.GONE and (question := question_about(url)):
        await _ask_about(found, question, fetcher)
    elif outcome is not Outcome.BLOCKED:
        found.archive = await newest_copy(url, fetcher)
    found.check = None


def _beside(url: str) -> str:
    """An address in the same place that cannot exist, always the same for that place."""
    place = urljoin(url, ".")
    return urljoin(place, f"{sha256_of(place)[:20]}")
