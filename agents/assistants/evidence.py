"""What past issues say about a question: cited claims with their quotes, ranked (BM25-like).

Only issues that readers may read, and citations whose quote was found in its source.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from newsletter.issues import search
from newsletter.models import Citation, Newsletter
from newsletter.research.ranking.frequencies import shipped
from newsletter.text.language import FUNCTION_WORDS
from newsletter.text.similarity import stem, terms, words

MOST_ISSUES = 12
MOST_PASSAGES = 24
# What of a question's weight a passage must hold to answer it, where rules decide.
ENOUGH = 0.6
_QUESTIONS = Path(__file__).with_name("questions.toml")
_NAMED = re.compile(r"[^\W_]*(?:\d|[A-Z][^\W_]*[A-Z\d])[^\W_]*|[A-Z][^\W_]+")


@dataclass(frozen=True, slots=True)
class Question:
    """A question by what it asks about: terms with their weights, and proper names."""

    text: str
    weights: dict[str, float]
    names: frozenset[str]

    @property
    def total(self) -> float:
        return sum(self.weights.values())


@dataclass(frozen=True)
class Passage:
    """A claim of an issue with the words of its source; the number is its place."""

    citation: Citation

    @cached_property
    def terms(self) -> frozenset[str]:
        row = self.citation
        title = row.source.title if row.source else ""
        return frozenset(terms(f"{row.claim}\n{row.quote}\n{title}"))

    @cached_property
    def words(self) -> frozenset[str]:
        row = self.citation
        title = row.source.title if row.source else ""
        return frozenset(words(f"{row.claim} {row.quote} {title}"))


def read(question: str) -> Question:
    """What a question asks about."""
    asked = [one for one in dict.fromkeys(terms(question)) if " " not in one]
    asking, groups = _meant()
    asked = [one for one in asked if one not in FUNCTION_WORDS | asking]
    known = shipped()
    # The first word of a sentence has its capital for being first.
    body = re.sub(r"(?:^|[.!?]\s+)\W*\w", lambda found: found.group().lower(), question)
    names = {one.lower() for one in _NAMED.findall(body)} - FUNCTION_WORDS
    # German writes every noun with a capital.
    named = {one for one in names if stem(one) not in asking | groups.keys()}
    weights = {one: known.weight(one) for one in asked}
    return Question(question, weights, frozenset(named))


def find(newsletter: Newsletter, question: Question) -> list[Passage]:
    """The passages that have most of what is asked, the nearest first."""
    if not question.weights:
        return []
    wanted = [other for one in question.weights for other in sorted(_alike(one))]
    issues = search.nearest(newsletter, wanted, MOST_ISSUES)
    rows = Citation.objects.filter(issue__in=issues, source__isnull=False)
    rows = rows.exclude(match="none").select_related("issue__newsletter", "source")
    rows = rows.order_by("issue", "position")
    ranked = sorted(
        map(Passage, rows.defer("issue__page_html", "issue__markdown")),
        key=lambda one: (-share(question, one), -one.citation.issue.number),
    )
    found = [one for one in ranked if share(question, one) > 0]
    return list(_once(found))[:MOST_PASSAGES]


def share(question: Question, passage: Passage) -> float:
    """Which part of the question's weight the passage holds, from 0 to 1."""
    if not question.total:
        return 0.0
    held = (w for one, w in question.weights.items() if _alike(one) & passage.terms)
    return sum(held) / question.total


def _alike(term: str) -> frozenset[str]:
    """A term with those that mean the same in a question, in any language."""
    _, groups = _meant()
    return groups.get(term, frozenset({term}))


@cache
def _meant() -> tuple[frozenset[str], Mapping[str, frozenset[str]]]:
    """The terms that only ask, and of each that has like ones the whole group."""
    read = tomllib.loads(_QUESTIONS.read_text(encoding="utf-8"))
    asking, *groups = (
        frozenset(filter(None, map(stem, words(text))))
        for text in (read["asking"], *read["alike"])
    )
    return asking, {term: group for group in groups for term in group}


def answers(question: Question, passage: Passage) -> bool:
    """Whether a passage has every name that is asked for, and most of the rest."""
    return question.names <= passage.words and share(question, passage) >= ENOUGH


def best(question: Question, found: Sequence[Passage], most: int) -> list[Passage]:
    """Those that answer by themselves; none that is far behind the first."""
    good = [one for one in found if answers(question, one)]
    if not good:
        return []
    least = share(question, good[0]) * 0.8
    return [one for one in good if share(question, one) >= least][:most]


def _once(found: Iterable[Passage]) -> Iterable[Passage]:
    """The same claim cited twice is one passage."""
    seen = set[tuple[str, str]]()
    for one in found:
        key = (one.citation.claim, one.citation.quote)
        if key not in seen:
            seen.add(key)
            yield one
