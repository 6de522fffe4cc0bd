"""What a newsletter learns to choose by: its picks, the operator's marks, readers' votes.

Readers count in sum. Only what was learned before a day counts on it, so that a session
ranks by one model from its beginning to its end.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from newsletter.drafts.draft import Item
from newsletter.drafts.links import links_of
from newsletter.issues.page import places
from newsletter.models import (
    Coverage,
    Forgetting,
    Issue,
    Lesson,
    Newsletter,
    StoryVote,
)
from newsletter.research.ranking import learning
from newsletter.research.ranking.learning import MOST_WEEKS, Example, Learned
from newsletter.research.ranking.profile import with_topics
from newsletter.research.story import Story
from newsletter.text.identifiers import canonical

TEXT_CHARACTERS = 1500
VOTING = timedelta(days=30)
# A newsletter's own picks are its own taste again: they teach less than what people say.
PICK_WEIGHT = 0.3
# So many votes are believed by half.
_DOUBT = 3
# An address proves nobody, and one machine may have thousands: all votes from an issue's page
# together weigh half as much as the subscribers who voted, and one vote where none did.
_PUBLIC_SHARE, _LEAST_PUBLIC = 0.5, 1.0


@dataclass(frozen=True, slots=True)
class ToldStory:
    """A story of an issue, with its place among them as a link names it."""

    number: int
    item: Item
    coverage: Coverage
    # Of its heading on the issue's page.
    anchor: str


def counting(newsletter: Newsletter, on: date) -> list[Lesson]:
    """All lessons that count on a day, the oldest first; what was passed over last.

    What an issue told that was taken down teaches nothing until it is put back, but for the
    operator's own marks; and that it was told speaks for no story of which people want less.
    """
    kept = _kept(newsletter, on).filter(is_set_aside=False)
    told = [one for one in kept if one.origin != Lesson.Origin.PASSED]
    judged, down = {one.story_id for one in told}, _taken_down(newsletter)
    passed = [
        one
        for one in kept
        if one.origin == Lesson.Origin.PASSED and one.story_id not in judged
    ]
    unwanted = {one.story_id for one in told if one.weight and not one.is_wanted}
    silent = {
        Lesson.Origin.PICK: down | unwanted,
        Lesson.Origin.READERS: down,
        Lesson.Origin.OPERATOR: frozenset[str](),
    }
    up = (one for one in told if one.story_id not in silent[Lesson.Origin(one.origin)])
    return [one for one in (*up, *passed) if one.weight]


def _kept(newsletter: Newsletter, on: date) -> QuerySet[Lesson]:
    """The lessons of a year that were not forgotten."""
    since = on - timedelta(weeks=MOST_WEEKS)
    kept = newsletter.lessons.filter(learned_on__lt=on, learned_on__gte=since)
    forgotten = _forgotten_at(newsletter)
    return kept.filter(kept_at__gt=forgotten) if forgotten else kept


def of_readers(newsletter: Newsletter, on: date) -> list[Lesson]:
    """What readers ask for in sum, story by story, what weighs most first."""
    kept = _kept(newsletter, on).filter(origin=Lesson.Origin.READERS)
    return list(kept.exclude(weight=0).order_by("-weight", "-pk"))


def set_aside(lesson: Lesson, *, is_set_aside: bool) -> None:
    """Have the votes on a story count no more, those to come neither; or count again."""
    lesson.is_set_aside = is_set_aside
    lesson.save(update_fields=["is_set_aside"])


def examples(newsletter: Newsletter, on: date) -> list[Example]:
    """All that counts on a day, as it is learned from."""
    return [
        Example(
            one.title,
            one.text,
            one.is_wanted,
            (on - one.learned_on).days / 7,
            one.weight,
            is_passed=one.origin == Lesson.Origin.PASSED,
        )
        for one in counting(newsletter, on)
    ]


def _forgotten_at(newsletter: Newsletter) -> datetime | None:
    last = Forgetting.objects.filter(newsletter=newsletter).last()
    return last.at if last else None


def _taken_down(newsletter: Newsletter) -> set[str]:
    """The stories that only issues told which were taken down, by id."""
    told = Coverage.objects.filter(issue__newsletter=newsletter)
    down = told.exclude(issue__withdrawn_at=None)
    stories = set(down.values_list("story_id", flat=True))
    if not stories:
        return stories
    shown = told.filter(issue__withdrawn_at=None, story_id__in=stories)
    return stories - set(shown.values_list("story_id", flat=True))


def learned(
    newsletter: Newsletter,
    on: date,
    also: Iterable[Example] = (),
    wanted: str | None = None,
) -> Learned:
    """The model of a day; neutral until somebody or something was wanted.

    What is `wanted`, else the newsletter's profile and topics, no pick speaks against.
    """
    if wanted is None:
        wanted = with_topics(newsletter.profile, newsletter.topics)
    return learning.train([*examples(newsletter, on), *also], learning.named_by(wanted))


def keep_picks(
    newsletter: Newsletter, told: Sequence[Story], passed: Iterable[Story], on: date
) -> None:
    """What an issue told and what it passed over, once."""
    keep_passed(newsletter, passed, on)
    _keep(
        newsletter,
        told,
        on,
        origin=Lesson.Origin.PICK,
        is_wanted=True,
        weight=PICK_WEIGHT,
    )


def keep_passed(newsletter: Newsletter, stories: Iterable[Story], on: date) -> None:
    """Stories that were found and not told, though there was room for what is good enough."""
    origin = Lesson.Origin.PASSED
    _keep(newsletter, stories, on, origin=origin, is_wanted=False, weight=1.0)


def _keep(
    newsletter: Newsletter,
    stories: Iterable[Story],
    on: date,
    *,
    origin: Lesson.Origin,
    is_wanted: bool,
    weight: float,
) -> None:
    Lesson.objects.bulk_create(
        (
            Lesson(
                newsletter=newsletter,
                story_id=story.id,
                origin=origin,
                title=story.title,
                text=story.summary[:TEXT_CHARACTERS],
                is_wanted=is_wanted,
                weight=weight,
                learned_on=on,
            )
            for story in stories
        ),
        ignore_conflicts=True,
    )


def stories_of(issue: Issue) -> list[ToldStory]:
    """The stories of an issue in the order in which they are told."""
    known = {canonical(one.url): one for one in issue.coverage.all()}
    found, draft = [], issue.draft
    anchors = {id(item): anchor for anchor, item in places(draft)}
    for number, item in enumerate(draft.stories, 1):
        links = (
            canonical(link.url)
            for block in item.paragraphs
            for link in links_of(block.tokens)
        )
        if coverage := next((known[url] for url in links if url in known), None):
            found.append(ToldStory(number, item, coverage, anchors[id(item)]))
    return found


def mark(coverage: Coverage, *, wants_more: bool, on: date) -> None:
    """What the operator says of a story counts in full."""
    _teach(coverage, Lesson.Origin.OPERATOR, on, is_wanted=wants_more, weight=1.0)


def take_back(newsletter: Newsletter, story_id: str) -> bool:
    """Have the operator's mark of a story count no more; False where there is none."""
    marks = newsletter.lessons.filter(origin=Lesson.Origin.OPERATOR, story_id=story_id)
    return bool(marks.delete()[0])


