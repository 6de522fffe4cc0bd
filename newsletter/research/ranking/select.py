"""Which stories an issue shall tell: ranked by the profile, cut by the rubric. Pure.

Two calls. `shortlist` is for research: the best few of hundreds or thousands.
`evaluate` is for the evaluator: scores, the cut, the quotas, and a reason for
everything that was left out. Same stories, same answer, in whatever order they come.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from newsletter.research.coverage.traits import names_of
from newsletter.research.names import subject_of
from newsletter.research.outlets.recurring import is_another
from newsletter.research.outlets.same_title import is_same_title
from newsletter.research.ranking import profile as profile_
from newsletter.research.ranking import together
from newsletter.research.ranking.beginnings import begin_alike
from newsletter.research.ranking.learning import NEUTRAL, Learned
from newsletter.research.ranking.scoring import Scored, Scores, near_to, score
from newsletter.research.ranking.strength import (
    NEAR,
    NEAR_BY_ITSELF,
    noticed,
    strength_of,
)
from newsletter.research.same_event import (
    Reports,
    of_stories,
    tell_one_affair,
    tell_one_event,
)
from newsletter.research.story import Kind, Story
from newsletter.standards.rubric import GOOD, MOST_OF_ONE_PUBLISHER, STRONG, Rubric

# How the scores were made, for the log: another method, another name.
METHOD = "rules-v20"
# So much of a story shows its language.
_READ_CHARACTERS = 400
# How the reason begins where a publisher has as many launches as it may.
REPEATED_PUBLISHER = f"there are {MOST_OF_ONE_PUBLISHER} stories of"


@dataclass(frozen=True, slots=True)
class Rejection:
    """A story that is left out; `scores` is None where it was never scored.

    `same_as` is the id of the better story that tells the same, where that is why.
    """

    story_id: str
    title: str
    url: str
    scores: Scores | None
    reason: str
    same_as: str = ""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What the issue shall tell, best first, and what it shall not, with the reasons."""

    selected_launches: tuple[Scored, ...]
    selected_papers: tuple[Scored, ...]
    rejected: tuple[Rejection, ...]


def rank(
    stories: Iterable[Story],
    profile: str,
    learned: Learned = NEUTRAL,
    *,
    want_all: bool = False,
    by_meaning: bool = False,
) -> list[tuple[float, Story]]:
    """Every story with its strength, the strongest first.

    Of two that are as strong, as all are where a profile shares no word with its outlets,
    first what others make of it. What is told of a story only beside the others of its week
    is among its signals.
    """
    stories = list(stories)
    wanted = _wanted(profile, stories, want_all=want_all)
    ranked = [
        (strength_of(story, near, wanted.readers), story)
        for story, near in together.read(
            stories, wanted, learned, by_meaning=by_meaning
        )
    ]
    return sorted(ranked, key=lambda pair: (-pair[0], -noticed(pair[1]), pair[1].id))


def _wanted(
    profile: str, stories: Iterable[Story], *, want_all: bool = False
) -> profile_.Profile:
    """What a profile wants, beside what its outlets told."""
    told = (f"{one.title}. {one.summary[:_READ_CHARACTERS]}" for one in stories)
    return profile_.read_beside(profile, told, want_all=want_all)


def shortlist(
    stories: Iterable[Story],
    profile: str,
    limit: int,
    learned: Learned = NEUTRAL,
    *,
    want_all: bool = False,
    by_meaning: bool = True,
) -> list[Story]:
    """The `limit` stories that the readers should want most, the strongest first."""
    ranked = rank(stories, profile, learned, want_all=want_all, by_meaning=by_meaning)
    return [story for _, story in ranked[:limit]]


