"""Two stories that are one: the address of one redirects to that of the other.

Decided with the newsletter's row held, as what is taken in is: two workers that hand in
both at once take turns. Taken before any story's row, so that none waits in a ring.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from urllib.parse import urlsplit

from newsletter.intake.enrichment.finding import Finding, Found
from newsletter.models import Newsletter, Story, StoryKey, StoryTelling
from newsletter.research.lifecycle import State
from newsletter.text.identifiers import canonical, story_id
from newsletter.text.similarity import terms

# Of these nobody has read the page: a story that leads to one of them goes on itself.
_UNREAD = frozenset({State.UNREACHABLE, State.DEAD_LETTER, State.DUPLICATE})
_AT_WORK = frozenset({State.DISCOVERED, State.ENRICHING, State.FAILED})
_ENDED = frozenset(
    {State.IRRELEVANT, State.REJECTED, State.PUBLISHED, State.UPDATED, *_UNREAD}
)


def hold(each: Iterable[tuple[Story, Finding]]) -> set[int]:
    """Lock the newsletters of what was led elsewhere; the stories that it may lead to."""
    led = list(_led(each))
    if not led:
        return set()
    newsletters = Newsletter.objects.select_for_update(no_key=True).order_by("pk")
    list(newsletters.filter(pk__in={story.newsletter_id for story, *_ in led}))
    keys = StoryKey.objects.filter(
        newsletter__in={story.newsletter_id for story, *_ in led},
        key__in={key for *_, key in led},
    )
    return set(keys.values_list("story_id", flat=True))


def follow(story: Story, finding: Finding) -> Finding:
    """The finding, with its end where it leads to another story, which gains its tellings.

    Where it leads to none, the story is known by that address too from then on, so that
    nobody who tells it from there makes a second one: but only if the page bears its
    title, for many addresses can lead to one page of a wall.
    """
    led = next(_led([(story, finding)]), None)
    if led is None or not isinstance(finding, Found) or story.state not in _AT_WORK:
        return finding
    *_, key = led
    row = StoryKey.objects.filter(newsletter=story.newsletter_id, key=key)
    other = Story.objects.filter(keys__in=row).first()
    if other is None:
        if finding.read and _bears(finding.read.title, story.title):
            StoryKey.objects.create(
                newsletter_id=story.newsletter_id, story=story, key=key
            )
        return finding
    if other.pk == story.pk or other.state in _UNREAD:
        return finding
    if story.must_have and other.state in _ENDED:
        return finding
    _fold(story, other)
    return replace(
        finding,
        ends=State.DUPLICATE,
        because=f"its address leads to story {other.pk}: {other.title}"[:300],
    )


def _led(
    each: Iterable[tuple[Story, Finding]],
) -> Iterator[tuple[Story, Found, str]]:
    """Those whose page was found elsewhere, with the name of that place.

    The front page of a site is no story: what was taken away leads there.
    """
    for story, finding in each:
        if not isinstance(finding, Found) or finding.read is None:
            continue
        final = finding.read.final_url
        key = story_id(final)
        is_front = not urlsplit(canonical(final)).path.strip("/")
        if key not in (story.story_id, story_id(story.url)) and not is_front:
            yield story, finding, key


def _bears(title: str, of: str) -> bool:
    """Whether half of the story's words are in the page's title."""
    wanted, found = set(terms(of)), set(terms(title))
    return bool(wanted) and 2 * len(wanted & found) >= len(wanted)


def _fold(story: Story, other: Story) -> None:
    """Both tellings are the other's, and it is found by every name of the story."""
    StoryTelling.objects.bulk_create(
        (
            StoryTelling(
                story=other,
                outlet=one.outlet,
                publisher=one.publisher,
                url=one.url,
                title=one.title,
                signals=one.signals,
                prior=one.prior,
                seen_at=one.seen_at,
            )
            for one in story.tellings.all()
        ),
        ignore_conflicts=True,
    )
    StoryKey.objects.filter(story=story).update(story=other)
    if story.must_have:
        Story.objects.filter(pk=other.pk).update(must_have=True)
