"""Verdicts of a judge (LLM as a judge), and what code makes of them. Pure.

A judge answers for each sentence with one word, with words copied as its basis, and with
an expression where the sentence follows. Code looks for the basis and works the
expression out; what does not hold counts as not judged.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from newsletter.verification.claims.quotes import Match, find_quote, fold
from newsletter.verification.judging.arithmetic import gives_any, is_worked_out
from newsletter.verification.judging.case import Case, Entry

_FEWEST_WORDS = 3
_FEWEST_CHARACTERS = 12
_ENDS = "\"'.,;:!?… "


class Verdict(StrEnum):
    """What a judge finds when it holds a sentence to its passages."""

    SUPPORTED = "supported"  # they say it, in whatever words
    FOLLOWS = "follows"  # it can be worked out from their figures
    VIEW = "view"  # it states no fact
    SAYS_MORE = "says_more"  # they say less than it does
    CONTRADICTS = "contradicts"  # they say something else
    NOT_THERE = "not_there"  # they do not speak of it


IN_FAVOUR = frozenset({Verdict.SUPPORTED, Verdict.FOLLOWS, Verdict.VIEW})
# What a view says, or what nobody else says, stands in the sentence alone.
_OF_THE_SENTENCE = frozenset({Verdict.VIEW, Verdict.NOT_THERE})


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a judge answered about one sentence."""

    number: int
    verdict: Verdict
    basis: str = ""
    workings: tuple[str, ...] = ()
    at_fault: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of it: a verdict that counts, or None and why there is none.

    `at_fault` are words of the sentence that go too far, "" where it does not have them.
    """

    entry: Entry
    verdict: Verdict | None
    basis: str = ""
    workings: tuple[str, ...] = ()
    why_not: str = ""
    at_fault: str = ""


def weigh(case: Case, opinions: Sequence[Opinion]) -> tuple[Judged, ...]:
    """Each sentence of the case with its verdict, as far as one holds."""
    given: dict[int, Opinion] = {}
    for opinion in opinions:
        given.setdefault(opinion.number, opinion)  # nobody votes twice
    return tuple(_weighed(case, one, given.get(one.number)) for one in case.entries)


def uncounted(judged: Sequence[Judged]) -> tuple[str, ...]:
    """What a judge is told of answers that do not count, by their numbers."""
    return tuple(f"{one.entry.number}: {one.why_not}" for one in judged if one.why_not)


def missed(judged: Sequence[Judged]) -> int:
    """How many controls were judged wrongly, or not at all."""
    return sum(
        one.verdict is None or (one.verdict in IN_FAVOUR) is not one.entry.is_true
        for one in judged
        if one.entry.is_true is not None
    )


def _weighed(case: Case, entry: Entry, opinion: Opinion | None) -> Judged:
    if opinion is None:
        return Judged(entry, None, why_not="no answer")
    shown = [case.passages[number - 1] for number in entry.passages]
    passages = [f"{one.title}\n{one.text}" for one in shown]
    why_not = _objection(entry, opinion, passages)
    verdict = None if why_not else opinion.verdict
    return Judged(
        entry,
        verdict,
        opinion.basis,
        opinion.workings,
        why_not,
        opinion.at_fault if _has_words(entry.shown, opinion.at_fault) else "",
    )


def _has_words(sentence: str, words: str) -> bool:
    return bool(words) and fold(words) in fold(sentence)


def _objection(entry: Entry, opinion: Opinion, passages: Sequence[str]) -> str:
    """Why an answer does not count; "" where it does."""
    verdict = opinion.verdict
    texts = [entry.shown] if verdict in _OF_THE_SENTENCE else passages
    if not any(_stands_in(opinion.basis, text, verdict) for text in texts):
        return "its basis is not in the passage"
    if verdict is Verdict.VIEW and entry.states_details:
        return "the sentence states more than a view"
    if verdict is Verdict.FOLLOWS:
        return _unworked(entry, opinion, "\n".join(passages))
    return ""


def _stands_in(basis: str, text: str, verdict: Verdict) -> bool:
    """Whether words stand in a text, and say there what they say alone."""
    wanted, known = fold(basis).strip(_ENDS).casefold(), fold(text).casefold()
    if wanted == known.strip(_ENDS):
        return True
    if len(wanted.split()) < _FEWEST_WORDS and len(wanted) < _FEWEST_CHARACTERS:
        return False
    if verdict is Verdict.SUPPORTED:
        # Not behind a denial: "does not" before "read scanned pages".
        return find_quote(wanted, known).match is Match.EXACT
    return _in_order(wanted, known)


def _in_order(wanted: str, known: str) -> bool:
    """Whether the words stand there, with gaps only where "..." marks one."""
    position = 0
    for part in filter(None, re.split(r"\s*\.{3,}\s*", wanted)):
        found = known.find(part, position)
        if found < 0:
            return False
        position = found + len(part)
    return True


def _unworked(entry: Entry, opinion: Opinion, evidence: str) -> str:
    """What an expression has to give and does not; "" where each one holds."""
    said = entry.as_read or entry.sentence
    if not gives_any(opinion.workings, said, evidence):
        return "its expression does not give what the sentence says"
    for written in entry.lacking:
        if not is_worked_out(written, opinion.workings, said, evidence):
            return f"nothing that it works out gives {written!r}"
    return ""
