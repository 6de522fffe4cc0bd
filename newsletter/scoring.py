"""Relevance, depth and novelty of one story, from 1 to 10, by rule. Pure.

The floors of the rubric are the yardstick: a paper reaches relevance 6 when about one
in three hundred of a week's papers is as near to the profile; depth 5 when there is
something to hold on to; novelty 6 when nothing like it was told before.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from newsletter.coverage import CoveredStory
from newsletter.profile import Nearness, Profile
from newsletter.rubric import Rubric
from newsletter.similarity import closest, terms, vector
from newsletter.story import Kind, Story

# The names of the signals that count here.
HUGGING_FACE = "huggingface_upvotes"
HACKER_NEWS = "hackernews_points"


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
        floors = (
            ("relevance", self.relevance, rubric.relevance_floor),
            ("depth", self.depth, rubric.depth_floor),
            ("novelty", self.novelty, rubric.novelty_floor),
            ("total", self.total, rubric.total_floor),
        )
        return "; ".join(
            f"{axis} {score} is below {floor}"
            for axis, score, floor in floors
            if score < floor
        )


@dataclass(frozen=True, slots=True)
class Scored:
    """A story with its scores; `strength` orders what the digits leave equal.

    `why` completes the sentence "Picked because …"; a reader may see it.
    """

    story: Story
    scores: Scores
    strength: float
    why: str


def score(story: Story, profile: Profile, covered: Sequence[CoveredStory]) -> Scored:
    """Score one story, by itself: what else there is that week does not matter."""
    near = profile.nearness(f"{story.title} . {story.summary}")
    strength = strength_of(story, near)
    evidence = evidence_in(story)
    scores = Scores(
        relevance=_between(_RELEVANCE, strength),
        depth=min(10, 3 + evidence.points),
        novelty=_novelty(story, profile, covered),
    )
    return Scored(story, scores, strength, _why(story, near, evidence))


# Strength → relevance, straight lines between. In strength's unit: see Nearness.
_RELEVANCE = ((0.0, 1.0), (13.0, 6.0), (25.0, 10.0))


def _between(points: Sequence[tuple[float, float]], value: float) -> int:
    """The score at a value, on straight lines between the points; whole, rounded down."""
    left = points[0]
    for right in points[1:]:
        if value < right[0]:
            share = max(0.0, (value - left[0]) / (right[0] - left[0]))
            return int(left[1] + share * (right[1] - left[1]))
        left = right
    return int(left[1])


def strength_of(story: Story, near: Nearness) -> float:
    """How much the readers should want a story, in the unit of Nearness."""
    if story.kind is Kind.PAPER:
        return near.value + (_LISTED if HUGGING_FACE in story.signals else 0.0)
    points = story.signals.get(HACKER_NEWS, 0.0)
    return (
        near.value * _NEARNESS_OF_LAUNCHES
        + story.prior * _PRIOR
        + _title_points(story.title)
        + min(points, 500.0) / 500.0 * _HACKER_NEWS
    )


# A place on the Hugging Face daily list counts like so much nearness.
_LISTED = 3.0
# For launches almost all is told by who published it and how the title is put.
_NEARNESS_OF_LAUNCHES = 0.3
_PRIOR = 8.0
_HACKER_NEWS = 3.0

_SHIPS = re.compile(
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
    r"\b(?:how (?:we|i|to|\w+ (?:uses?|built|cuts?|saves?))|customers?|case study|"
    r"webinar|podcast|hiring|careers?|partner(?:s|ship)?|funding|raises?|series [a-e]|"
    r"acquir\w+|roundup|weekly|newsletter|event|summit|conference|keynote|policy|"
    r"opinion|interview|guide|tutorial|what is|why (?:we|i|you)|lessons|hackathon|"
    r"grants?|scholarship|appoints?|joins?|board|economic|election|recap)\b",
    re.IGNORECASE,
)
_PATCH = re.compile(
    r"\bv?\d+\.\d+\.[1-9]\d*\b|\b(?:rc|alpha|nightly|dev)\.?\d*\b", re.I
)


def _title_points(title: str) -> float:
    points = 0.0
    points += 3.0 if _SHIPS.search(title) else 0.0
    points += 2.0 if _ABOUT_TOOLS.search(title) else 0.0
    points -= 5.0 if _NOT_A_LAUNCH.search(title) else 0.0
    points -= 3.0 if _PATCH.search(title) else 0.0
    return points


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a text gives a reader to hold on to."""

    numbers: int
    is_long: bool
    is_evaluated: bool
    is_available: bool

    @property
    def points(self) -> int:
        """From 0 to 7."""
        figures = (self.numbers >= 1) + (self.numbers >= 3)
        return figures + 2 * self.is_long + self.is_evaluated + 2 * self.is_available


