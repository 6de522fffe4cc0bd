"""What the memory holds of an agent's stories, and of the newsletter. By code, not by say-so."""

from collections.abc import Iterable, Sequence
from datetime import date

from agents.events.base import ToldCorrection, Update
from agents.events.brief import CoveredTopic, CoveredTopics, StoryThread, ThreadEntry
from agents.tools.workbench import Workbench
from newsletter.issues import corrections, memory
from newsletter.issues.memory import Told
from newsletter.models import Coverage, Issue
from newsletter.pages.paths import Place, address, place_of
from newsletter.research.story import Story, ToldBefore
from newsletter.standards.correction_words import correction_words_of
from newsletter.text import truncate
from newsletter.text.words import folded

MOST_THREADS, MOST_ENTRIES = 8, 4
# Of a told story: enough to know whom it is about, and what happened.
_GIST_CHARACTERS = 220


def looked_up(bench: Workbench, stories: Sequence[Story]) -> tuple[Story, ...]:
    """The stories, each with where it was told before, if it was."""
    found = memory.recall(
        bench.newsletter,
        stories,
        on=bench.now.date(),
        before=bench.told_until,
        other_than=bench.session.name,
    )
    place = place_of(bench.newsletter)
    return tuple(
        story.model_copy(
            update={
                "told": told_of(place, told) if (told := found.get(story.id)) else None
            }
        )
        for story in stories
    )


def as_chosen(
    bench: Workbench, told: ToldBefore | None, update: Update | None
) -> ToldBefore | None:
    """What a chosen story was told as: as rules know it again, or as an evaluator does.

    One that names another telling by its issue and title is right where there is one.
    """
    if update is None or not update.title:
        return told
    if told and (told.issue, folded(told.title)) == (
        update.issue,
        folded(update.title),
    ):
        return told
    row = memory.titled(bench.newsletter, update.issue, update.title, bench.told_until)
    if row is None:
        return told
    page = address(place_of(bench.newsletter).issue(row.issue))
    return memory.as_told(row, page, is_certain=False)


def told_of(place: Place, told: Told) -> ToldBefore:
    return memory.told_before(told, address(place.issue(told.row.issue)))


def to_correct(bench: Workbench) -> tuple[ToldCorrection, ...]:
    """What the next issue has to correct, as it has to say it."""
    since = correction_words_of(bench.newsletter.language).since
    return tuple(
        ToldCorrection(
            id=correction.pk,
            sentence=since.format(number=correction.issue.number) + correction.sentence,
        )
        for correction in corrections.untold(
            bench.newsletter, is_sample=bench.is_sample
        )
    )


def told_lately(bench: Workbench) -> CoveredTopics:
    """What the newsletter's recent issues told, the newest first, and what went on."""
    most = bench.editorial.rules.remembered_issues
    before = bench.told_until
    issues = bench.newsletter.issues.filter(status=Issue.Status.PUBLISHED)
    issues = issues.exclude(session_name=bench.session.name).order_by("-number")
    newest = list(issues[: most + 1])
    recent = [one for one in newest if not before or one.day < before]
    numbers = {one.pk: one for one in recent[:most]}
    rows = Coverage.objects.filter(issue__in=numbers).order_by("-issue__number", "pk")
    return CoveredTopics(
        topics=tuple(_topic(row, numbers[row.issue_id]) for row in rows),
        threads=tuple(_threads(bench, before)),
        issues_read=len(numbers),
        uncounted=tuple(one.number for one in newest if one not in recent),
    )


def _topic(row: Coverage, issue: Issue) -> CoveredTopic:
    return CoveredTopic(
        story_id=row.story_id,
        title=row.title,
        url=row.url,
        issue_number=issue.number,
        covered_on=row.told_on or issue.day,
        gist=truncate.at_word(row.gist, _GIST_CHARACTERS),
    )


def _threads(bench: Workbench, before: date | None) -> Iterable[StoryThread]:
    """The threads that were told last, with their newest tellings."""
    place = place_of(bench.newsletter)
    threads = memory.newest_threads(bench.newsletter, MOST_THREADS, before)
    told = memory.newest_tellings(threads, MOST_ENTRIES, before)
    for thread in threads:
        entries = [
            ThreadEntry(
                issue_number=row.issue.number,
                told_on=row.told_on or row.issue.day,
                title=row.title,
                what_is_new=row.what_is_new,
            )
            for row in told[thread.pk]
        ]
        yield StoryThread(
            title=thread.title,
            url=address(place.thread(thread)),
            told=tuple(reversed(entries)),
        )
