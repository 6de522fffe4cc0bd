"""Relevance, depth and novelty of one story, from 1 to 10, by rule. Pure.

The floors of the rubric are the yardstick: relevance 6 is reached by about one paper
in three hundred and by the better fifth of launches; depth 5 by what gives a reader
something to hold on to; novelty 6 by what is neither told nor a small release.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from newsletter.research.ranking.profile import Profile
from newsletter.research.ranking.reasons import reasons_for
from newsletter.research.ranking.strength import (
    HACKER_NEWS,
    NEAR,
    OTHER_OUTLETS,
    asked_for,
    is_patch,
    strength_of,
)
from newsletter.research.story import Kind, Story
from newsletter.standards.rubric import Rubric
from newsletter.text.spelling import UNSPACED
from newsletter.text.words import length_in_words


@dataclass(frozen=True, slots=True)
class Scores:
    """The rubric's three axes, each from 1 to 10."""

    relevance: int
    depth: int
    novelty: int

    @property
    def total(self) -> int:
        return self.relevance + self.depth + self.novelty

    def shortfall(self, rubric: Rubric) -> str:
        """Why these scores do not pass, in words; empty where they do."""
        missed = rubric.missed(self.relevance, self.depth, self.novelty)
        return "; ".join(
            f"{axis} {score} is below {floor}" for axis, score, floor in missed
        )


@dataclass(frozen=True, slots=True)
class Scored:
    """A story with its scores; `strength` orders what the digits leave equal.

    `reasons` are what spoke for it, the best first; readers find one on the page of
    evidence. `asked` is its relevance by the readers' wishes alone.
    """

    story: Story
    scores: Scores
    strength: float
    reasons: tuple[str, ...]
    asked: int

    @property
    def why(self) -> str:
        """The best reason."""
        return self.reasons[0]


def score(story: Story, profile: Profile, *, is_told: bool = False) -> Scored:
    """Score one story, by itself: what else there is that week does not matter.

    `is_told` says that the memory is certain of it.
    """
    near = profile.nearness(story.title, story.summary)
    value = near_to(profile, story)
    strength = strength_of(story, value, profile.readers)
    asked = min(strength, asked_for(story, value, profile.affinity))
    evidence = evidence_in(story)
    scores = Scores(
        relevance=_between(_RELEVANCE[story.kind], strength),
        depth=_depth(story, evidence, is_far=profile.is_far),
        novelty=_novelty(story, is_told=is_told),
    )
    by_wishes = _between(_RELEVANCE[story.kind], asked)
    return Scored(story, scores, strength, reasons_for(story, near), by_wishes)


def near_to(profile: Profile, story: Story) -> float:
    """How near a story is, as it was read with its week where it was."""
    if NEAR in story.signals and (profile.is_far or not profile.is_english):
        return story.signals[NEAR]
    return profile.nearness(story.title, story.summary).value


# What lies behind a shut page nobody knows: where many point at it, it is taken to be
# as deep as a launch usually is; of a publisher that ranks high, as deep as one has to be.
_UNSEEN_DEPTH, _LEAST_UNSEEN = 7, 5
_RANKS_HIGH = 0.8


def _depth(story: Story, evidence: "Evidence", *, is_far: bool) -> int:
    points = max(evidence.points, evidence.points_as_news if is_far else 0)
    least = 0
    if story.is_from_feed and (evidence.is_noticed or story.prior >= _RANKS_HIGH):
        least = _UNSEEN_DEPTH if evidence.is_noticed else _LEAST_UNSEEN
    return max(least, min(10, 2 + points))


# Strength → relevance, straight lines between. In strength's unit: see Nearness.
_RELEVANCE = {
    Kind.PAPER: ((0.0, 1.0), (13.4, 6.0), (26.0, 10.0)),
    Kind.LAUNCH: ((0.0, 1.0), (10.5, 6.0), (20.0, 10.0)),
}


