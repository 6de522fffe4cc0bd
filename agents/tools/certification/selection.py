"""The selection rules: which stories a choice may name, and which bands it keeps. Pure.

24 points in all are strong and always told while there is room; 20 to 23 are told while
there is room; what is above the floor and below 20 fills a section to three.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import combinations

from agents.events.brief import Choice, ItemsEvaluated, Rejected
from agents.events.digest import LeftOut, Rating
from newsletter.research.same_event import of_stories, tell_one_event
from newsletter.research.story import Story, ToldBefore, posted_anew
from newsletter.standards.rubric import (
    FILLED,
    GOOD,
    MOST_OF_ONE_PUBLISHER,
    STRONG,
    Rubric,
)
from newsletter.text.similarity import with_nearest


def unknown(names: Iterable[str], known: Sequence[str]) -> str:
    """The names that are not known, each with the known one that is nearest to it."""
    return ", ".join(with_nearest(name, known) for name in names if name not in known)


# Why a story is out that the evaluator did not name: there are eighty to choose from.
NOT_NAMED = "not among those that the evaluator scored"


def whole(data: ItemsEvaluated, researched: Iterable[str]) -> ItemsEvaluated:
    """The evaluation with every researched story that it does not name rejected."""
    chosen = (*data.selected_launches, *data.selected_papers)
    named = {one.story_id for one in chosen}
    named |= {one.story_id for one in data.rejected_items}
    rest = tuple(
        Rejected(story_id=name, reason=NOT_NAMED)
        for name in researched
        if name not in named
    )
    return data.model_copy(update={"rejected_items": (*data.rejected_items, *rest)})


def twice(data: ItemsEvaluated) -> str:
    """Which story stands in the three lists more than once; empty if none does."""
    chosen = (*data.selected_launches, *data.selected_papers)
    times = Counter(one.story_id for one in chosen)
    times.update(one.story_id for one in data.rejected_items)
    more = [name for name, number in times.items() if number > 1]
    return f"{more[0]} stands there twice; name it once." if more else ""


def strange_voices(
    left_out: Iterable[Rejected | LeftOut], chosen: Iterable[Choice | Rating]
) -> str:
    """Which rejected story is said to be the same as one that is not chosen."""
    names = [one.story_id for one in chosen]
    said = (one.same_as for one in left_out if one.same_as)
    if told := unknown(said, names):
        return f"`same_as` names what is not chosen: {told}. Name a chosen story by its id, or leave it out."
    return ""


def crowded(launches: Iterable[Story]) -> str:
    """Whose launches are too many for one issue; empty if nobody's are."""
    for publisher, number in Counter(story.publisher for story in launches).items():
        if number > MOST_OF_ONE_PUBLISHER:
            return (
                f"{number} launches are of {publisher}; an issue tells "
                f"{MOST_OF_ONE_PUBLISHER} at most. Reject the others without scores."
            )
    return ""


def no_news(chosen: Iterable[Story], on: date) -> Iterator[str]:
    """Which choices are no news of the week, by the day that their own pages state."""
    for story in chosen:
        if why := posted_anew(story, on):
            yield f"{story.id} is no news: {why}. Reject it without scores."


def told_before(choice: Choice, told: ToldBefore | None) -> str:
    """Why a choice tells what an issue told; empty where it does not, or is an update."""
    if told is None:
        if choice.update is None:
            return ""
        return (
            f"{choice.story_id}: no issue told it under that title; leave `update` out, "
            "or copy `issue` and `title` from `covered_topics`."
        )
    where = f"“{told.title}”, told in issue {told.issue}"
    if choice.update is not None:
        if choice.update.issue == told.issue:
            return ""
        return f"{choice.story_id} is an update to issue {told.issue}, not to another."
    if told.is_certain:
        return (
            f"{choice.story_id} was told before, in issue {told.issue}: “{told.title}”. "
            "Reject it without scores; or, where it has news that this issue did not "
            f"have, give it an `update` with `issue` {told.issue} and `what_is_new`."
        )
    if not choice.differs:
        return (
            f"{choice.story_id} is like {where}. Where it is the same, reject it or give "
            "it an `update`; else say in `differs` what sets it apart."
        )
    return ""


def doubled(
    chosen: Sequence[tuple[Story, Choice]], week: Iterable[Story]
) -> Iterator[str]:
    """Which choices most likely tell one event, two and two.

    Code may be wrong: it is enough that one of them says what sets it apart.
    """
    among = of_stories(week)
    unsure = [story for story, one in chosen if not (one.differs or story.must_have)]
    for one, other in combinations(unsure, 2):
        if tell_one_event(one, other, among):
            yield (
                f"{one.id} (“{one.title}”) and {other.id} (“{other.title}”) seem to tell "
                "one event. Keep the better one and reject the other without scores, with "
                "the id of the kept one in `same_as`; or, where they are two, say in "
                "`differs` of one what sets it apart."
            )


def out_of_band(
    chosen: Sequence[Choice], rejected: Iterable[Rejected], most: int, rubric: Rubric
) -> Iterator[str]:
    """Where the choice for one section breaks a band; `rejected` are of its kind."""
    totals = [one.scores.total for one in chosen]
    weak = [one for one in chosen if one.scores.total < GOOD]
    if weak and len(chosen) > FILLED:
        yield (
            f"{weak[0].story_id}: {weak[0].scores.total} points are chosen only where "
            f"the section would otherwise have fewer than {FILLED}; reject it."
        )
    has_room = len(chosen) < most
    for one in rejected:
        if one.scores is None or one.scores.shortfall(rubric):
            continue
        total = one.scores.total
        is_stronger = total >= STRONG and min(totals, default=total) < STRONG
        if is_stronger or (has_room and total >= GOOD):
            yield (
                f"{one.story_id}: {total} points and a place in its section; choose "
                "it, or give no scores where it repeats another story."
            )
