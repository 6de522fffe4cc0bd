"""How much the readers should want a story, by the profile and by outside signals. Pure.

For papers, nearness to the profile tells most, then whether others picked them; for
launches, who published it and how the title is put.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

from newsletter.research.names import names_in
from newsletter.research.sequels import tells_sequel
from newsletter.research.story import Kind, Story

# The names of the signals that count here.
HUGGING_FACE = "huggingface_upvotes"
HACKER_NEWS = "hackernews_points"

# How many other outlets most likely tell its event.
OTHER_OUTLETS = "other_outlets"

# What an editorial line adds for a story of a preferred site, in nearness.
PREFERRED = "preferred"

# What ranking a week together found out: it is on the log, so that who scores a story
# alone later comes to the same.
SHARED = "shared_with_nearest"  # in nearness: how much it is like the week's nearest
NEAR = "near"  # how near it is beside its week, or by what its words mean as well
LEARNED = "learned"  # in nearness: what this newsletter learned from its readers

# A place on the Hugging Face daily list counts like so much nearness, each upvote less
# than the one before, and none beyond these.
_LISTED = 2.0
_MANY_UPVOTES = 200.0
# For launches almost all is told by who published it and how the title is put.
_NEARNESS_OF_LAUNCHES = 0.3
_LEARNED_OF_LAUNCHES = 0.5
# So near a launch is relevant enough by its readers' wishes alone.
NEAR_BY_ITSELF = 10.5
# So near to a profile of another field, a story is judged as one of ours.
_NEAR_ENOUGH = 8.0
_PRIOR = 8.0
# Points on Hacker News count so much at most, which is reached by so many.
_MOST_FOR_POINTS, _MANY_POINTS = 3.0, 500.0
# So much more it is wanted for the logarithm of how many others tell it: a fifth for one.
_TOLD_ELSEWHERE = 0.3
# What only mends is wanted so much less.
_PATCHES = 3.0
# What has points enough where every subject is wanted, before who else tells it.
_OF_GENERAL_INTEREST = 10.5


def beside_no_week(story: Story) -> Story:
    """The story without how near it was to what was asked of its week."""
    kept = {name: value for name, value in story.signals.items() if name != NEAR}
    return story.model_copy(update={"signals": kept})


@dataclass(frozen=True, slots=True)
class Readers:
    """How near they are, from 0 to 1, to the field that the outlets are ranked for.

    Those of a letter of general interest are near to whatever its outlets tell.
    """

    affinity: float = 1.0
    want_all: bool = False


OF_THE_FIELD = Readers()


def strength_of(story: Story, near: float, readers: Readers = OF_THE_FIELD) -> float:
    """How much the readers should want a story, by its nearness and in its unit.

    Far from the field nearness is all: who published a launch tells gardeners nothing,
    nor does what a week's papers share. Who wants all wants first what others tell.
    """
    affinity = readers.affinity
    if readers.want_all and story.kind is Kind.LAUNCH:
        return _of_general_interest(story, near)
    counts = max(affinity, min(1.0, near / _NEAR_ENOUGH))
    if story.kind is Kind.PAPER:
        found = story.signals.get(SHARED, 0.0) * counts
        found += story.signals.get(LEARNED, 0.0) + _listed(story.signals)
        return near + found + _preferred(story, near)
    strength = _asked(story, near, affinity) + _known(story) * counts
    if strength <= 0:
        return strength
    return strength * _told_elsewhere(story.signals, near)


def _of_general_interest(story: Story, near: float) -> float:
    """What others make of a launch, and a little what its readers want."""
    strength = _OF_GENERAL_INTEREST + _others(story) * _PRIOR + _standing(story)
    strength -= _PATCHES if is_patch(story.title) else 0.0
    strength += story.signals.get(LEARNED, 0.0) * _LEARNED_OF_LAUNCHES
    return strength + near * _NEARNESS_OF_LAUNCHES + story.signals.get(PREFERRED, 0.0)


def asked_for(story: Story, near: float, affinity: float) -> float:
    """A launch's strength by the readers' wishes, without who published it and how."""
    return _asked(story, near, affinity) + _known(story) * affinity


def _asked(story: Story, near: float, affinity: float) -> float:
    own = _NEARNESS_OF_LAUNCHES + (1 - _NEARNESS_OF_LAUNCHES) * (1 - affinity)
    learned = story.signals.get(LEARNED, 0.0) * _LEARNED_OF_LAUNCHES
    return near * own + _preferred(story, near) + learned


def _preferred(story: Story, near: float) -> float:
    """What is near to nobody's wishes is not wanted for its site."""
    return min(story.signals.get(PREFERRED, 0.0), max(0.0, near))


def _known(story: Story) -> float:
    """What who published a launch, its title and Hacker News tell of it."""
    return _standing(story) + _title_points(story.title)


