"""Stores what was read as Sources, one per address and text; and finds it again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from newsletter.models import Source
from newsletter.text.identifiers import canonical, sha256_of
from newsletter.verification.claims.findings import SourceText
from newsletter.web.article import Reading
from newsletter.web.fetch import Page


@dataclass(frozen=True, slots=True)
class Read:
    """A document as it was read, before it is kept."""

    url: str
    final_url: str
    title: str
    text: str
    publisher: str = ""
    published: datetime | None = None
    fetched_at: datetime | None = None


def keep(read: Read, *, is_sample: bool = False) -> Source:
    """The stored Source; the same text from the same address is kept once."""
    [source] = keep_all([read], is_sample=is_sample)
    return source


def keep_all(reads: Sequence[Read], *, is_sample: bool = False) -> list[Source]:
    """The stored Sources of documents, in their order; each is kept once."""
    made = [_source(read, is_sample=is_sample) for read in reads]
    known = _known(made)
    # In one order: two that keep the same at once do not wait for each other in a ring.
    new = {_place(one): one for one in made if _place(one) not in known}
    if new:
        Source.objects.bulk_create(
            [new[place] for place in sorted(new)], ignore_conflicts=True
        )
        known |= _known(new.values())
    return [known[_place(one)] for one in made]


def _source(read: Read, *, is_sample: bool) -> Source:
    text = read.text.replace("\x00", "")
    return Source(
        url=read.url[:2000],
        sha256=sha256_of(text),
        final_url=read.final_url[:2000],
        title=read.title.replace("\x00", "")[:500],
        publisher=read.publisher[:200],
        published=read.published,
        text=text,
        fetched_at=read.fetched_at or timezone.now(),
        is_sample=is_sample,
    )


def _place(source: Source) -> tuple[str, str]:
    return source.url, source.sha256


def _known(sources: Iterable[Source]) -> dict[tuple[str, str], Source]:
    """Those of them that are stored, by address and hash."""
    found = Source.objects.filter(sha256__in={one.sha256 for one in sources})
    return {_place(one): one for one in found}


def keep_page(page: Page, reading: Reading, *, is_sample: bool = False) -> Source:
    """The stored Source of what was read of a page."""
    return keep(read_of(page, reading), is_sample=is_sample)


def read_of(page: Page, reading: Reading) -> Read:
    """What was read of a page, as it is kept."""
    return Read(
        url=page.url,
        final_url=page.final_url,
        title=reading.title,
        text=reading.text,
        publisher=reading.publisher,
        published=reading.published,
        fetched_at=page.fetched_at,
    )


def documents(urls: Iterable[str], hashes: Iterable[str]) -> list[SourceText]:
    """What is stored under these hashes, and of these addresses; the newest first."""
    spellings = {
        spelling
        for url in urls
        for spelling in (url, canonical(url), f"{canonical(url)}/")
    }
    found = Source.objects.filter(
        Q(sha256__in=set(hashes)) | Q(url__in=spellings) | Q(final_url__in=spellings)
    )
    return [
        SourceText(
            url=source.url,
            sha256=source.sha256,
            text=source.text,
            final_url=source.final_url,
            title=source.title,
            publisher=source.publisher,
            published=source.published.date() if source.published else None,
        )
        for source in found.order_by("-fetched_at", "-pk")
    ]