def is_open(issue: Issue, now: datetime) -> bool:
    """Whether readers may still ask for more or less of what an issue told."""
    shown = issue.published_at
    is_shown = issue.status == Issue.Status.PUBLISHED and not issue.withdrawn_at
    is_real = is_shown and not issue.is_sample
    return is_real and shown is not None and now < shown + VOTING


@transaction.atomic
def vote(
    coverage: Coverage,
    voter: str,
    *,
    wants_more: bool,
    now: datetime,
    is_public: bool = False,
) -> None:
    """Count one reader's wish once; asked again it is changed, not doubled.

    What was cast before the newsletter forgot counts no more. `is_public`: from an issue's
    page, where nobody knows who asks.
    """
    issue = coverage.issue
    Issue.objects.select_for_update().get(pk=issue.pk)
    StoryVote.objects.update_or_create(
        issue=issue,
        story_id=coverage.story_id,
        voter=voter,
        defaults={"wants_more": wants_more, "cast_at": now, "is_public": is_public},
    )
    _teach_votes(coverage, now)


@transaction.atomic
def take_vote_back(coverage: Coverage, voter: str, now: datetime) -> None:
    """Have what one reader asked for of a story count no more, as if they never had."""
    issue = coverage.issue
    Issue.objects.select_for_update().get(pk=issue.pk)
    cast = StoryVote.objects.filter(issue=issue, story_id=coverage.story_id)
    if cast.filter(voter=voter).delete()[0]:
        _teach_votes(coverage, now)


def _teach_votes(coverage: Coverage, now: datetime) -> None:
    issue = coverage.issue
    votes = StoryVote.objects.filter(issue=issue, story_id=coverage.story_id)
    if forgotten := _forgotten_at(issue.newsletter):
        votes = votes.filter(cast_at__gt=forgotten)
    cast = list(votes.values_list("wants_more", "is_public"))
    balance, weight = _weighed(
        [wish for wish, is_public in cast if not is_public],
        [wish for wish, is_public in cast if is_public],
    )
    _teach(
        coverage,
        Lesson.Origin.READERS,
        now.date(),
        is_wanted=balance > 0,
        weight=abs(balance) / (weight + _DOUBT),
    )


def _weighed(readers: Sequence[bool], public: Sequence[bool]) -> tuple[float, float]:
    """By how much more wish for a story than against it, and what all of them weigh."""
    most = max(_LEAST_PUBLIC, _PUBLIC_SHARE * len(readers))
    each = min(1.0, most / len(public)) if public else 0.0
    balance = (2 * sum(readers) - len(readers)) + each * (2 * sum(public) - len(public))
    return balance, len(readers) + each * len(public)


def cast_by(issue: Issue, voters: Mapping[str, str]) -> dict[str, bool]:
    """Whether each of these voters, by story, asked for more; without those who did not ask."""
    cast = StoryVote.objects.filter(issue=issue, voter__in=voters.values())
    asked = dict(cast.values_list("voter", "wants_more"))
    return {story: asked[voter] for story, voter in voters.items() if voter in asked}


def forget_voters(now: datetime) -> None:
    """Where voting has ended, votes stay as numbers alone."""
    ended = StoryVote.objects.filter(
        voter__isnull=False, issue__published_at__lt=now - VOTING
    )
    if ended.exists():  # it is asked every few seconds
        ended.update(voter=None)


def _teach(
    coverage: Coverage,
    origin: Lesson.Origin,
    on: date,
    *,
    is_wanted: bool,
    weight: float,
) -> None:
    newsletter = coverage.issue.newsletter
    pick = newsletter.lessons.filter(
        story_id=coverage.story_id, origin=Lesson.Origin.PICK
    ).first()
    Lesson.objects.update_or_create(
        newsletter=newsletter,
        story_id=coverage.story_id,
        origin=origin,
        defaults={
            "title": coverage.title,
            "text": pick.text if pick else "",
            "is_wanted": is_wanted,
            "weight": weight,
            "learned_on": on,
            "kept_at": timezone.now(),
        },
    )
