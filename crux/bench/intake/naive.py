"""The naive way: each feed whole again, one source after the other, one row at a time."""

from datetime import date

from newsletter.models import Newsletter, Outlet, Story, StoryKey, StoryTelling
from newsletter.research.outlets.search import find
from newsletter.research.story import Kind
from newsletter.research.story import Story as Found
from newsletter.text.identifiers import story_id
from newsletter.web.fetch import Fetcher, Routes


async def ask(
    outlets: list[Outlet], since: date, until: date, routes: Routes
) -> list[tuple[Outlet, tuple[Found, ...]]]:
    """What every outlet tells, with nothing kept from the time before."""
    told = []
    for outlet in outlets:
        async with Fetcher(routes=routes) as fetcher:
            answer = await find(Kind.LAUNCH, since, until, fetcher, [outlet.spec])
        told.append((outlet, answer.stories))
    return told


def keep(newsletter: Newsletter, outlet: Outlet, stories: tuple[Found, ...]) -> None:
    """A row at a time, each looked for first."""
    for one in stories:
        key = story_id(one.url)
        held = StoryKey.objects.filter(newsletter=newsletter, key=key).first()
        story = held.story if held else _made(newsletter, one, key)
        StoryTelling.objects.get_or_create(
            story=story,
            outlet=outlet.name,
            defaults={
                "publisher": one.publisher,
                "url": one.url,
                "title": one.title,
            },
        )


def _made(newsletter: Newsletter, one: Found, key: str) -> Story:
    story = Story.objects.create(
        newsletter=newsletter,
        story_id=one.id,
        kind=one.kind,
        title=one.title,
        url=one.url,
        publisher=one.publisher,
        published=one.published,
        summary=one.summary,
        moved_by="naive",
    )
    StoryKey.objects.create(newsletter=newsletter, story=story, key=key)
    return story
