"""What was wrong with data is told with what to give instead."""

import pytest

from agents.events.schema import RefusedData, parse

CHOICE = {
    "story_id": "a",
    "scores": {"relevance": 8, "depth": 8, "novelty": 8},
    "why": "it ends the wait",
}


def refusal(**changed):
    data = {
        "selected_launches": [CHOICE | changed],
        "selected_papers": [],
        "rejected_items": [],
    }
    with pytest.raises(RefusedData) as refused:
        parse("items_evaluated", data)
    return str(refused.value)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (
            {"why": None},
            "why: give a text, in quotation marks, not null",
        ),
        ({"why": None}, "not null"),
        ({"why": ["a"]}, "not a list"),
        ({"why": "x" * 401}, "why: at most 400 characters; it has 401"),
        ({"why": ""}, "why: it is empty; give at least one character"),
        ({"scores": "8"}, "give an object, in { and }, not '8'"),
        (
            {"scores": {**CHOICE["scores"], "depth": 11}},
            "depth: give at most 10, not 11",
        ),
        (
            {"scores": {**CHOICE["scores"], "depth": 7.5}},
            "give a whole number, not 7.5",
        ),
        ({"confidence": 1}, "confidence: nobody asks for it; leave it out"),
    ],
)
def test_each_fault_says_what_to_do(changed, told):
    assert told in refusal(**changed)


def test_what_is_handed_in_is_told_in_short():
    told = refusal(scores="x" * 10_000)

    assert len(told) < 300
