"""What must be true of stories whatever died: none lost, none doubled, none paid twice."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from django.db.models import QuerySet

from crux.faults.intake.acting import STORIES, Ledger
from newsletter.models import Newsletter, Story, StoryStep
from newsletter.research.enrichment import Outcome, Step
from newsletter.research.lifecycle import State, may_go


def breaches(newsletter: Newsletter, paid: Ledger) -> list[str]:
    """All that is not as it must be, in words; empty if all is well."""
    stories = list(newsletter.stories.order_by("pk"))
    steps = StoryStep.objects.filter(story__newsletter=newsletter)
    return [
        *_of_stories(stories, tellings=newsletter.outlets.count()),
        *_of_moves(stories),
        *_of_steps(stories, steps.order_by("story_id", "step", "attempt")),
        *_of_payment(steps, paid),
    ]


def breaches_of_redirects(newsletter: Newsletter, paid: Ledger) -> list[str]:
    """The same where each story is told under two addresses, one of which leads to the other.

    Who read that one before the other was told knows both names already: then there is
    no duplicate. Under either name one story is found, with both tellings.
    """
    stories = list(newsletter.stories.order_by("pk"))
    ready = [one for one in stories if one.state == State.READY]
    steps = StoryStep.objects.filter(story__newsletter=newsletter)
    found = [*_of_moves(stories), *_of_payment(steps, paid)]
    if len(ready) != STORIES:
        found.append(f"{len(ready)} stories are ready, {STORIES} were told")
    for story in ready:
        names, tellings = story.keys.count(), story.tellings.count()
        if (names, tellings) != (2, 2):
            found.append(
                f"{story}: {names} names and {tellings} tellings, not two each"
            )
    return found


def extra(newsletter: Newsletter, paid: Ledger) -> int:
    """Pieces of work beyond one for each result."""
    steps = StoryStep.objects.filter(story__newsletter=newsletter)
    done = steps.filter(outcome=Outcome.DONE).count()
    return len(paid.paid()) - done


def _of_stories(stories: Sequence[Story], *, tellings: int) -> list[str]:
    found = []
    if len(stories) != STORIES:
        found.append(f"{len(stories)} stories are held, {STORIES} were told")
    for story in stories:
        if story.state != State.READY:
            found.append(f"{story}: it is {story.state}")
        if (told := story.tellings.count()) != tellings:
            found.append(f"{story}: {told} tellings, not {tellings}")
        if not story.source_id or not story.picture_id:
            found.append(f"{story}: its text or its picture is lost")
    return found


def _of_moves(stories: Iterable[Story]) -> list[str]:
    """Each history begins with discovery, goes by the map and ends where the story is."""
    found = []
    for story in stories:
        way = [(move.before, move.after) for move in story.moves.order_by("pk")]
        if not way or way[0] != ("", State.DISCOVERED) or way[-1][1] != story.state:
            found.append(f"{story}: its history does not add up to it")
        for (_, before), (again, after) in pairwise(way):
            if before != again or not may_go(before, after):
                found.append(f"{story}: it went from {again} to {after}")
    return found


def _of_steps(stories: Sequence[Story], rows: Iterable[StoryStep]) -> list[str]:
    """One result for each step of each story, and nothing begun after it."""
    by_step: dict[tuple[int, str], list[str]] = {}
    for row in rows:
        by_step.setdefault((row.story_id, row.step), []).append(row.outcome)
    found = [
        f"story {story}: {step} went {' '.join(outcomes)}"
        for (story, step), outcomes in by_step.items()
        if outcomes[-1] != Outcome.DONE or set(outcomes[:-1]) - {Outcome.LOST}
    ]
    wanted = len(stories) * len(Step)
    if len(by_step) != wanted:
        found.append(f"{len(by_step)} steps of {wanted} were done")
    return found


def _of_payment(steps: QuerySet[StoryStep], paid: Ledger) -> list[str]:
    """No attempt twice, and none beside the results but those that a death took."""
    times = Counter(paid.paid())
    found = [
        f"{key} was paid {count} times" for key, count in times.items() if count > 1
    ]
    known = dict(steps.values_list("key", "outcome"))
    found += [
        f"{key} was paid, and is {known.get(key)}"
        for key in times
        if known.get(key) not in (Outcome.DONE, Outcome.LOST)
    ]
    found += [
        f"{key} has a result that nobody worked for"
        for key, outcome in known.items()
        if outcome == Outcome.DONE and key not in times
    ]
    return found
