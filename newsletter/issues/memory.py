"""The memory in the database: what issues told, found again in a few bounded queries.

A story is kept under each address, id, versioned product and pair of names that it goes
by; `newsletter.research.coverage` says which of those found is the same.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils.text import slugify

from newsletter.issues.page import line_places, places
from newsletter.models import Coverage, CoverageKey, Issue, Newsletter, Thread
from newsletter.research.coverage.likeness import TITLE_DAYS, Likeness, Match
from newsletter.research.coverage.memory import Memory
from newsletter.research.coverage.traits import (
    CoveredStory,
    lasting_keys,
    names_of,
    telling_terms,
)
from newsletter.research.mentions import mentions_in
from newsletter.research.names import names_in, subject_of
from newsletter.research.story import Story, ToldBefore
from newsletter.text import truncate
from newsletter.text.identifiers import canonical
from newsletter.text.words import folded, spelled_out

Sort = CoverageKey.Sort

# What is found in one look at most, the newest first: more is a subject, no story.
MOST_BY_NAME = 400
MOST_RECENT = 400
GIST_CHARACTERS = 300
# So many that name a product are looked through for one about it.
_MOST_OF_A_PRODUCT = 20
_KEY_CHARACTERS = 200
_SLUG_CHARACTERS = 60
# Of a story in a line so much is its heading.
_LINE_CHARACTERS = 80


@dataclass(frozen=True, slots=True)
class Covered:
    """A story that an issue tells. One that was told before says what is new in it.

    `told_as` is the number of the issue that told it, and its title there.
    """

    story: Story
    why: str = ""
    what_is_new: str = ""
    told_as: tuple[int, str] | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """A story found in the memory: the row, and how certain it is the same."""

    match: Match
    row: Coverage


def recall(
    newsletter: Newsletter,
    stories: Sequence[Story],
    *,
    on: date,
    before: date | None = None,
    other_than: str = "",
    among: QuerySet[Coverage] | None = None,
) -> dict[str, Told]:
    """Which of these stories its issues have told, by id; `on` is the day of telling.

    Issues of the day `before` and later do not count, nor that of the session
    `other_than`. `among` is what counts in their place.
    """
    if among is None:
        among = Coverage.objects.of(newsletter, before=before)
    told = among.exclude(issue__session_name=other_than).select_related("issue")
    rows = _candidates(newsletter, told, stories, on)
    known_as = _known_as(row.pk for row in rows)
    covered = ((row, as_covered(row, known_as.get(row.pk, ()))) for row in rows)
    by_place, memory = _as_memory(covered, stories)
    found = ((story.id, memory.find(story, on)) for story in stories)
    return {
        name: Told(match, by_place[id(match.covered)]) for name, match in found if match
    }


def works(told: QuerySet[Coverage]) -> set[str]:
    """The ids and addresses of all that was told there."""
    kept = CoverageKey.objects.filter(coverage__in=told, sort=Sort.WORK)
    return set(kept.values_list("key", flat=True))


def told_before(told: Told, url: str = "") -> ToldBefore:
    """Where a story was told, as a story bears it; `url` is the page of that issue."""
    match = told.match
    known_by = {"by": match.by, "is_certain": match.is_certain}
    return as_told(told.row, url, **known_by, shared=round(match.shared, 2))


def as_told(row: Coverage, url: str, **known_by: Any) -> ToldBefore:
    """A telling, and by what it is known again."""
    return ToldBefore(
        issue=row.issue.number,
        on=row.told_on or row.issue.day,
        title=row.title,
        url=url,
        gist=row.gist,
        **known_by,
    )


def titled(
    newsletter: Newsletter, number: int, title: str, before: date | None = None
) -> Coverage | None:
    """What an issue told under a title, or under a heading of its own; None if nothing."""
    told = Coverage.objects.of(newsletter, before=before).filter(issue__number=number)
    wanted = folded(title)
    return next(
        (
            row
            for row in told.select_related("issue").order_by("pk")
            if wanted in (folded(row.title), folded(row.heading))
        ),
        None,
    )


def told_lately(issue: Issue, stories: Iterable[Story]) -> dict[str, Coverage]:
    """By a story's id what issues before told lately of the same people or things."""
    told = Coverage.objects.of(issue.newsletter).exclude(issue=issue)
    # Those of long ago say which names are told of often.
    newest = told.filter(told_on__lte=issue.day).select_related("issue")
    rows = list(newest.order_by("-pk")[:MOST_RECENT])[::-1]
    by_place, memory = _as_memory((row, as_covered(row)) for row in rows)
    found = ((story.id, memory.earlier(story, issue.day)) for story in stories)
    return {name: by_place[id(one)] for name, one in found if one}


