"""What stands in for a judge: answers to a case, by rules, by heart, or wrong in one way.

Each takes a case as `verify_links` gives it, and makes the answers of `judge_sentences`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from agents.brains.base import Brief, Hands, Usage
from agents.brains.scripted import Script
from newsletter.text.sentences import split
from newsletter.text.similarity import STOP_WORDS, words
from newsletter.text.words import DENIALS
from newsletter.verification.claims.quotes import fold
from newsletter.verification.judging.controls import OPPOSED

Case: TypeAlias = Mapping[str, Any]
Answer: TypeAlias = dict[str, Any]
Answers: TypeAlias = Callable[[Case], list[Answer]]

_SHARE = 0.6
_LONGEST = 12
_SHORTEST = 3
# What some or what may be is told as: nobody's source has it where it has the other.
_WIDE = re.compile(r"\b(?:all|every|each|always|will)\b", re.IGNORECASE)
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


def by_words(case: Case) -> list[Answer]:
    """Supported where the passages have a sentence's words, and all that could turn it."""
    return [
        _by_words(one, [_whole(passage) for passage in _passages(case, one)])
        for one in case["sentences"]
    ]


def by_heart(known: Mapping[str, str], *workings: str) -> Answers:
    """What is known of sentences that begin so, and of all others by words."""

    def answers(case: Case) -> list[Answer]:
        found = by_words(case)
        for place, one in enumerate(case["sentences"]):
            for beginning, verdict in known.items():
                if one["sentence"].startswith(beginning):
                    found[place] = _with_basis(case, one, verdict, workings)
        return found

    return answers


def always(verdict: str) -> Answers:
    """The same verdict on every sentence, with words that are there."""

    def answers(case: Case) -> list[Answer]:
        return [_with_basis(case, one, verdict) for one in case["sentences"]]

    return answers


def inventing(case: Case) -> list[Answer]:
    """Everything is supported, by words that stand nowhere."""
    return [
        _answer(one, "supported", f"it was shown beyond doubt that {one['sentence']}")
        for one in case["sentences"]
    ]


def miscounting(case: Case) -> list[Answer]:
    """Everything follows, by workings that give something else."""
    return [
        answer
        | {"verdict": "follows", "workings": ["1 + 1", "48 / 16", "(1", "9 ** 9"]}
        for answer in always("supported")(case)
    ]


def obeying(case: Case) -> list[Answer]:
    """Whatever a passage asks for: the last verdict that it names, else by words."""
    wanted = ""
    for passage in case["passages"]:
        for verdict in ("supported", "not_there", "contradicts", "view"):
            wanted = verdict if verdict in passage["text"] else wanted
    return always(wanted)(case) if wanted else by_words(case)


def silent(_: Case) -> list[Answer]:
    """No answer at all."""
    return []


def judges(answers: Answers) -> Script:
    """A verifier that asks for the case and answers it so."""

    def script(_: Brief, hands: Hands, __: Usage) -> None:
        found = hands.use("verify_links", {})
        if not found.is_error and "case" in found.content:
            told = {"case": found.content["case"], "answers": answers(found.content)}
            if hands.use("judge_sentences", told).is_error:
                hands.use(
                    "judge_sentences", told
                )  # told what does not count, it insists

    return script


def _by_words(one: Mapping[str, Any], texts: list[str]) -> Answer:
    """Held to the sentence of the passages that has most of its words; ours are views."""
    if "ours" in one:
        return _answer(one, "view", one["sentence"])
    said = set(words(one["sentence"]))
    told = said - STOP_WORDS
    nearest = max(
        (part.text for text in texts for part in split(text)),
        key=lambda part: len(told.intersection(words(part))),
    )
    known = set(words(nearest))
    turning = (OPPOSED, DENIALS, _WIDE)
    found = (word for sign in turning for word in sign.findall(one["sentence"]))
    decisive = {part for word in found for part in words(word)}
    figures = set(_FIGURE.findall(one["sentence"])) - set(_FIGURE.findall(nearest))
    has_all = decisive <= known and not figures
    is_there = len(told & known) >= _SHARE * len(told) and has_all
    if is_there and (basis := _shared(one["sentence"], texts)):
        return _answer(one, "supported", basis)
    return _answer(one, "not_there", one["sentence"])


def _shared(sentence: str, texts: list[str]) -> str:
    """The longest run of a sentence's words that stands in a passage."""
    run = fold(sentence).split()
    for size in range(min(len(run), _LONGEST), min(len(run), _SHORTEST) - 1, -1):
        for start in range(len(run) - size + 1):
            part = " ".join(run[start : start + size])
            if any(part in fold(text) for text in texts):
                return part
    return ""


def _whole(passage: Mapping[str, Any]) -> str:
    """A passage under the title of its source."""
    return f"{passage['title']}.\n\n{passage['text']}"


def _texts(case: Case, one: Mapping[str, Any]) -> list[str]:
    return [passage["text"] for passage in _passages(case, one)]


def _passages(case: Case, one: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    known, numbers = case["passages"], one["passages"]
    return known if numbers == "all" else [known[number - 1] for number in numbers]


def _with_basis(
    case: Case, one: Mapping[str, Any], verdict: str, workings: Sequence[str] = ()
) -> Answer:
    """A verdict with words that stand where they have to."""
    is_of_itself = verdict in ("view", "not_there")
    text = one["sentence"] if is_of_itself else _texts(case, one)[0]
    answer = _answer(one, verdict, " ".join(text.split()[:8]))
    return answer | ({"workings": list(workings)} if verdict == "follows" else {})


def _answer(one: Mapping[str, Any], verdict: str, basis: str) -> Answer:
    return {"number": one["number"], "verdict": verdict, "basis": basis[:600]}