def _standing(story: Story) -> float:
    """What who published a launch and Hacker News tell of it."""
    points = min(story.signals.get(HACKER_NEWS, 0.0), _MANY_POINTS)
    return story.prior * _PRIOR + points / _MANY_POINTS * _MOST_FOR_POINTS


def _others(story: Story) -> float:
    return math.log1p(story.signals.get(OTHER_OUTLETS, 0.0) + len(story.also))


def noticed(story: Story) -> float:
    """What others make of a story, whatever its readers want: who else tells it, points, who
    published it.
    """
    if story.kind is Kind.PAPER:
        return _others(story) + _listed(story.signals)
    return _others(story) * _PRIOR + _known(story)


def _told_elsewhere(signals: Mapping[str, float], near: float) -> float:
    """How much more a launch is wanted for who else tells it.

    What all the world tells is no news for readers who want something else.
    """
    is_near = max(0.0, min(1.0, near / _NEAR_ENOUGH))
    others = math.log1p(signals.get(OTHER_OUTLETS, 0.0))
    return 1 + others * _TOLD_ELSEWHERE * is_near


def _listed(signals: Mapping[str, float]) -> float:
    """What being on the Hugging Face daily list is worth, with its upvotes."""
    upvotes = signals.get(HUGGING_FACE)
    if upvotes is None:
        return 0.0
    return _LISTED + math.log1p(min(max(upvotes, 0.0), _MANY_UPVOTES))


# What a title that tells of a launch says.
SHIPS = re.compile(
    r"\b(?:introduc\w+|announc\w+|launch\w*|releas\w+|unveil\w*|open[- ]?sourc\w+|"
    r"(?:now|generally) available|is (?:here|live|out)|ships?|shipped|"
    r"open[- ]weights?|preview|beta|v?\d+\.\d+(?:\.\d+)?)\b",
    re.IGNORECASE,
)
_ABOUT_TOOLS = re.compile(
    r"\b(?:agents?|models?|api|sdk|mcp|cli|llms?|coding|reasoning|inference|tools?|"
    r"gpt|claude|gemini|llama|qwen|mistral|deepseek)\b",
    re.IGNORECASE,
)
_NOT_A_LAUNCH = re.compile(
    r"\b(?:how (?:we|i|to|\w+ (?:uses?|built|cuts?|saves?))|"
    r"(?:is|are) (?:deploying|adopting|using)|"
    r"customers?|case study|"
    r"webinar|podcast|hiring|careers?|partner(?:s|ship)?|funding|raises?|series [a-e]|"
    r"acquir\w+|press release|(?:success|customer) stor(?:y|ies)|signs?|selects?|chooses|"
    r"expands?|strategic|awards?|celebrat\w+|roundup|weekly|newsletter|event|summit|conference|keynote|policy|"
    r"opinion|interview|guide|tutorial|what is|why (?:we|i|you)|lessons|hackathon|"
    r"grants?|scholarship|appoints?|joins?|board|economic|election|recap)\b",
    re.IGNORECASE,
)
# A release of which the number says that much is new: 5.0, v2.0.0.
_MAJOR = re.compile(r"\bv?[1-9]\d*\.0(?:\.0)?(?![.\d])", re.I)
# A release that only mends, or comes before one: 1.4.2, 2.1-alpha, v3 rc1, alpha 2. "Dev
# tools", "Alpha" and "α-stable" are no versions, and 12.3.2026 is a day.
_PATCH = re.compile(
    r"\bv?\d+\.\d+\.(?!(?:19|20)\d\d\b)[1-9]\d*\b|"
    r"(?<![\w.])(?:v\d+|v?\d+(?:\.\d+)+)(?:[-.+]?dev|[-.+ ]?(?:rc|alpha|nightly))[-. ]?\d*\b|"
    r"\brc[-. ]?\d{1,2}\b|(?-i:\balpha[-. ]?\d{1,2}\b)|"
    r"\bnightly (?:builds?|releases?|\d)|\A(?:[\w.-]+ ){1,2}nightly\Z",
    re.IGNORECASE,
)


def _title_points(title: str) -> float:
    points = 0.0
    points += 3.0 if SHIPS.search(title) else 0.0
    points += 2.0 if _ABOUT_TOOLS.search(title) else 0.0
    points += 2.0 if _MAJOR.search(title) else 0.0
    points -= 5.0 if _NOT_A_LAUNCH.search(title) else 0.0
    points -= _PATCHES if is_patch(title) else 0.0
    return points


def is_patch(title: str) -> bool:
    """Does a launch's title name a release that only mends: 1.4.2, a candidate, a nightly?

    That one was withdrawn, or leaks keys, is news.
    """
    return bool(_PATCH.search(title)) and not tells_sequel(
        names_in(title).words, frozenset()
    )
