"""Evaluator: scores every story on three axes and keeps what passes the floors."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypedDict

from agents.brains.base import Brief, Hands
from agents.brains.local.asking import emit, researched
from agents.brains.local.writing.item import compose
from agents.brains.local.writing.titles import title_of
from agents.events.base import RubricScores, Update
from agents.events.brief import Choice, ItemsEvaluated, Rejected
from agents.events.schema import Kind
from newsletter.drafts.contract import MOST_WORTH_READING
from newsletter.research.newsworthiness import (
    chance_of_news,
    is_never_news,
    is_no_news,
    news_in,
)
from newsletter.research.ranking import reasons, scoring, select
from newsletter.research.ranking.profile import with_topics
from newsletter.research.retelling import Ruling, ruling
from newsletter.research.story import Kind as StoryKind
from newsletter.research.story import Story, ToldBefore, posted_anew
from newsletter.research.summary import reports
from newsletter.research.summary.summarise import summarise
from newsletter.standards.rubric import (
    FILLED,
    GOOD,
    MOST_OF_ONE_PUBLISHER,
    Rubric,
)
from newsletter.text import truncate
from newsletter.text.plain import clean

_UNTOLD = "too little to quote"
_VAGUE = "its title and text tell less of what happened than others do"
_NO_NEWS = "it reads as an essay, a guide or a list more than as news"
# The choice among some stories of the week.
_Choose = Callable[[Sequence[Story]], select.Evaluation]
REPEATS = ("told before", "the same story", select.REPEATED_PUBLISHER)


def evaluate(brief: Brief, hands: Hands) -> None:
    """Emit the chosen stories, best first, and why each other one was left out."""
    launches, papers = researched(hands)
    stories = (*launches.launches, *papers.papers)
    wanted = with_topics(brief.profile, brief.topics)
    repeats = [one for one in stories if _is_repeat(one)]
    news = [one for one in stories if one not in repeats]
    today = brief.as_of.date()
    old = {one.id: why for one in news if (why := posted_anew(one, today))}
    rest = [one for one in news if one.id not in old]
    vague = {
        one.id: why
        for one in rest
        if (why := why_vague(one)) and _can_be_told(one, brief)
    }
    choose = partial(
        select.evaluate,
        profile=wanted,
        rubric=brief.rubric,
        week=stories,
        worth=as_news,
        is_mixed=select.is_mixed(
            launches.launches,
            wanted,
            want_all=brief.rubric.general_interest,
        ),
    )
    evaluation, untold = _best_told(rest, vague, choose, brief)
    launches_told, weak_launches = _in_band(evaluation.selected_launches, vague)
    papers_told, weak_papers = _in_band(evaluation.selected_papers)
    reading: tuple[scoring.Scored, ...] = ()
    if _tell_news((*launches_told, *papers_told)):
        essays = [one for one in rest if is_no_news(one) and not one.told]
        reading = _worth_reading(essays, launches_told, choose, brief.rubric)
        launches_told += reading
    choices = _choices((*launches_told, *papers_told), reading, wanted, brief)
    named = {one.story_id for one in choices}
    rejected = (
        *(
            _rejected(left, choices)
            for left in evaluation.rejected
            if left.story_id not in named
        ),
        *map(_repeat, repeats),
        *(
            Rejected(story_id=name, reason=f"posted anew: {why}")
            for name, why in old.items()
        ),
        *(
            Rejected(story_id=one.id, reason=_UNTOLD)
            for one in untold
            if one.id not in named
        ),
        *(_weak(one) for one in (*weak_launches, *weak_papers)),
    )
    evaluated = ItemsEvaluated(
        selected_launches=choices[: len(launches_told)],
        selected_papers=choices[len(launches_told) :],
        rejected_items=tuple(
            _for_being_vague(one, vague, brief.rubric) for one in rejected
        ),
        summary=f"{len(stories)} stories scored by rules.",
        method=select.METHOD,
    )
    emit(hands, Kind.ITEMS_EVALUATED, evaluated)


def _is_repeat(story: Story) -> bool:
    """Told before, by rule; of what must be had only where that is certain."""
    is_certain = bool(story.told and story.told.is_certain)
    return ruling(story) is Ruling.REPEAT and (is_certain or not story.must_have)


# Two in five of random posts and reports are worth less: of two sentences chosen there a
# reader would strike one.
_LEAST_TOLD = 0.5


def why_vague(story: Story) -> str:
    """Why it hardly tells what happened; "" of what does, must be had or was not read."""
    if story.must_have or news_in(story) is None:
        return ""
    if is_no_news(story):
        return _NO_NEWS
    is_told = reports.value(story.summary, story.title) >= _LEAST_TOLD
    return "" if is_told else _VAGUE


# How much what is surely no news counts, and what surely is.
_NO_NEWS_COUNTS, _NEWS_COUNTS = 0.7, 1.3


# Of 42 real pages so unlikely two or three were news.
_SURELY_NONE = 0.25
# So many stories an issue has where it can.
_FEWEST = 2


def _tell_news(told: Sequence[scoring.Scored]) -> bool:
    return not all(is_no_news(one.story) for one in told)


def _may_be_news(story: Story) -> bool:
    chance = news_in(story)
    return chance is None or chance >= _SURELY_NONE


def as_news(story: Story) -> float:
    """How much a story's strength is worth for how likely it is news.

    Where its page is shut, by its title and what its feed says: of 1,500 real pages the first
    200 characters say the same as all (r = .92).
    """
    chance = news_in(story)
    if story.is_from_feed:
        chance = chance_of_news(clean(story.title), story.summary, story.url)
    if chance is None:
        return 1.0
    return _NO_NEWS_COUNTS + (_NEWS_COUNTS - _NO_NEWS_COUNTS) * chance


def _best_told(
    stories: Sequence[Story],
    vague: Mapping[str, str],
    choose: _Choose,
    brief: Brief,
) -> tuple[select.Evaluation, list[Story]]:
    """The evaluation without what is vague, but for the best where little else is left.

    What is no news has a place where an issue would tell nothing without it; what surely
    is none, where it would tell one story.
    """
    clear = [one for one in stories if one.id not in vague]
    evaluation, untold = _tellable(clear, choose, brief)
    if not vague:
        return evaluation, untold
    others = [one for one in stories if one.id in vague]
    groups = (
        ([one for one in others if not is_no_news(one)], FILLED),
        ([one for one in others if is_no_news(one) and _may_be_news(one)], FILLED),
        ([one for one in others if not _may_be_news(one)], _FEWEST),
    )
    for some, wanted in groups:
        told = (*evaluation.selected_launches, *evaluation.selected_papers)
        if _tell_news(told) and all(map(is_no_news, some)):
            break
        room = min(wanted, brief.rubric.published_launches)
        room -= len(evaluation.selected_launches)
        tellers = Counter(one.story.publisher for one in evaluation.selected_launches)
        # Who has its share has no vague story in the place of a clear one.
        free = [one for one in some if tellers[one.publisher] < MOST_OF_ONE_PUBLISHER]
        if room > 0 and free:
            best, _ = _tellable(free, choose, brief)
            let_in = [one.story for one in best.selected_launches[:room]]
            clear += let_in
            evaluation, untold = _tellable(clear, choose, brief)
            others = [one for one in others if one not in let_in]
    scored = choose(stories)
    left = {one.story_id: one for one in scored.rejected}
    # Why it is out beside all others; where it would not be, for being vague.
    out = [
        left.get(one.id)
        or select.Rejection(one.id, one.title, one.url, None, vague[one.id])
        for one in others
    ]
    return replace(evaluation, rejected=(*evaluation.rejected, *out)), untold


def _tellable(
    stories: Sequence[Story], choose: _Choose, brief: Brief
) -> tuple[select.Evaluation, list[Story]]:
    """The evaluation, and stories that gave too little to quote for a place in it.

    Their places go to the next best. What only its feed tells of may stand with its link;
    what must be had, or whose text is not at hand, is for the writer.
    """
    untold: list[Story] = []
    while True:
        rest = [one for one in stories if one not in untold]
        evaluation = choose(rest)
        chosen = (*evaluation.selected_launches, *evaluation.selected_papers)
        mute = [one.story for one in chosen if not _can_be_told(one.story, brief)]
        if not mute:
            return evaluation, untold
        untold += mute


def _can_be_told(story: Story, brief: Brief) -> bool:
    if story.is_from_feed or story.must_have or not story.source_sha256:
        return True
    item = compose(story, (), brief.rubric, strikes=0, language=brief.language)
    return item is not None


def _in_band(
    selected: tuple[scoring.Scored, ...], vague: Collection[str] = ()
) -> tuple[tuple[scoring.Scored, ...], tuple[scoring.Scored, ...]]:
    """Those to tell, and those that are told only where there is nothing better.

    What is vague comes last: it leads no issue.
    """
    good = [
        one
        for one in selected
        if one.story.must_have
        or (one.scores.total >= GOOD and one.story.id not in vague)
    ]
    weak = [one for one in selected if one not in good]
    weak.sort(key=lambda one: one.story.id in vague)
    room = max(0, FILLED - len(good))
    return (*good, *weak[:room]), tuple(weak[room:])


def _worth_reading(
    essays: Sequence[Story],
    told: Sequence[scoring.Scored],
    choose: _Choose,
    rubric: Rubric,
) -> tuple[scoring.Scored, ...]:
    """The best that is no news, to be named below what happened, where there is room.

    A section with a weak story has three at most, and a publisher its share of all.
    """
    is_thin = any(one.scores.total < GOOD for one in told)
    most = (
        min(FILLED, rubric.published_launches) if is_thin else rubric.published_launches
    )
    known = {one.story.id for one in told}
    free = [
        one
        for one in essays
        if one.id not in known and not is_never_news(one.title, one.url)
    ]
    found: list[scoring.Scored] = []
    if not free or len(told) >= most:
        return ()
    for one in choose([*(one.story for one in told), *free]).selected_launches:
        same = sum(
            other.story.publisher == one.story.publisher for other in (*told, *found)
        )
        if (
            one.story.id not in known
            and one.scores.total >= GOOD
            and same < MOST_OF_ONE_PUBLISHER
        ):
            found.append(one)
    return tuple(found[: min(MOST_WORTH_READING, most - len(told))])


def _for_being_vague(
    one: Rejected, vague: Mapping[str, str], rubric: Rubric
) -> Rejected:
    """A vague story that has the points is out for that, and without them.

    Code that certifies a choice asks for what has points and finds a place.
    """
    has_points = one.scores and not one.scores.shortfall(rubric)
    if has_points and one.story_id in vague:
        return Rejected(story_id=one.story_id, reason=vague[one.story_id])
    return one


def _rejected(left: select.Rejection, choices: Sequence[Choice]) -> Rejected:
    """What repeats another story is not scored: it is not for its points that it is out."""
    is_told = any(left.same_as == one.story_id for one in choices)
    is_scored = left.scores and not left.reason.startswith(REPEATS)
    return Rejected(
        story_id=left.story_id,
        scores=rubric_scores(left.scores) if left.scores and is_scored else None,
        reason=left.reason[:400],
        same_as=left.same_as if is_told else "",
    )


def _weak(one: scoring.Scored) -> Rejected:
    return Rejected(
        story_id=one.story.id,
        scores=rubric_scores(one.scores),
        reason=f"{one.scores.total} points, and there are {FILLED} that are stronger",
    )


def _choices(
    selected: tuple[scoring.Scored, ...],
    reading: Collection[scoring.Scored],
    wanted: str,
    brief: Brief,
) -> tuple[Choice, ...]:
    whys = reasons.whys(
        [one.story for one in selected],
        wanted,
        brief.language,
        want_all=brief.rubric.general_interest,
    )
    return tuple(
        Choice(
            story_id=chosen.story.id,
            scores=rubric_scores(chosen.scores),
            why=why[:400],
            in_a_line=chosen in reading,
            **beside_told(chosen.story),
        )
        for chosen, why in zip(selected, whys, strict=True)
    )


def _repeat(story: Story) -> Rejected:
    where = f", in issue {story.told.issue}: {story.told.title}" if story.told else ""
    return Rejected(story_id=story.id, reason=f"told before{where}"[:400])


class BesideTold(TypedDict, total=False):
    update: Update
    differs: str


def beside_told(story: Story) -> BesideTold:
    """What a choice has to say of the told story that it is like; nothing for most."""
    if story.told is None:
        return {}
    if ruling(story) is Ruling.UPDATE:
        new = _news_of(story, story.told)
        return {"update": Update(issue=story.told.issue, what_is_new=new)}
    shared = f"{story.told.shared:.0%}"
    return {
        "differs": f"its text shares {shared} of its terms with that of issue "
        f"{story.told.issue}"
    }


# What a label says, at most.
_MOST_NEW_CHARACTERS, _MOST_NEW_WORDS = 300, 35


def _news_of(story: Story, told: ToldBefore) -> str:
    """The sentence of its own text that adds most to what was told; else its title."""
    found = summarise(
        story.summary,
        title=story.title,
        most_words=_MOST_NEW_WORDS,
        most_sentences=1,
        is_paper=story.kind is StoryKind.PAPER,
        told=[told.title, told.gist],
    )
    fits = (one.display for one in found if len(one.display) <= _MOST_NEW_CHARACTERS)
    title = truncate.at_word(title_of(story.title), _MOST_NEW_CHARACTERS)
    return next(fits, title)


def rubric_scores(scores: scoring.Scores) -> RubricScores:
    """Scores as an event holds them."""
    return RubricScores(
        relevance=scores.relevance, depth=scores.depth, novelty=scores.novelty
    )
