"""download_articles: the texts of the stories that were kept, each stored as a source."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from agents.events.completion import SUMMARY_CHARACTERS
from agents.events.digest import (
    ArticlesDownloaded,
    LeftOut,
    UrlsFiltered,
    UrlsGathered,
)
from agents.events.schema import Kind
from agents.tools.workbench import Workbench
from newsletter.issues.sources import keep_page
from newsletter.models import Source
from newsletter.models import Story as Row
from newsletter.research.story import (
    ENOUGH_CHARACTERS,
    WHOLE_CHARACTERS,
    Story,
    day_with,
    posted_anew,
)
from newsletter.research.story import Kind as StoryKind
from newsletter.text.similarity import jaccard, shingles
from newsletter.web.article import Reading, read_all
from newsletter.web.fetch import Fetcher, Page

AT_ONCE = 40
# What is left for writing down what was read, when the time is nearly up.
_SECONDS_TO_WRITE = 60
# What two texts share of their runs of three words at least where they are one text.
SAME_TEXT = 0.6


def download(bench: Workbench) -> ArticlesDownloaded:
    """The stories with what is stored of them, else with what their page says.

    Where a page is shut, what the feed said stays, and is known as such.
    """
    gathered = UrlsGathered.model_validate(bench.last(Kind.URLS_GATHERED) or {})
    stories = _kept(bench, gathered)
    texts = _stored(bench, stories)
    thin = [
        one for one in stories if len(texts[one.id].text) < WHOLE_CHARACTERS[one.kind]
    ]
    read = _read(bench, [one.url for one in thin])
    whole: list[Story] = []
    failed: list[LeftOut] = []
    for story in stories:
        told = _told(story, texts[story.id], read)
        if not told.summary or not told.source_sha256:
            reason = "its page could not be read, and its feed says nothing of it"
            failed.append(LeftOut(story_id=story.id, reason=reason))
        elif reason := posted_anew(told, bench.now.date()):
            failed.append(LeftOut(story_id=story.id, reason=reason))
        else:
            whole.append(told)
    own, copies = without_copies(whole)
    return ArticlesDownloaded(
        stories=tuple(own),
        failed=(*failed, *copies),
        launches_gathered=sum(one.kind is StoryKind.LAUNCH for one in gathered.stories),
    )


def _kept(bench: Workbench, gathered: UrlsGathered) -> list[Story]:
    filtered = UrlsFiltered.model_validate(bench.last(Kind.URLS_FILTERED) or {})
    by_id = {story.id: story for story in gathered.stories}
    return [by_id[name] for name in filtered.story_ids]


class _Text:
    """A stored text, its hash and the day that its page states; none is empty."""

    __slots__ = ("day", "sha256", "text")

    def __init__(
        self, text: str = "", sha256: str = "", day: datetime | None = None
    ) -> None:
        self.text, self.sha256 = text, sha256
        self.day = day.date() if day else None


def _stored(bench: Workbench, stories: Sequence[Story]) -> Mapping[str, _Text]:
    """The longest text that is stored of each story: by its feed, or by intake."""
    hashes = {one.source_sha256 for one in stories if one.source_sha256}
    rows = Source.objects.filter(sha256__in=hashes)
    by_hash = {row.sha256: row.text for row in rows}
    found = {
        one.id: _Text(by_hash.get(one.source_sha256, ""), one.source_sha256)
        for one in stories
    }
    if bench.is_sample:
        return found
    held = Row.objects.filter(
        newsletter=bench.newsletter, story_id__in=found, source__isnull=False
    )
    for row in held.select_related("source"):
        source = row.source
        if source and len(source.text) > len(found[row.story_id].text):
            found[row.story_id] = _Text(source.text, source.sha256, source.published)
    return found


def _read(bench: Workbench, urls: Sequence[str]) -> Mapping[str, Source]:
    """What the pages say, as far as there is time."""
    found: dict[str, Source] = {}
    for start in range(0, len(urls), AT_ONCE):
        if bench.seconds_left < _SECONDS_TO_WRITE:
            break
        asked = urls[start : start + AT_ONCE]

        async def visit(
            fetcher: Fetcher, asked: Iterable[str] = asked
        ) -> dict[str, tuple[Page, Reading | None]]:
            return await read_all(asked, fetcher)

        for url, (page, reading) in bench.web(visit).items():
            if reading and reading.text:
                found[url] = keep_page(page, reading, is_sample=bench.is_sample)
                bench.addresses.update((url, page.final_url))
    return found


def _told(story: Story, stored: _Text, read: Mapping[str, Source]) -> Story:
    """The story with the longer of both texts."""
    page = read.get(story.url)
    own = _Text(page.text, page.sha256, page.published) if page else _Text()
    longer = own if len(own.text) > len(stored.text) else stored
    text, sha256 = longer.text, longer.sha256
    is_shut = page is None and len(stored.text) < ENOUGH_CHARACTERS
    return story.model_copy(
        update={
            "published": day_with(story.published, own.day or stored.day),
            "summary": text[:SUMMARY_CHARACTERS],
            "source_sha256": sha256 if text else "",
            "is_from_feed": is_shut and story.kind is StoryKind.LAUNCH,
        }
    )


def without_copies(stories: Sequence[Story]) -> tuple[list[Story], list[LeftOut]]:
    """The stories of which each text stands once, and those whose text another has."""
    own: list[tuple[Story, frozenset[str]]] = []
    copies: list[LeftOut] = []
    for story in stories:
        mine = shingles(story.summary)
        first = next(
            (other for other, its in own if jaccard(mine, its) >= SAME_TEXT), None
        )
        if first is None:
            own.append((story, mine))
        else:
            reason = f"the same text as {first.url}"[:400]
            copies.append(LeftOut(story_id=story.id, reason=reason))
    return [story for story, _ in own], copies