def likely_told(found: Mapping[str, Told]) -> dict[str, Coverage]:
    """By a story's id what most likely tells the same event, or what came of it."""
    return {
        name: one.row for name, one in found.items() if one.match.by is Likeness.SUBJECT
    }


def _as_memory(
    told: Iterable[tuple[Coverage, CoveredStory]], found: Iterable[Story] = ()
) -> tuple[dict[int, Coverage], Memory]:
    """The memory of these rows, and each row by the identity of its story there."""
    known = list(told)
    by_place = {id(covered): row for row, covered in known}
    return by_place, Memory((covered for _, covered in known), found)


def _candidates(
    newsletter: Newsletter,
    told: QuerySet[Coverage],
    stories: Sequence[Story],
    on: date,
) -> list[Coverage]:
    """Every row that could be one of these stories, the oldest first."""
    works = {key for story in stories for key in _works(story)}
    names = {key for story in stories for key in lasting_keys(story.title)}
    keys = CoverageKey.objects.filter(newsletter=newsletter)
    by_work = keys.filter(key__in=works, sort=Sort.WORK)
    by_name = keys.filter(key__in=names, sort=Sort.NAME).order_by("-coverage_id")
    known = {
        *by_work.values_list("coverage_id", flat=True),
        *by_name.values_list("coverage_id", flat=True)[:MOST_BY_NAME],
    }
    recent = told.filter(told_on__range=(on - TITLE_DAYS, on + TITLE_DAYS))
    rows = {row.pk: row for row in recent.order_by("-pk")[:MOST_RECENT]}
    rows |= {row.pk: row for row in told.filter(pk__in=known - rows.keys())}
    return [rows[pk] for pk in sorted(rows)]


def _known_as(rows: Iterable[int]) -> Mapping[int, Collection[str]]:
    """The addresses and ids of all tellings of each row."""
    kept = CoverageKey.objects.filter(coverage_id__in=list(rows), sort=Sort.WORK)
    found: dict[int, set[str]] = {}
    for row, key in kept.values_list("coverage_id", "key"):
        found.setdefault(row, set()).add(key)
    return found


def as_covered(row: Coverage, known_as: Collection[str] = ()) -> CoveredStory:
    """A row as the matching takes it."""
    return CoveredStory(
        story_id=row.story_id,
        title=row.title,
        url=row.url,
        terms=tuple(row.terms),
        issue_number=row.issue.number,
        told_on=row.told_on,
        gist=row.gist,
        known_as=frozenset(known_as),
        names=frozenset(row.names),
    )


def remember(issue: Issue, stories: Collection[Covered]) -> None:
    """Keep what an issue tells, each story under all of its names."""
    headings = _headings(issue)
    rows = Coverage.objects.bulk_create(
        Coverage(
            issue=issue,
            story_id=one.story.id,
            title=one.story.title,
            url=one.story.url,
            kind=one.story.kind,
            terms=list(telling_terms(one.story.title, one.story.summary)),
            gist=gist_of(one.story.summary),
            names=sorted(mentions_in(one.story.title, one.story.summary).names),
            heading=heading,
            anchor=anchor,
            told_on=issue.day,
            why=one.why,
            what_is_new=one.what_is_new,
        )
        for one in stories
        for heading, anchor in [headings.get(canonical(one.story.url), ("", ""))]
    )
    by_id = {one.story.id: one.story for one in stories}
    CoverageKey.objects.bulk_create(
        CoverageKey(
            newsletter=issue.newsletter,
            coverage=row,
            sort=sort,
            key=key[:_KEY_CHARACTERS],
        )
        for row in rows
        for sort, key in keys_of(by_id[row.story_id])
    )


def keys_of(story: Story) -> list[tuple[str, str]]:
    """Under what a story is kept: the sort of each key, and the key."""
    products = {thing.product for thing in names_in(story.title).things}
    return sorted(
        {
            *((Sort.WORK.value, key) for key in _works(story)),
            *((Sort.NAME.value, key) for key in lasting_keys(story.title)),
            *((Sort.PRODUCT.value, key[:_KEY_CHARACTERS]) for key in products),
        }
    )


def _works(story: Story) -> set[str]:
    """Its ids and addresses; of a long address the id, which is short."""
    return {name for name in names_of(story) if len(name) <= _KEY_CHARACTERS}


