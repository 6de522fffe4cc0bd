"""Keeps what was read of a page as a Source."""

from newsletter.issues import sources as keeping
from newsletter.models import Source
from newsletter.web.article import Reading
from newsletter.web.fetch import Page


def keep(page: Page, reading: Reading, *, is_sample: bool = False) -> Source:
    """The stored Source; the same text from the same address is kept once."""
    read = keeping.Read(
        url=page.url,
        final_url=page.final_url,
        title=reading.title,
        text=reading.text,
        publisher=reading.publisher,
        published=reading.published,
        fetched_at=page.fetched_at,
    )
    return keeping.keep(read, is_sample=is_sample)