def evaluate(
    stories: Sequence[Story],
    profile: str,
    rubric: Rubric,
    week: Sequence[Story] = (),
    worth: Callable[[Story], float] = lambda _: 1.0,
    *,
    is_mixed: bool = False,
) -> Evaluation:
    """Score every story, drop doubles, cut, keep the quotas.

    Whether one was told before is not judged here. `week` are all that were found, these
    among them, where these are not all. By `worth` a story's strength is multiplied, which
    orders what has points enough. Where the week `is_mixed`, a launch needs the profile's
    words.
    """
    wanted = _wanted(profile, week or stories, want_all=rubric.general_interest)
    rejected: list[Rejection] = []
    passed: list[Scored] = []
    scored = [_weighed(score(story, wanted), worth) for story in stories]
    among = of_stories(week or stories)
    if is_mixed:
        scored = [_by_wishes(one) for one in scored]
    for one in _by_the_week(scored, rubric, among, are_lifted=not is_mixed):
        if double := _double(one.story, (other.story for other in passed), among):
            rejected.append(_rejection(one, *double))
        elif reason := _shortfall(one, rubric):
            rejected.append(_rejection(one, reason))
        else:
            passed.append(one)
    launches, crowded_out = _quota(
        passed, Kind.LAUNCH, rubric.published_launches, among
    )
    papers, left_over = _quota(passed, Kind.PAPER, rubric.published_papers, among)
    return Evaluation(launches, papers, (*rejected, *crowded_out, *left_over))


def _weighed(one: Scored, worth: Callable[[Story], float]) -> Scored:
    """What speaks against a story is not made less."""
    if one.strength <= 0:
        return one
    return replace(one, strength=one.strength * worth(one.story))


def _by_the_week(
    scored: Iterable[Scored], rubric: Rubric, among: Reports, *, are_lifted: bool
) -> list[Scored]:
    """Best first; the week's best stories are relevant enough, whatever the week.

    Its launches only where they `are_lifted`.

    Of those among its strongest that have something of their own, as many as an issue
    holds: what is worth telling is told beside what else there was.
    """
    ordered = sorted(scored, key=_best_first)
    quotas = (
        (Kind.LAUNCH, rubric.published_launches if are_lifted else 0),
        (Kind.PAPER, rubric.published_papers),
    )
    lifted = {
        one.story.id: one
        for kind, room in quotas
        for one in _lifted(
            [one for one in ordered if one.story.kind is kind], room, rubric, among
        )
    }
    return sorted((lifted.get(one.story.id, one) for one in ordered), key=_best_first)


def _lifted(
    scored: Iterable[Scored], room: int, rubric: Rubric, among: Reports
) -> list[Scored]:
    """The week's best of a kind, each relevant enough."""
    strongest = sorted(scored, key=lambda one: -one.strength)
    passed: list[Scored] = []
    waiting: list[Scored] = []
    for one in strongest[:_OF_THE_BEST]:
        if one.strength < _WEAKEST[one.story.kind] or len(passed) >= room:
            break
        better = _at_least(one, rubric.relevance_floor)
        told = [other.story for other in (*passed, *waiting)]
        is_out = _crowded(one, passed) or _double(one.story, told, among)
        if is_out or _shortfall(better, rubric):
            continue
        (waiting if _gives_way(one, passed, among) else passed).append(better)
    return [*passed, *waiting][:room]


def _at_least(one: Scored, relevance: int) -> Scored:
    scores = replace(one.scores, relevance=max(one.scores.relevance, relevance))
    return replace(one, scores=scores)


# So many of a week's stories may be its best, if they are as strong as this at least: a
# launch as one of a publisher that nobody ranks high, with a title that ships; a paper
# as one in fifty.
_OF_THE_BEST = 12
_WEAKEST = {Kind.LAUNCH: 5.0, Kind.PAPER: 8.0}


def _best_first(one: Scored) -> tuple[bool, int, float, str, str]:
    """What is strong before what is good; then by strength."""
    total = one.scores.total
    band = (total >= STRONG) + (total >= GOOD)
    is_free = not one.story.must_have
    return is_free, -band, -one.strength, one.story.id, one.story.url


def _shortfall(one: Scored, rubric: Rubric) -> str:
    """Which floor a story misses; what must be told misses none."""
    return "" if one.story.must_have else one.scores.shortfall(rubric)


def _double(
    story: Story, others: Iterable[Story], among: Reports
) -> tuple[str, str] | None:
    """Why a story is one of the others told once more, and which; None where it is not.

    What must be told is one of them only where that is certain.
    """
    kept = tuple(others)
    for one in kept:
        if is_same_story(story, one):
            return f"the same story as {one.title!r}"[:400], one.id
    for one in () if story.must_have else kept:
        if begin_alike(story, one) or tell_one_event(story, one, among):
            return f"the same story, in other words, as {one.title!r}"[:400], one.id
    return None


