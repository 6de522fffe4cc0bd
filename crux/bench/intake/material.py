"""A newsletter with 40 sources, and as many stories held as are asked for."""

from collections.abc import Iterator
from datetime import date

from crux.bench.intake.site import SOURCES, host, story_url, title
from newsletter.intake.admission import admit
from newsletter.models import Newsletter, Outlet, Story
from newsletter.research.story import Kind
from newsletter.research.story import Story as Found

_A_CHUNK = 250
# The site's own entries count from 1 on; those held before are far from them.
_FIRST = 1_000_000


def newsletter_with_sources() -> Newsletter:
    """The bench's newsletter; on a database that has it, the same one."""
    Outlet.objects.all().delete()
    made, _ = Newsletter.objects.update_or_create(
        slug="bench",
        defaults={
            "title": "Bench",
            "profile": "- tools\n- open weights",
            "shared_outlets": True,
        },
    )
    Outlet.objects.bulk_create(
        Outlet(
            name=f"Source {source}",
            how="feed",
            url=f"https://{host(source)}/feed/{source}",
            kind=Kind.LAUNCH,
        )
        for source in range(SOURCES)
    )
    return made


def fill(newsletter: Newsletter, stories: int, on: date) -> None:
    """Hold so many, taken in as a poll does."""
    held = Story.objects.count()
    for start in range(held, stories, _A_CHUNK):
        numbers = range(start, min(start + _A_CHUNK, stories))
        source = (start // _A_CHUNK) % SOURCES
        admit(newsletter, f"Source {source}", list(_found(source, numbers, on)))


def _found(source: int, numbers: range, on: date) -> Iterator[Found]:
    for number in numbers:
        url = story_url(source, _FIRST + number)
        yield Found(
            id=url,
            kind=Kind.LAUNCH,
            title=title(source, _FIRST + number),
            url=url,
            publisher=f"Source {source}",
            published=on,
            summary="It reads a file in half of the time, and it can be had by all.",
        )