def gist_of(text: str) -> str:
    """The beginning of a text, as the memory keeps it."""
    return truncate.at_word(" ".join(text.split()), GIST_CHARACTERS)


def _headings(issue: Issue) -> dict[str, tuple[str, str]]:
    """By the address of a story under which heading an issue tells it, and its anchor."""
    found: dict[str, tuple[str, str]] = {}
    for anchor, item in places(issue.draft):
        for url in item.addresses:
            found.setdefault(url, (item.title, anchor))
    for anchor, line in line_places(issue.draft):
        for url in line.addresses:
            found.setdefault(
                url, (truncate.at_word(line.text, _LINE_CHARACTERS), anchor)
            )
    return found


def follow(
    issue: Issue,
    told: Mapping[str, Coverage],
    lately: Mapping[str, Coverage],
) -> None:
    """Lead from each story of a published issue to what was `told` of it before.

    What is new of a told story, and another version of a told product, goes in its
    thread. What only speaks of the same as what was told `lately` is linked to it; an
    update says itself where it was told.
    """
    for row in issue.coverage.order_by("pk"):
        like = told.get(row.story_id)
        before, title = (like, like.title) if like else (None, "")
        if before is None or not row.what_is_new:
            before, title = _version_before(issue, row)
        if before is not None:
            row.thread = before.thread or _begin_thread(issue, before, title)
        if not row.what_is_new:
            row.earlier = before or lately.get(row.story_id)
        row.save(update_fields=["thread", "earlier"])


def _version_before(issue: Issue, row: Coverage) -> tuple[Coverage | None, str]:
    """The newest story about the product that this one is about, and the product's name."""
    subject = subject_of(row.title)
    if subject is None:
        return None, ""
    kept = CoverageKey.objects.filter(
        newsletter=issue.newsletter_id, key=subject.product, sort=Sort.PRODUCT
    )
    earlier = kept.filter(coverage__issue__status=Issue.Status.PUBLISHED)
    earlier = earlier.exclude(coverage__issue=issue).select_related("coverage__thread")
    for key in earlier.order_by("-coverage_id")[:_MOST_OF_A_PRODUCT]:
        before = subject_of(key.coverage.title)
        if before and before.product == subject.product:
            return key.coverage, subject.written
    return None, ""


def newest_threads(
    newsletter: Newsletter, most: int, before: date | None = None
) -> list[Thread]:
    """The threads that issues told last, the newest first."""
    told = Coverage.objects.of(newsletter, before=before).exclude(thread=None)
    newest = told.order_by("-pk").values_list("thread", flat=True)
    places = list(dict.fromkeys(newest[: most * 8]))[:most]
    found = newsletter.threads.in_bulk(places)
    return [found[place] for place in places]


def newest_tellings(
    threads: Sequence[Thread], most: int, before: date | None = None
) -> dict[int | None, list[Coverage]]:
    """By the thread's key the newest tellings of each, the newest first; one query for all."""
    found: dict[int | None, list[Coverage]] = {thread.pk: [] for thread in threads}
    if not threads:
        return found
    newest = (F("issue__number").desc(), F("pk").desc())
    place = Window(RowNumber(), partition_by="thread", order_by=newest)
    told = _on_their_pages(threads[0].newsletter, before).filter(thread__in=threads)
    for row in told.annotate(place=place).filter(place__lte=most).order_by(*newest):
        found[row.thread_id].append(row)
    return found


def tellings(thread: Thread) -> QuerySet[Coverage]:
    """What issues that are on their pages told of a thread, the newest first."""
    told = _on_their_pages(thread.newsletter).filter(thread=thread)
    return told.order_by("-issue__number", "-pk")


def _on_their_pages(
    newsletter: Newsletter, before: date | None = None
) -> QuerySet[Coverage]:
    told = Coverage.objects.of(newsletter, before=before)
    return told.filter(issue__withdrawn_at=None).select_related("issue")


def _begin_thread(issue: Issue, first: Coverage, title: str) -> Thread:
    slug = slugify(spelled_out(title))[:_SLUG_CHARACTERS].strip("-") or "story"
    known = issue.newsletter.threads.filter(slug__startswith=slug)
    taken = set(known.values_list("slug", flat=True))
    free, number = slug, 1
    while free in taken:
        number += 1
        free = f"{slug}-{number}"
    first.thread = Thread.objects.create(
        newsletter=issue.newsletter, slug=free, title=title
    )
    first.save(update_fields=["thread"])
    return first.thread
