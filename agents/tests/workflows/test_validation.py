"""A workflow that could not run to its end is told before it runs."""

from dataclasses import replace

import pytest

from agents.events.schema import Kind
from agents.workflows.declaration import Back, End, Step, To
from agents.workflows.table import WORKFLOWS
from agents.workflows.validation import faults_of
from agents.workflows.weekly_brief import BRIEF


def changed(*steps, **members):
    """The brief with these steps instead of, or beside, its own of the same names."""
    own = {step.name: step for step in BRIEF.steps}
    put = own | {step.name: step for step in steps}
    return replace(BRIEF, steps=tuple(put.values()), **members)


@pytest.mark.parametrize("workflow", WORKFLOWS.values(), ids=lambda one: one.name)
def test_a_released_workflow_has_no_fault(workflow):
    assert not list(faults_of(workflow))


TO_NOBODY = Step("evaluator", then={Kind.ITEMS_EVALUATED: To(("writr",))})
BACK_TO_NOBODY = Step(
    "critic",
    then={
        Kind.DRAFT_APPROVED: To(("verifier",)),
        Kind.CRITIC_REJECTION: Back("writr", 2, "Too often"),
    },
)
# It leads to the writer, who waits for it then; and nobody leads to it.
LEFT_OUT = Step("planner", then={Kind.TASKS_PLANNED: To(("writer",))})
ENDLESS = Step("delivery", then={Kind.EMAIL_SENT: Back("critic", 1, "Again")})
SAME_END = Step("research_papers", then={Kind.LAUNCHES_RESEARCHED: To(("evaluator",))})
REFUSED = Step(
    "memory",
    then=BRIEF.by_name["memory"].then,
    placeholder=lambda reason: {"reason": reason},
)


@pytest.mark.parametrize(
    ("workflow", "fault"),
    [
        (changed(first="memry"), "it begins with 'memry', which is none of its steps"),
        (
            changed(TO_NOBODY),
            "'evaluator' leads by 'items_evaluated' to 'writr', which",
        ),
        (changed(BACK_TO_NOBODY), "'critic' leads by 'critic_rejection' to 'writr', "),
        (changed(LEFT_OUT), "no step leads to 'planner'"),
        (changed(ENDLESS), "no way leads to its End()"),
        (changed(SAME_END), "'research_launches' and 'research_papers' both end with "),
        (
            replace(BRIEF, steps=(*BRIEF.steps, BRIEF.by_name["critic"])),
            "two of its steps are called 'critic'",
        ),
        (
            changed(REFUSED),
            "the placeholder of 'memory' does not do: covered_topics was",
        ),
    ],
)
def test_a_fault_is_told_once_in_a_sentence(workflow, fault):
    [told] = faults_of(workflow)

    assert told.startswith(fault)


def test_an_end_that_only_a_way_back_leads_past_is_reached():
    again = Step(
        "delivery",
        then={
            Kind.EMAIL_SENT: End(),
            Kind.SENTENCES_JUDGED: Back("critic", 1, "Once"),
        },
    )

    assert not list(faults_of(changed(again)))
