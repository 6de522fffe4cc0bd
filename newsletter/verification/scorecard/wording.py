"""A scorecard in words, for readers and operators. Pure."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pydantic import ValidationError

from newsletter.standards.outcomes import Outcome
from newsletter.verification.scorecard.card import Judging, Scorecard

_ANSWERS = {
    Outcome.OK: "answered",
    Outcome.REDIRECTED: "answered from another address",
    Outcome.BLOCKED: "behind a wall against programs",
    Outcome.UNREACHABLE: "out of reach on that day",
    Outcome.ARCHIVED: "in an archive only",
}


class CardRow(NamedTuple):
    """One figure: what it is about, the figure, and what it means."""

    name: str
    value: str
    note: str = ""


def read(stored: Mapping[str, object]) -> Scorecard | None:
    """A scorecard as it was stored; None where there is no readable one."""
    try:
        return Scorecard.model_validate(stored) if stored else None
    except ValidationError:
        return None


def is_judged_by_model(stored: Mapping[str, object]) -> bool:
    """Whether a model had a say in the verdict on the sentences."""
    card = read(stored)
    return bool(card and card.judging.model)


def rows(stored: Mapping[str, object]) -> tuple[CardRow, ...]:
    """The figures of a stored scorecard; none where there is no readable one."""
    card = read(stored)
    return tuple(row for row in _rows(card) if row.value) if card else ()


def _rows(card: Scorecard) -> Iterator[CardRow]:
    evidence, details, recall = card.evidence, card.details, card.recall
    slips = f"{evidence.fuzzy} with a slip" if evidence.fuzzy else ""
    yield CardRow(
        "Quotes found word for word", _of(evidence.exact, evidence.citations), slips
    )
    borne = details.checked - details.unsupported
    besides = card.judging.cleared_details
    yield CardRow(
        "Numbers, dates, versions and names",
        _of(borne, details.checked),
        "found in the evidence of their own sentence"
        + (f", {besides} more borne out by a model" if besides else ""),
    )
    ours = card.ours
    yield CardRow(
        "Figures and names in our own lines",
        _of(ours.checked - ours.unborne, ours.checked),
        "lead, views, title and subject: found in the issue’s stories or its log",
    )
    if details.checked:
        yield _judging(card.judging)
    yield CardRow(
        "Sentences with a figure",
        _of(recall.numeric_cited, recall.numeric),
        "open to the passage they rest on",
    )
    yield CardRow(
        "All sentences that state something",
        _of(recall.factual_cited, recall.factual),
        "open to the passage they rest on",
    )
    yield CardRow(
        "Quotes from the story’s own page", _of(recall.primary, evidence.citations)
    )
    answers = (
        f"{count} {_ANSWERS.get(Outcome(name), name) if name in set(Outcome) else name}"
        for name, count in card.links.outcomes.items()
    )
    yield CardRow("Links", str(card.links.checked), ", ".join(answers))
    novelty, fresh = card.novelty, card.freshness
    yield CardRow(
        "Stories",
        str(novelty.stories),
        f"{novelty.told_before} of them told by an earlier issue",
    )
    yield CardRow(
        "Stories of the week",
        _of(fresh.in_window, fresh.dated),
        f"{fresh.undated} without a date" if fresh.undated else "",
    )
    spread = card.diversity
    yield CardRow("Publishers", str(spread.publishers), f"on {spread.hosts} hosts")
    if card.style.flesch is not None:
        yield CardRow(
            "Words in a sentence",
            f"{card.style.words_per_sentence:g}",
            f"reading ease {card.style.flesch:g} (Flesch)",
        )
    if card.cost.per_story is not None:
        yield CardRow(
            "Cost", f"${card.cost.dollars:.2f}", f"${card.cost.per_story:.2f} a story"
        )


def _judging(judging: Judging) -> CardRow:
    """Who judged the sentences; no figure of a model where none was heard."""
    name = "Sentences judged by"
    if not judging.model:
        lost = "the model that was to judge too misjudged hidden test sentences"
        return CardRow(name, "code alone", lost if judging.lost else "")
    told = [f"{judging.model} judged {judging.judged} of {judging.sentences}"]
    if judging.cleared:
        told.append(f"cleared {judging.cleared} that code suspected")
    if judging.disputed:
        told.append(f"doubted {judging.disputed} that a second judge did not")
    return CardRow(name, "code and a model", ", ".join(told))


def _of(part: int, whole: int) -> str:
    return f"{part} of {whole}" if whole else ""