def told_again(
    stories: Iterable[Story], week: Iterable[Story]
) -> dict[str, tuple[str, str]]:
    """By its id why a story is out that one before it tells, and which that is.

    What must be told stays.
    """
    among = of_stories(week)
    out: dict[str, tuple[str, str]] = {}
    kept: list[Story] = []
    for story in stories:
        double = None if story.must_have else _double(story, kept, among)
        if double:
            out[story.id] = double
        else:
            kept.append(story)
    return out


# Of outlets on the subject alone one of three of the best is so near; what few stories are
# near to is chance: docs/measured/selection.md.
_ONE_IN, _FEWEST = 3, 15


def is_mixed(stories: Iterable[Story], profile: str, *, want_all: bool = False) -> bool:
    """Do outlets tell of everything, to readers far from the field? Nothing is lifted then.

    `stories` are the week's best. In another language than English that shows beside a
    whole week alone.
    """
    return on_subject(stories, profile, want_all=want_all) is not None


def on_subject(
    stories: Iterable[Story], profile: str, *, want_all: bool = False
) -> int | None:
    """Where outlets tell of everything, how many of the best are near by words alone.

    None where they do not, and of readers who `want_all`.
    """
    launches = [one for one in stories if one.kind is Kind.LAUNCH]
    wanted = _wanted(profile, launches)
    if want_all or not wanted.is_far:
        return None
    if len(launches) < _FEWEST:
        return None
    values = [near_to(wanted, one) for one in launches]
    if not wanted.is_english and not all(NEAR in one.signals for one in launches):
        return 0 if values and max(values) <= 0 else None
    near = sum(value >= NEAR_BY_ITSELF for value in values)
    return near if near * _ONE_IN < len(launches) else None


def _by_wishes(one: Scored) -> Scored:
    """A launch no more relevant than the profile's words make it."""
    if one.story.kind is not Kind.LAUNCH:
        return one
    relevance = min(one.scores.relevance, one.asked)
    return replace(one, scores=replace(one.scores, relevance=relevance))


def is_same_story(one: Story, other: Story) -> bool:
    """Do two stories tell the same, by any of their addresses or by their titles?"""
    if names_of(one) & names_of(other):
        return True
    return is_same_title(one.title, other.title) and not is_another(one, other)


def _quota(
    passed: Iterable[Scored], kind: Kind, most: int, among: Reports
) -> tuple[tuple[Scored, ...], tuple[Rejection, ...]]:
    """The best `most` of a kind, and the rest as rejections.

    A second launch about one product or affair is told where nothing else is left.
    """
    told: list[Scored] = []
    left: list[Rejection] = []
    again: list[Scored] = []
    for one in (one for one in passed if one.story.kind is kind):
        if reason := _crowded(one, told):
            left.append(replace(_rejection(one, reason), scores=None))
        elif _gives_way(one, told, among):
            again.append(one)
        elif len(told) >= most:
            reason = f"good enough, but an issue holds {most} at most and others scored higher"
            left.append(_rejection(one, reason))
        else:
            told.append(one)
    for one in again:
        if len(told) < most and not _crowded(one, told):
            told.append(one)
        else:
            reason = (
                "this issue tells of the same product or affair, and others come first"
            )
            left.append(replace(_rejection(one, reason), scores=None))
    return tuple(told), tuple(left)


def _crowded(one: Scored, told: Iterable[Scored]) -> str:
    """Why a launch's publisher has enough in an issue; empty where it has not."""
    publisher = one.story.publisher
    same = sum(other.story.publisher == publisher for other in told)
    is_crowded = one.story.kind is Kind.LAUNCH and same >= MOST_OF_ONE_PUBLISHER
    return f"{REPEATED_PUBLISHER} {publisher} in this issue" if is_crowded else ""


def _gives_way(one: Scored, told: Iterable[Scored], among: Reports) -> bool:
    """Is a launch about the product, in its version, or the affair of one of these?

    What must be told has its place.
    """
    story = one.story
    if story.kind is not Kind.LAUNCH or story.must_have:
        return False
    about = subject_of(story.title)
    return any(
        (about is not None and subject_of(other.story.title) == about)
        or tell_one_affair(story, other.story, among)
        for other in told
    )


def _rejection(one: Scored, reason: str, same_as: str = "") -> Rejection:
    story = one.story
    return Rejection(story.id, story.title, story.url, one.scores, reason, same_as)
