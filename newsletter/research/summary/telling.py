"""What a sentence of a report is worth to a reader who sees little else of it. Pure.

Two chances are told of each sentence: that it tells what happened or what the thing is,
and that it tells this or a fact of it, and holds alone under the title. The weights are
those of two logistic regressions over labelled sentences of real posts and reports;
docs/measured/prose.md has who labelled them, and how right the weights are. Where a text is not
English only what any language shows is weighed.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from newsletter.research.summary import sentence_quality
from newsletter.text.language import is_english
from newsletter.text.similarity import STOP_WORDS, Vector, terms, words
from newsletter.text.words import length_in_words


@dataclass(frozen=True, slots=True)
class Telling:
    """The chances of one sentence, from 0 to 1: `fact` counts the news itself too."""

    news: float
    fact: float

    @property
    def value(self) -> float:
        """What it is worth as the first that a reader sees, from 0 to 1.5."""
        return self.news + self.fact / 2


@dataclass(frozen=True, slots=True)
class Weights:
    """Those of a logistic regression over named signs."""

    bias: float
    by_sign: Mapping[str, float]

    def chance(self, signs: Mapping[str, float]) -> float:
        """From 0 to 1; `signs` are those of the weights, and may be more."""
        value = sum(weight * signs[sign] for sign, weight in self.by_sign.items())
        return 1 / (1 + math.exp(-(self.bias + value)))


_NEWS = Weights(
    -2.62,
    {
        "central": 1.99,
        "late": -2.93,
        "opens": 1.14,
        "title": 1.25,
        "most_of_title": 1.01,
        "short": -0.13,
        "half_quoted": -2.06,
        "quoted": -1.43,
        "named": 0.57,
        "small_words": -4.09,
        "ships": 0.77,
        "evidence": 0.52,
        "when": 0.78,
        "year": -1.28,
        "i": -0.22,
        "we": 0.59,
        "this": 0.09,
        "vague": -0.20,
    },
)
_FACT = Weights(
    0.89,
    {
        "central": 0.90,
        "late": -1.04,
        "opens": -0.19,
        "title": 0.84,
        "most_of_title": 0.19,
        "short": -0.22,
        "half_quoted": -1.93,
        "quoted": -1.33,
        "named": 0.17,
        "small_words": -4.15,
        "ships": 0.47,
        "evidence": 0.53,
        "when": 0.54,
        "year": -0.15,
        "i": -0.88,
        "we": -0.01,
        "this": -0.45,
        "vague": -0.46,
    },
)
_NEWS_ANYWHERE = Weights(
    -3.99,
    {
        "central": 2.00,
        "late": -2.89,
        "opens": 1.07,
        "title": 1.73,
        "most_of_title": 0.87,
        "short": -0.16,
        "half_quoted": -1.59,
        "quoted": -1.59,
        "named": 0.66,
    },
)
_FACT_ANYWHERE = Weights(
    -1.32,
    {
        "central": 1.08,
        "late": -0.69,
        "opens": -0.03,
        "title": 1.15,
        "most_of_title": 0.02,
        "short": -0.19,
        "half_quoted": -1.66,
        "quoted": -1.66,
        "named": 0.35,
    },
)


def read(
    sentences: Sequence[str],
    title: str,
    vectors: Sequence[Vector],
    central: Sequence[float],
) -> list[Telling]:
    """What each sentence of a text is worth; `vectors` and `central` are of the same."""
    in_english = is_english(" ".join(sentences))
    news, fact = (_NEWS, _FACT) if in_english else (_NEWS_ANYWHERE, _FACT_ANYWHERE)
    about = frozenset(term for term in terms(title) if " " not in term)
    shares = [
        len(about.intersection(one)) / len(about) if about else 0.0 for one in vectors
    ]
    most = max(shares, default=0.0)
    found = []
    for place, shown in enumerate(sentences):
        signs = {
            "central": central[place],
            "late": place / max(_SHORT_TEXT, len(sentences)),
            "opens": float(place == 0),
            "title": shares[place],
            "most_of_title": float(0 < most == shares[place]),
            **_signs_of_form(shown, title),
            **(_signs_in_english(shown) if in_english else {}),
        }
        found.append(Telling(news.chance(signs), fact.chance(signs)))
    return found


# In sentences; and the words of one that tells enough.
_SHORT_TEXT = 10
_FEW_WORDS = 14
_CAPITALISED = re.compile(r"[A-ZÀ-Þ][\w’'-]*")
_QUOTATION = tuple("\"“'‘«„「")


def _signs_of_form(shown: str, title: str) -> Mapping[str, float]:
    """What any language shows: its length, marks of quotation, a name at its beginning."""
    opening = _CAPITALISED.match(shown)
    is_halved = shown.count("“") != shown.count("”") or shown.count('"') % 2 == 1
    return {
        "short": max(0, _FEW_WORDS - length_in_words(shown)),
        "half_quoted": float(is_halved),
        "quoted": float(shown.startswith(_QUOTATION)),
        "named": float(bool(opening and opening[0] in _CAPITALISED.findall(title))),
    }


WHEN = re.compile(
    r"\b(?:today|yesterday|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|"
    r"this (?:week|month|morning|year|summer|fall|autumn|spring|winter)|starting|now)\b"
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
FIRST_PERSON = re.compile(r"(?<![\w'’])(?:I|I['’](?:m|ve|d|ll)|[Mm]y|me|myself)(?!\w)")
_WE = re.compile(r"\b(?:we|our|us)\b")
_THIS = re.compile(r"\b(?:this|these|those|that)\b")
_VAGUE = re.compile(
    r"\b(?:like|such as|kind of|sort of|things?|people|everyone|anyone|someone|nobody|world|era|"
    r"future|question|problem|challenge|idea|way|reality|story|history)\b"
)


def _signs_in_english(shown: str) -> Mapping[str, float]:
    lower, said = shown.lower(), words(shown)
    return {
        "small_words": sum(word in STOP_WORDS for word in said) / max(1, len(said)),
        "ships": float(sentence_quality.ships(lower)),
        "evidence": sentence_quality.evidence(shown)
        + sentence_quality.to_be_had(shown),
        "when": float(bool(WHEN.search(shown))),
        "year": float(bool(_YEAR.search(shown))),
        "i": float(bool(FIRST_PERSON.search(shown))),
        "we": float(bool(_WE.search(lower))),
        "this": float(bool(_THIS.search(lower))),
        "vague": float(bool(_VAGUE.search(lower))),
    }
