"""Keeping what was read: one Source per address and text, never changed again."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from django.utils import timezone

from newsletter.models import Source


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


def hash_of(text: str) -> str:
    """The name of exactly this text."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def keep(read: Read, *, is_sample: bool = False) -> Source:
    """The stored Source; the same text from the same address is kept once."""
    text = read.text.replace("\x00", "")
    source, _ = Source.objects.get_or_create(
        url=read.url[:2000],
        sha256=hash_of(text),
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