def _between(points: Sequence[tuple[float, float]], value: float) -> int:
    """The score at a value, on straight lines between the points; whole, rounded down."""
    left = points[0]
    for right in points[1:]:
        if value < right[0]:
            share = max(0.0, (value - left[0]) / (right[0] - left[0]))
            return int(left[1] + share * (right[1] - left[1]))
        left = right
    return int(left[1])


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a text gives a reader to hold on to."""

    numbers: int
    is_long: bool
    is_evaluated: bool
    is_available: bool
    # Others told of it, or many pointed at it: one can check it there.
    is_noticed: bool = False
    # Who, where and how many: names and figures within the sentences of its summary.
    particulars: int = 0
    says_more_than_its_title: bool = False
    is_told_elsewhere: bool = False

    @property
    def points(self) -> int:
        """From 0 to 9."""
        figures = (self.numbers >= 1) + (self.numbers >= _SEVERAL)
        own = figures + 2 * self.is_long + self.is_evaluated + 2 * self.is_available
        return own + 2 * self.is_noticed

    @property
    def points_as_news(self) -> int:
        """From 0 to 5: what few words tell of who and where is as deep as a launch."""
        told = 2 * (self.particulars >= 1) + (self.particulars >= _SEVERAL)
        told += self.says_more_than_its_title + 2 * self.is_told_elsewhere
        return min(told, _UNSEEN_DEPTH - 2)


_SEVERAL = 3
_MANY_TELLINGS = 3
_MANY_POINTS = 100
_NUMBER = re.compile(
    r"(?<![A-Za-z\d_.])[+-]?\$?\d[\d,]*(?:\.\d+)?(?:\s?(?:%|x\b|×|\\%|[BMK]\b))?"
)
_EVALUATED = re.compile(
    r"\b(?:benchmarks?|evaluat\w+|experiments?|outperform\w*|accuracy|baselines?|"
    r"ablations?|compared (?:to|with)|latency|throughput|faster|cheaper|percent)\b",
    re.IGNORECASE,
)
_AVAILABLE = re.compile(
    r"\b(?:github|gitlab|huggingface\.co|hugging face|open[- ]?sourc\w+|weights|"
    r"code (?:is|are|and|will|at|available)|our code|publicly available|"
    r"available (?:at|on|in|now|today|for|via|through|from|to)|pip install|npm|"
    r"docker|apache|mit licen[sc]e|licen[sc]e|pricing|per million|rate limits?|"
    r"download)\b",
    re.IGNORECASE,
)
# What has a price is to be had, of whatever subject and language.
_PRICED = re.compile(
    r"[$€£¥]\s?\d|\d\s?(?:€|元|円)|\b(?:gratis|gratuite?|kostenlos)\b|免费|开源"
)
# A name or figure behind a word of its sentence, so no word is one for beginning it.
_PARTICULAR = re.compile(
    r"(?<=[\w,;’'\"“(] )(?:[^\W\d_a-z][\w’-]+|\d[\d,.]*)|"
    # Where words run on, behind any character; names stand in quotes.
    rf"(?<=[{UNSPACED}])(?:\d[\d,.]*|[A-Z][A-Za-z]+)|(?<=[「『《“])[{UNSPACED}]{{2,12}}"
)
# So much of a summary is read for them: a feed's own words, of a page the beginning.
_READ_CHARACTERS = 1_500
# A sentence of a feed that has so many words says what its title does not.
_SENTENCE = 18
_LONG = {Kind.PAPER: 150, Kind.LAUNCH: 40}


def evidence_in(story: Story) -> Evidence:
    """What the title and summary give: figures, length, tests, something to try."""
    text = f"{story.title} . {story.summary}"
    said = {
        word
        for word in _PARTICULAR.findall(story.summary[:_READ_CHARACTERS])
        if not word.islower()
    }
    return Evidence(
        numbers=len(_NUMBER.findall(text)),
        is_long=length_in_words(text) >= _LONG[story.kind],
        is_evaluated=bool(_EVALUATED.search(text)),
        is_available=bool(
            _AVAILABLE.search(f"{text} {story.url}") or _PRICED.search(text)
        ),
        is_noticed=story.kind is Kind.LAUNCH
        and (
            len(story.also) >= _MANY_TELLINGS
            or story.signals.get(HACKER_NEWS, 0) >= _MANY_POINTS
        ),
        particulars=len(said),
        says_more_than_its_title=length_in_words(story.summary) >= _SENTENCE,
        is_told_elsewhere=story.signals.get(OTHER_OUTLETS, 0) >= 1,
    )


def _novelty(story: Story, *, is_told: bool) -> int:
    """9 for what is new, whatever it resembles: another version is; 5 for a small release.

    What was told is for the memory to say. The words of told titles, once weighed here,
    found none of 900 real stories that was, and took the next version for old.
    """
    if is_told:
        return 1
    is_small = story.kind is Kind.LAUNCH and is_patch(story.title)
    return 5 if is_small else 9
