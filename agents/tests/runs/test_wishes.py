import pytest

from agents.prompts.loader import roster
from agents.runs import wishes
from newsletter.drafts.contract import BRIEF
from newsletter.interests.editorial import Editorial
from newsletter.standards.rubric import Rubric


@pytest.mark.parametrize(
    ("name", "is_told"), [("evaluator", True), ("writer", False), ("critic", False)]
)
def test_who_chooses_hears_that_a_letter_is_of_general_interest(name, is_told):
    rules = Rubric(general_interest=True)
    editorial = Editorial("What matters.", (), "Calm.", "en", rules)

    said = " ".join(wishes.told(roster()[name], editorial, BRIEF))

    assert ("of general interest" in said) is is_told
