"""What readers are told of who did a role, and why it was not the usual one."""

from dataclasses import astuple
from decimal import Decimal

import pytest

from agents.runs.budgets import _too_little
from agents.tools.certification.disclose import Doing, _of_brains, _why
from newsletter.standards.disclosure_words import disclosure_words_of
from newsletter.standards.furniture import languages


def test_what_a_budget_took_is_told_as_a_budget():
    spent = _why(f"messages: {_too_little(Decimal(0))}")
    failed = _why("messages: the model refused")

    told = set(
        _of_brains(
            {
                "Evaluator": Doing("messages", ""),
                "Writer": Doing("local", spent),
                "Research: papers": Doing("local", failed),
            },
            "de",
        )
    )

    assert told == {
        "Evaluator: done by language models.",
        "Research: papers: done by rules, without a language model, because the usual "
        "one failed.",
        "Writer: done by rules, without a language model, because the budget for one "
        "was used up.",
    }


@pytest.mark.parametrize(
    ("language", "opening"),
    [
        ("de", "Diese Ausgabe"),
        ("fr", "Ce numéro"),
        ("ja", "今号は"),
        ("pl", "Ten numer"),
        ("sv", "This"),
    ],
)
def test_that_rules_did_it_all_is_told_in_the_newsletters_language(language, opening):
    [told] = _of_brains({"Writer": Doing("local", "")}, language)

    assert told.startswith(opening)


@pytest.mark.parametrize("language", [one for one in languages() if one != "en"])
def test_what_models_did_is_told_in_the_newsletters_language(language):
    [told] = _of_brains({"Writer": Doing("messages", "")}, language)
    own, english = (disclosure_words_of(code) for code in (language, "en"))

    assert told == own.by_models
    assert not set(astuple(own)) & set(astuple(english))
