"""What readers are told of who did a role, and why it was not the usual one."""

from decimal import Decimal

from agents.runs.budgets import _too_little
from agents.tools.certification.disclose import Doing, _of_brains, _why


def test_what_a_budget_took_is_told_as_a_budget():
    spent = _why(f"messages: {_too_little(Decimal(0))}")
    failed = _why("messages: the model refused")

    told = set(
        _of_brains(
            {
                "Evaluator": Doing("messages", ""),
                "Writer": Doing("local", spent),
                "Research: papers": Doing("local", failed),
            }
        )
    )

    assert told == {
        "Evaluator: done by language models.",
        "Research: papers: done by rules, without a language model, because the usual "
        "one failed.",
        "Writer: done by rules, without a language model, because the budget for one "
        "was used up.",
    }
