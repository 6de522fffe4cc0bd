"""What a person decides of stories: which may be told, which must, which may not.

An act moves those that the map lets it move, and leaves the rest as they are. Who and why
stands in each story's history, which the database writes.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from newsletter.intake.enrichment import again
from newsletter.models import Story
from newsletter.research.enrichment import Step
from newsletter.research.lifecycle import MOVES, TOLD, State, may_go

# A person lets these be told; what is not enriched yet is no matter for a decision.
_APPROVABLE = frozenset({State.REVIEW, State.IRRELEVANT, State.REJECTED})
_REJECTABLE = frozenset(state for state in MOVES if may_go(state, State.REJECTED))
# What was told, or is told elsewhere, nobody can want any more.
_OVER = TOLD | {State.DUPLICATE}
_ENRICHABLE = frozenset(
    {
        *(state for state in MOVES if may_go(state, State.ENRICHING)),
        State.ENRICHING,
    }
)
_HELD_UP = frozenset({State.FAILED, State.DEAD_LETTER, State.UNREACHABLE})


@dataclass(frozen=True, slots=True)
class Wish:
    """Who wants it, and the reason that they gave."""

    by: str
    said: str = ""
    # Where enrichment begins anew.
    step: Step = Step.SCORE


@dataclass(frozen=True, slots=True)
class Act:
    """What may be done with stories in some states, and what the page that asks says."""

    name: str
    told: str
    states: frozenset[State]
    do: Callable[[Sequence[int], Wish], object]
    # What has to be written beside it, or may be; empty: nothing.
    asks: str = ""
    is_asked_for: bool = False
    # Whether it begins at a step that has to be chosen.
    asks_step: bool = False

    def among(self, stories: QuerySet[Story]) -> QuerySet[Story]:
        """Those that it would change."""
        return stories.filter(state__in=self.states)


def waiting(stories: QuerySet[Story]) -> QuerySet[Story]:
    """Those that a person is to decide on, the oldest first."""
    return stories.filter(state=State.REVIEW).order_by("state_since", "pk")


def _move(
    stories: Sequence[int], origins: Collection[State], after: State, wish: Wish
) -> int:
    rows = Story.objects.filter(pk__in=stories, state__in=origins)
    return rows.update(
        state=after,
        moved_by=wish.by[:150],
        moved_because=wish.said[:300],
        retry_after=None,
    )


def _approve(stories: Sequence[int], wish: Wish) -> None:
    _move(stories, _APPROVABLE, State.READY, wish)


def _reject(stories: Sequence[int], wish: Wish) -> None:
    _move(stories, _REJECTABLE, State.REJECTED, wish)
    Story.objects.filter(pk__in=stories, state=State.REJECTED).update(must_have=False)


def _must_have(stories: Sequence[int], wish: Wish) -> None:
    rows = Story.objects.filter(pk__in=stories).exclude(state__in=_OVER)
    rows.update(must_have=True)
    _move(stories, _APPROVABLE, State.READY, wish)


def _let_be(stories: Sequence[int], _: Wish) -> None:
    Story.objects.filter(pk__in=stories).update(must_have=False)


def _each(stories: Sequence[int]) -> QuerySet[Story]:
    """One after another, in the order in which everybody takes them."""
    return Story.objects.filter(pk__in=stories).order_by("pk")


def _go_on(stories: Sequence[int], wish: Wish) -> None:
    for story in _each(stories):
        again.go_on(story, by=wish.by, because=wish.said)


def _do_again(stories: Sequence[int], wish: Wish) -> None:
    for story in _each(stories):
        again.do_again(story, wish.step, by=wish.by, because=wish.said)


WHY = "Why, for the record"
ACTS = {
    "approve": Act(
        "Approve",
        "An issue may tell them from now on.",
        _APPROVABLE,
        _approve,
        WHY,
    ),
    "reject": Act(
        "Reject",
        "No issue tells them, whoever finds them again. They can be approved later.",
        _REJECTABLE,
        _reject,
        "Why, for the record and for who looks later",
        is_asked_for=True,
    ),
    "must_have": Act(
        "Must have",
        "The next session is given them first, whatever their score and their day, and "
        "its issue tells them unless a rule forbids it: one that was told before, a "
        "third launch of one publisher, more than an issue holds. Those that wait for "
        "review are approved by it.",
        frozenset(State) - _OVER,
        _must_have,
        WHY,
    ),
    "let_be": Act(
        "Must have no more",
        "They are chosen among the others, by their scores.",
        frozenset(State),
        _let_be,
    ),
    "retry": Act(
        "Retry now",
        "What failed is tried at once, from the first step that has no result, and may "
        "fail as often again as its policy allows. What was found out stays.",
        _HELD_UP,
        _go_on,
        WHY,
    ),
    "from_step": Act(
        "Enrich again from a step",
        "The step and those that come after it are done anew. What they found before "
        "stays on record and counts no more.",
        _ENRICHABLE,
        _do_again,
        WHY,
        asks_step=True,
    ),
}
