"""Scores a story by the local ranker: how much the newsletter's readers should want it.

What an issue has room for is judged beside the week's other stories, when one is made.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date

from django.db.models import prefetch_related_objects

from newsletter.intake.enrichment.finding import Found
from newsletter.intake.held import story_of
from newsletter.issues.memory import recall
from newsletter.models import Newsletter, Story
from newsletter.research.ranking import profile as profile_
from newsletter.research.ranking.profile import Profile
from newsletter.research.ranking.scoring import score
from newsletter.research.ranking.select import METHOD


@dataclass(frozen=True, slots=True)
class Readers:
    """What a newsletter's readers want, and which of some stories they were told, by id."""

    profile: Profile
    told: frozenset[str]


def readers(newsletter: Newsletter, stories: Sequence[Story], on: date) -> Readers:
    """What scoring these stories needs, asked for once for all of them."""
    wanted = profile_.with_topics(newsletter.profile, newsletter.topics)
    prefetch_related_objects(stories, "tellings")
    told = recall(newsletter, [story_of(one) for one in stories], on=on)
    return Readers(
        profile_.read(wanted, want_all=newsletter.rules.general_interest),
        frozenset(name for name, one in told.items() if one.match.is_certain),
    )


def find(story: Story, who: Readers) -> Found:
    """Relevance, depth and novelty, each from 1 to 10."""
    one = story_of(story)
    scored = score(one, who.profile, is_told=one.id in who.told)
    return Found(
        {
            **asdict(scored.scores),
            "strength": round(scored.strength, 2),
            "reasons": list(scored.reasons),
            "method": METHOD,
        },
        sets={"score": scored.scores.total},
    )
