"""What readers are told of who did a role, and why it was not the usual one."""

import re
from dataclasses import astuple
from decimal import Decimal

import pytest

from agents.prompts.loader import roster
from agents.runs.budgets import Purse, ladder
from agents.tools.certification.disclose import Doing, _of_a_budget, _of_brains, _why
from newsletter.standards.disclosure_words import PARTS, disclosure_words_of
from newsletter.standards.furniture import languages

GERMAN = disclosure_words_of("de")


def too_little():
    return Purse(None, None, None, ceiling="of the session")._too_little(Decimal(0))


def test_what_a_budget_took_is_told_as_a_budget():
    spent = _why(f"messages: {too_little()}")
    failed = _why("messages: the model refused")

    told = set(
        _of_brains(
            {
                "Evaluator": Doing("messages", ""),
                "Writer": Doing("local", spent),
                "Research: papers": Doing("local", failed),
            },
            "en",
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
        ("nb", "Dette nummeret"),
        ("ru", "This"),
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


OTHERS = [one for one in languages() if one != "en"]
TITLES = [one.front.title for one in roster().values() if one.front.shapes_text]


def test_each_part_that_the_text_shows_has_its_word():
    assert set(TITLES) == set(PARTS)


@pytest.mark.parametrize("language", OTHERS)
def test_who_did_which_part_is_told_in_the_newsletters_language(language):
    spent = _why(f"messages: {too_little()}")
    whys = {"Evaluator": "", "Writer": spent, "Finisher": _why("messages: refused")}
    doings = {
        title: Doing("local" if why else "messages", why) for title, why in whys.items()
    }

    told = list(_of_brains(doings, language))

    words = disclosure_words_of(language)
    assert len(told) == 3
    for sentence, title in zip(told, ("Evaluator", "Writer", "Finisher"), strict=True):
        assert sentence.startswith(words.part(title))
        assert "{" not in sentence
    assert not any(title in " ".join(told) for title in whys)
    assert not any(one in " ".join(told) for one in ("done by", "rules", "because"))


@pytest.mark.parametrize("language", OTHERS)
def test_what_a_budget_took_of_a_part_is_told_in_the_newsletters_language(language):
    words = disclosure_words_of(language)
    front = roster()["research_launches"].front
    fewer, small = (
        f"{rung.note} (the budget left $0.10)" for rung in ladder(front)[1:]
    )

    searches, model = (_of_a_budget(one, "X", words) for one in (fewer, small))

    assert {"2", "8"} <= set(re.findall(r"\d+", searches))
    assert "X" in searches
    assert "claude-haiku-5-5" in model
    assert "claude-opus-5-5" in model
    assert not any(
        "instead of" in one or "budget, X" in one for one in (searches, model)
    )


def test_a_note_of_another_crux_is_told_as_it_stands():
    told = _of_a_budget("thought less (the budget left $1)", "Writer", GERMAN)

    assert told == "To stay within its budget, Writer thought less."
