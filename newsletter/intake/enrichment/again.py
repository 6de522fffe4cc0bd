"""What a person has enrichment do: go on with a story, or do steps of it again.

Nothing is deleted: what counts no more is set aside and stays on record.
"""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from newsletter.intake.enrichment import ledger
from newsletter.intake.moving import IllegalMove, move
from newsletter.models import Story, StoryStep
from newsletter.research.enrichment import AFTER, Outcome, Step, key_of
from newsletter.research.lifecycle import State, may_go

_FRUITLESS = (Outcome.FAILED, Outcome.LOST)
# Enrichment has the story in hand, or nothing but its picture is missing.
_STAYS = frozenset({State.ENRICHING, State.ENRICHED, State.REVIEW, State.READY})


def go_on(story: Story, *, by: str, because: str = "") -> None:
    """Try again now what failed, with a new budget, at the first step without a result.

    What a result ended goes on in spite of it. Raises IllegalMove where the story's
    state has no way back.
    """
    with transaction.atomic():
        story = _held(story)
        _set_aside(story.steps.filter(outcome__in=_FRUITLESS))
        _overrule(story, by)
        if story.state not in _STAYS:
            _take_up(story, by, because)
        ledger.settle(story, timezone.now())


def do_again(story: Story, start: Step, *, by: str, because: str = "") -> None:
    """Do a step again, and those that come after it; raises IllegalMove."""
    with transaction.atomic():
        story = _held(story)
        _set_aside(story.steps.filter(step__in=_from(start)))
        if story.state != State.ENRICHING:
            _take_up(story, by, because or f"from {start}")
        ledger.settle(story, timezone.now())


def _held(story: Story) -> Story:
    return Story.objects.select_for_update().get(pk=story.pk)


def _from(start: Step) -> set[Step]:
    """The step and all that come after it."""
    if start is Step.SCORE:  # the first: everything, from the beginning
        return set(Step)
    steps: set[Step] = {start}
    for step in Step:  # each stands behind what it comes after
        if AFTER[step] in steps:
            steps.add(step)
    return steps


def _take_up(story: Story, by: str, because: str) -> None:
    if not may_go(story.state, State.ENRICHING):
        raise IllegalMove(story.state, State.ENRICHING)
    move(story, State.ENRICHING, by=by, because=because)


def _set_aside(steps: Iterable[StoryStep]) -> None:
    StoryStep.objects.filter(pk__in=[one.pk for one in steps]).update(is_set_aside=True)


def _overrule(story: Story, by: str) -> None:
    """Let a result stand that no longer ends the story: a person's word."""
    now = timezone.now()
    for step in story.steps.filter(is_set_aside=False).exclude(ends=""):
        _set_aside([step])
        last = story.steps.filter(step=step.step).order_by("attempt").last()
        number = (last or step).attempt + 1
        StoryStep.objects.create(
            story=story,
            step=step.step,
            attempt=number,
            key=key_of(story.pk, Step(step.step), number),
            outcome=Outcome.DONE,
            result=step.result,
            worker=by[:120],
            started_at=now,
            ended_at=now,
            lease_until=now,
            seconds=0.0,
        )
