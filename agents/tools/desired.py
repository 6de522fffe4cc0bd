"""What operators decided of stories: those that must be told, and those that may not be.

By code, for every brain alike: no agent says of a story that it must be had. What a draft
tells that waits for a person (is pending approval) is left to it, until that is decided.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, time

from django.conf import settings
from django.db.models import QuerySet

from agents.engine import sessions
from agents.tools.workbench import Workbench
from newsletter.intake import held
from newsletter.intake.admission import admit
from newsletter.issues import memory
from newsletter.issues.sources import Read, keep
from newsletter.models import Coverage, Issue
from newsletter.research.coverage.traits import names_of
from newsletter.research.ranking.select import is_same_story
from newsletter.research.retelling import Ruling, ruling
from newsletter.research.story import Kind, Story
from newsletter.standards.rubric import MOST_OF_ONE_PUBLISHER

# The outlet of what no outlet told, but an agent found on the web.
FOUND_BY = "research"


def tellable(bench: Workbench, stories: Sequence[Story]) -> list[Story]:
    """Those that nobody decided against, and that need nobody's yes.

    Where stories need review, what intake does not hold is taken in: it is enriched and
    waits for a person as all others do, for a later issue.
    """
    if bench.is_sample:
        return list(stories)
    if settings.INTAKE and bench.newsletter.reviews_stories:
        admit(bench.newsletter, FOUND_BY, held.unknown(bench.newsletter, stories))
    barred = held.barred(bench.newsletter, stories) | _held_by_drafts(bench, stories)
    return [one for one in stories if one.id not in barred]


def left_to_drafts(bench: Workbench, stories: Sequence[Story]) -> set[str]:
    """The ids of those that another session's draft tells, which waits for a person.

    Those that are certainly the same, and what rules take for a repeat. A draft that was
    stopped, or that nobody decided on in time, holds nothing any more.
    """
    if bench.is_sample or not number_left(bench, *Kind):
        return set()
    found = memory.recall(
        bench.newsletter, stories, on=bench.now.date(), among=in_drafts(bench)
    )
    told = {name: memory.told_before(one) for name, one in found.items()}
    return {
        one.id
        for one in stories
        if (before := told.get(one.id))
        and (
            before.is_certain
            or ruling(one.model_copy(update={"told": before})) is Ruling.REPEAT
        )
    }


def _held_by_drafts(bench: Workbench, stories: Sequence[Story]) -> set[str]:
    """The same by id and address alone: all else hangs on the stories beside, and on how
    much of a text was read by then, so that no agent could have known.
    """
    if bench.is_sample:
        return set()
    works = memory.works(in_drafts(bench))
    return {one.id for one in stories if not works.isdisjoint(names_of(one))}


def number_left(bench: Workbench, *kinds: Kind) -> int:
    """How many stories of these kinds are left to drafts that wait."""
    held = in_drafts(bench).filter(kind__in=kinds)
    return held.values("story_id").distinct().count()


def in_drafts(bench: Workbench) -> QuerySet[Coverage]:
    """What drafts of other sessions tell whose issue is shown by now, and may go out."""
    others = sessions.unfinished().exclude(pk=bench.session.pk)
    undecided = others.filter(newsletter=bench.newsletter, is_dry_run=False)
    told = Coverage.objects.of(
        bench.newsletter, before=bench.told_until, status=Issue.Status.PREVIEW
    )
    return told.filter(issue__session_name__in=undecided.values("name"))


def refused(bench: Workbench, stories: Sequence[Story]) -> str:
    """Which of these may not be told, in words; empty where all may."""
    tolerated = tellable(bench, stories)
    one = next((one for one in stories if one not in tolerated), None)
    if one is None:
        return ""
    if _held_by_drafts(bench, [one]):
        return (
            f"A draft that waits for a person tells {one.id}, and it is left to that "
            "until it is decided. Leave it out."
        )
    return (
        f"No issue may tell {one.id}: it was decided so, or a person has yet to "
        "say yes. Leave it out."
    )


def first(bench: Workbench, kind: Kind, stories: Iterable[Story]) -> list[Story]:
    """The stories, before them those of the kind that must be had; each marked as such."""
    wanted = [] if bench.is_sample else held.must_haves(bench.newsletter, kind)
    left = _held_by_drafts(bench, wanted)
    wanted = [one for one in wanted if one.id not in left]
    marked = [
        one.model_copy(update={"must_have": _is_among(one, wanted)}) for one in stories
    ]
    there = [one for one in marked if one.must_have]
    missing = [one for one in wanted if not _is_among(one, there)]
    return [
        *there,
        *(kept(bench, one) for one in missing),
        *(one for one in marked if not one.must_have),
    ]


def _is_among(story: Story, others: Iterable[Story]) -> bool:
    return any(is_same_story(story, other) for other in others)


def left_out(
    known: Iterable[Story], chosen: Sequence[Story], most: dict[Kind, int]
) -> str:
    """Which story must be had and is not chosen, though no rule forbids it; or nothing."""
    must = [one for one in chosen if one.must_have]
    for one in known:
        if not one.must_have or one in must or is_told_before(one):
            continue
        same_kind = [other for other in must if other.kind is one.kind]
        of_maker = [other for other in same_kind if other.publisher == one.publisher]
        is_crowded = one.kind is Kind.LAUNCH and len(of_maker) >= MOST_OF_ONE_PUBLISHER
        is_full = len(same_kind) >= most[one.kind]
        if not (is_full or is_crowded or _is_among(one, chosen)):
            return (
                f"{one.id} may not be left out, whatever its scores and in another's "
                "place if there is no room: an operator wants it told."
            )
    return ""


def is_told_before(story: Story) -> bool:
    """Whether an issue told the very story; one that is like it is no reason."""
    return bool(story.told and story.told.is_certain)


def kept(bench: Workbench, story: Story) -> Story:
    """The story with the hash under which its text is kept, so that it can be cited.

    Where there is no text its title, day and publisher are kept all the same. What an
    outlet tells anew under another day is of the day that it gave first: that is kept.
    """
    day = story.published
    read = Read(
        url=story.url,
        final_url=story.url,
        title=story.title,
        text=story.summary or story.title,
        publisher=story.publisher,
        published=datetime.combine(day, time(), tzinfo=UTC) if day else None,
    )
    source = keep(read, is_sample=bench.is_sample)
    first = source.published.date() if source.published else None
    sets: dict[str, object] = {} if first == day else {"published": first}
    if story.summary:
        sets["source_sha256"] = source.sha256
    return story.model_copy(update=sets) if sets else story