_NUMBER = re.compile(
    r"(?<![\w.])[+-]?\$?\d[\d,]*(?:\.\d+)?(?:\s?(?:%|x\b|\u00d7|\\%|[BMK]\b))?"
)
_EVALUATED = re.compile(
    r"\b(?:benchmarks?|evaluat\w+|experiments?|outperform\w*|accuracy|baselines?|"
    r"ablations?|compared (?:to|with)|latency|throughput|faster|cheaper|percent)\b",
    re.IGNORECASE,
)
_AVAILABLE = re.compile(
    r"\b(?:github|gitlab|huggingface\.co|hugging face|open[- ]?sourc\w+|weights|"
    r"code (?:is|are|and|will|at|available)|our code|publicly available|"
    r"available (?:at|on|in|now|today|for|via|through|from)|api|pip install|npm|"
    r"docker|apache|mit licen[sc]e|licen[sc]e|pricing|per million|rate limits?|"
    r"docs|documentation|download)\b",
    re.IGNORECASE,
)
_LONG = {Kind.PAPER: 150, Kind.LAUNCH: 60}


def evidence_in(story: Story) -> Evidence:
    """What the title and summary give: figures, length, tests, something to try."""
    text = f"{story.title} . {story.summary}"
    return Evidence(
        numbers=len(_NUMBER.findall(text)),
        is_long=len(text.split()) >= _LONG[story.kind],
        is_evaluated=bool(_EVALUATED.search(text)),
        is_available=bool(_AVAILABLE.search(f"{text} {story.url}")),
    )


def _novelty(story: Story, profile: Profile, covered: Sequence[CoveredStory]) -> int:
    """9 for what nothing told before resembles; a small release is worth 5."""
    weigh = profile.frequencies
    earlier = [
        vector([*terms(before.title), *before.terms], weigh) for before in covered
    ]
    mine = vector(terms(f"{story.title} . {story.summary}"), weigh)
    alike = max(
        closest(mine, earlier), closest(vector(terms(story.title), weigh), earlier)
    )
    most = 5 if _PATCH.search(story.title) else 9
    return max(1, min(most, round(9 - 8 * max(0.0, alike - 0.2))))


def _why(story: Story, near: Nearness, evidence: Evidence) -> str:
    reasons = []
    if near.matched:
        reasons.append(
            f"it matches this newsletter's profile on {_listed(near.matched)}"
        )
    if story.kind is Kind.LAUNCH and story.prior >= 0.5:
        reasons.append(f"{story.publisher} is a source we follow closely")
    if upvotes := story.signals.get(HUGGING_FACE):
        reasons.append(f"it had {upvotes:.0f} upvotes on Hugging Face when we read it")
    if points := story.signals.get(HACKER_NEWS):
        reasons.append(f"it had {points:.0f} points on Hacker News when we read it")
    given = [
        name
        for name, holds in (
            ("figures", evidence.numbers >= 3),
            ("an evaluation", evidence.is_evaluated),
            ("something to try", evidence.is_available),
        )
        if holds
    ]
    if given:
        reasons.append(f"it offers {_listed(given)}")
    return _listed(reasons) or "it is what the sources had"


def _listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"
