"""Stores what was read as Sources, one per address and text; and finds it again."""

from collections.abc import Iterable
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
    text = read.text.replace("\x00", "")
    source, _ = Source.objects.get_or_create(
        url=read.url[:2000],
        sha256=sha256_of(text),
        defaults={
            "final_url": read.final_url[:2000],
            "title": read.title.replace("\x00", "")[:500],
            "publisher": read.publisher[:200],
            "published": read.published,
            "text": text,
            "fetched_at": read.fetched_at or timezone.now(),
            "is_sample": is_sample,
        },
    )
    return source


def keep_page(page: Page, reading: Reading, *, is_sample: bool = False) -> Source:
    """The stored Source of what was read of a page."""
    read = Read(
        url=page.url,
        final_url=page.final_url,
        title=reading.title,
        text=reading.text,
        publisher=reading.publisher,
        published=reading.published,
        fetched_at=page.fetched_at,
    )
    return keep(read, is_sample=is_sample)


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
