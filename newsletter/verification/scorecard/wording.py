"""A scorecard in words, for readers and operators. Pure."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from pydantic import ValidationError

from newsletter.standards.outcomes import Outcome
from newsletter.verification.scorecard.card import Judging, Scorecard

# What puts a message into the language of who reads it: Django's `gettext`, or nothing.
Gettext = Callable[[str], str]
# Puts `15.7` into the form that numbers have in that language.
Figure = Callable[[str], str]


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


def rows(
    stored: Mapping[str, object], gettext: Gettext = str, figure: Figure = str
) -> tuple[CardRow, ...]:
    """The figures of a stored scorecard; none where there is no readable one."""
    card = read(stored)
    if card is None:
        return ()
    return tuple(row for row in _rows(card, gettext, figure) if row.value)


def _rows(card: Scorecard, gettext: Gettext, figure: Figure) -> Iterator[CardRow]:
    def of(part: int, whole: int) -> str:
        told = gettext("%(part)s of %(whole)s") % {"part": part, "whole": whole}
        return told if whole else ""

    evidence, details, recall = card.evidence, card.details, card.recall
    slips = gettext("%(number)s with a slip") % {"number": evidence.fuzzy}
    yield CardRow(
        gettext("Quotes found word for word"),
        of(evidence.exact, evidence.citations),
        slips if evidence.fuzzy else "",
    )
    besides = gettext(", %(number)s more borne out by a model") % {
        "number": card.judging.cleared_details
    }
    yield CardRow(
        gettext("Numbers, dates, versions and names"),
        of(details.checked - details.unsupported, details.checked),
        gettext("found in the evidence of their own sentence")
        + (besides if card.judging.cleared_details else ""),
    )
    ours = card.ours
    yield CardRow(
        gettext("Figures and names in our own lines"),
        of(ours.checked - ours.unborne, ours.checked),
        gettext(
            "lead, views, title and subject: found in the issue’s stories or its log"
        ),
    )
    if details.checked:
        yield _judging(card.judging, gettext)
    yield CardRow(
        gettext("Sentences with a figure"),
        of(recall.numeric_cited, recall.numeric),
        gettext("open to the passage they rest on"),
    )
    yield CardRow(
        gettext("All sentences that state something"),
        of(recall.factual_cited, recall.factual),
        gettext("open to the passage they rest on"),
    )
    yield CardRow(
        gettext("Quotes from the story’s own page"),
        of(recall.primary, evidence.citations),
    )
    yield CardRow(gettext("Links"), str(card.links.checked), _answers(card, gettext))
    novelty, fresh = card.novelty, card.freshness
    told_before = gettext("%(number)s of them told by an earlier issue")
    yield CardRow(
        gettext("Stories"),
        str(novelty.stories),
        told_before % {"number": novelty.told_before},
    )
    undated = gettext("%(number)s without a date") % {"number": fresh.undated}
    yield CardRow(
        gettext("Stories of the week"),
        of(fresh.in_window, fresh.dated),
        undated if fresh.undated else "",
    )
    spread = card.diversity
    yield CardRow(
        gettext("Publishers"),
        str(spread.publishers),
        gettext("on %(number)s hosts") % {"number": spread.hosts},
    )
    if card.style.flesch is not None:
        yield CardRow(
            gettext("Words in a sentence"),
            figure(f"{card.style.words_per_sentence:g}"),
            gettext("reading ease %(number)s (Flesch)")
            % {"number": figure(f"{card.style.flesch:g}")},
        )
    if card.cost.per_story is not None:
        yield CardRow(
            gettext("Cost"),
            gettext("$%(dollars)s") % {"dollars": figure(f"{card.cost.dollars:.2f}")},
            gettext("$%(dollars)s a story")
            % {"dollars": figure(f"{card.cost.per_story:.2f}")},
        )


def _answers(card: Scorecard, gettext: Gettext) -> str:
    """How the links answered, each way with its number."""
    told = {
        Outcome.OK: gettext("%(number)s answered"),
        Outcome.REDIRECTED: gettext("%(number)s answered from another address"),
        Outcome.BLOCKED: gettext("%(number)s behind a wall against programs"),
        Outcome.UNREACHABLE: gettext("%(number)s out of reach on that day"),
        Outcome.ARCHIVED: gettext("%(number)s in an archive only"),
    }
    by_name = {outcome.value: words for outcome, words in told.items()}
    return ", ".join(
        by_name[name] % {"number": count} if name in by_name else f"{count} {name}"
        for name, count in card.links.outcomes.items()
    )


def _judging(judging: Judging, gettext: Gettext) -> CardRow:
    """Who judged the sentences; no figure of a model where none was heard."""
    name = gettext("Sentences judged by")
    if not judging.model:
        lost = gettext(
            "the model that was to judge too misjudged hidden test sentences"
        )
        return CardRow(name, gettext("code alone"), lost if judging.lost else "")
    told = [
        gettext("%(model)s judged %(number)s of %(total)s")
        % {
            "model": judging.model,
            "number": judging.judged,
            "total": judging.sentences,
        }
    ]
    if judging.cleared:
        cleared = gettext("cleared %(number)s that code suspected")
        told.append(cleared % {"number": judging.cleared})
    if judging.disputed:
        disputed = gettext("doubted %(number)s that a second judge did not")
        told.append(disputed % {"number": judging.disputed})
    return CardRow(name, gettext("code and a model"), ", ".join(told))
