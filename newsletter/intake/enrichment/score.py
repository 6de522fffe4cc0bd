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
from newsletter.research.lifecycle import State
from newsletter.research.ranking import profile as profile_
from newsletter.research.ranking.profile import Profile
from newsletter.research.ranking.scoring import score
from newsletter.research.ranking.select import METHOD
from newsletter.research.story import Story as Told
from newsletter.text.language import is_in, told_language

_TOO_FAR = "nothing in it is what the readers' profile asks for"


@dataclass(frozen=True, slots=True)
class Readers:
    """What a newsletter's readers want, and which of some stories they were told, by id."""

    profile: Profile
    # In which language it is, as far as it can be told; "" where it cannot.
    language: str
    told: frozenset[str]


def readers(newsletter: Newsletter, stories: Sequence[Story], on: date) -> Readers:
    """What scoring these stories needs, asked for once for all of them."""
    wanted = profile_.with_topics(newsletter.profile, newsletter.topics)
    prefetch_related_objects(stories, "tellings")
    told = recall(newsletter, [story_of(one) for one in stories], on=on)
    return Readers(
        profile_.read(wanted),
        told_language(wanted, newsletter.language),
        frozenset(name for name, one in told.items() if one.match.is_certain),
    )


def find(story: Story, who: Readers) -> Found:
    """Relevance, depth and novelty, each from 1 to 10; what is far too far ends here."""
    one = story_of(story)
    scored = score(one, who.profile, is_told=one.id in who.told)
    is_too_far = scored.strength <= 0 and _is_far(one, who)
    return Found(
        {
            **asdict(scored.scores),
            "strength": round(scored.strength, 2),
            "reasons": list(scored.reasons),
            "method": METHOD,
        },
        sets={"score": scored.scores.total},
        ends=State.IRRELEVANT if is_too_far else None,
        because=_TOO_FAR if is_too_far else "",
    )


def _is_far(story: Told, who: Readers) -> bool:
    """Whether nothing in it is near the profile; none in another language ever is."""
    text = f"{story.title}\n{story.summary}"
    is_comparable = bool(who.language) and is_in(text, who.language)
    return is_comparable and who.profile.nearness(story.title, story.summary).value <= 0
