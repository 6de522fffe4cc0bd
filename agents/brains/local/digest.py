"""The digest's judges: rate by rule, take the groups as their terms name them."""

from agents.brains.base import BrainFailed, Brief, Hands
from agents.brains.local.asking import ask, emit, newest
from agents.brains.local.evaluator import beside_told, rubric_scores
from agents.brains.local.writing.section_names import named
from agents.events.digest import (
    ArticlesDownloaded,
    ArticlesRated,
    LeftOut,
    Rating,
    SummariesExtracted,
    Topic,
    TopicsClustered,
)
from agents.events.schema import Kind
from newsletter.research.ranking import reasons, select
from newsletter.research.ranking.profile import with_topics

# Of each kind so many may be told; what comes after them is rated all the same.
_MOST_OF_A_KIND = 20


def rate(brief: Brief, hands: Hands) -> None:
    """Emit what each summarised story is worth, the best first."""
    read, summaries = (
        newest(hands, ArticlesDownloaded),
        newest(hands, SummariesExtracted),
    )
    if read is None or summaries is None:
        raise BrainFailed("nothing was read yet", is_final=True)
    told = {one.story_id for one in summaries.summaries}
    stories = [one for one in read.stories if one.id in told]
    roomy = brief.rubric.model_copy(
        update={
            "published_launches": _MOST_OF_A_KIND,
            "published_papers": _MOST_OF_A_KIND,
        }
    )
    wanted = with_topics(brief.profile, brief.topics)
    is_mixed = select.is_mixed(stories, wanted, want_all=brief.rubric.general_interest)
    found = select.evaluate(stories, wanted, roomy, is_mixed=is_mixed)
    best = sorted(
        (*found.selected_launches, *found.selected_papers),
        key=lambda one: (-one.scores.total, -one.strength, one.story.id),
    )
    weak = [one for one in found.rejected if not one.reason.startswith(_REPEATS)]
    scores = {one.story.id: one.scores for one in best}
    scores |= {one.story_id: one.scores for one in weak if one.scores}
    by_id = {one.id: one for one in stories}
    again = select.told_again([by_id[name] for name in scores], stories)
    scores = {name: one for name, one in scores.items() if name not in again}
    whys = reasons.whys(
        [by_id[name] for name in scores],
        wanted,
        brief.language,
        want_all=brief.rubric.general_interest,
    )
    rating = ArticlesRated(
        rated=tuple(
            Rating(
                story_id=name,
                scores=rubric_scores(scores[name]),
                why=why[:400],
                **beside_told(by_id[name]),
            )
            for name, why in zip(scores, whys, strict=True)
        ),
        left_out=tuple(
            LeftOut(
                story_id=one.story_id,
                reason=reason[:400],
                same_as=same_as if same_as in scores else "",
            )
            for one in found.rejected
            if one.story_id not in scores
            for reason, same_as in [again.get(one.story_id, (one.reason, one.same_as))]
        ),
        method=select.METHOD,
    )
    emit(hands, Kind.ARTICLES_RATED, rating)


_REPEATS = ("the same story", select.REPEATED_PUBLISHER)


def name(_: Brief, hands: Hands) -> None:
    """Emit the groups under the names that their terms make, each name once."""
    taken: set[str] = set()
    topics = []
    for group in ask(hands, "cluster_stories"):
        first = group["stories"][0]
        own = group["name"]
        if own.casefold() in taken:
            own = named(first["title"])
        if own.casefold() in taken:
            own = named(first["id"])
        taken.add(own.casefold())
        topics.append(Topic(name=own, story_ids=(first["id"],)))
    emit(hands, Kind.TOPICS_CLUSTERED, TopicsClustered(topics=tuple(topics)))
