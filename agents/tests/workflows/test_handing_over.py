"""Rules write where models' drafts come to no end, once and no longer."""

import pytest

from agents.events.schema import Kind
from agents.tests.support.paper import REJECTED, TO_DRAFT, UNVERIFIED, Paper
from agents.workflows.digest import DIGEST
from agents.workflows.fold import Line
from agents.workflows.scouts import SCOUTS
from agents.workflows.weekly_brief import BRIEF, BRIEF_4

HANDED = {"step": "writer", "brain": "local", "instead_of": "messages", "reason": "x"}


def refused(workflow=BRIEF, *more):
    """A session whose third draft was rejected, before anybody decides on it."""
    run = Paper(workflow).do(*TO_DRAFT, *REJECTED, *REJECTED, Kind.DRAFT_WRITTEN)
    run.start("critic")
    run.lines.append(Line(Kind.CRITIC_REJECTION, {}))
    for kind in more:
        run.lines.append(Line(kind, HANDED))
    run.settle()
    return run


def test_without_anybody_who_takes_over_the_session_ends_as_ever():
    assert refused().state.reason == "The critic rejected a third draft."


def test_handed_over_it_goes_on_with_a_fresh_writer():
    run = refused(BRIEF, Kind.DRAFTING_HANDED_OVER)

    assert [due.key for due in run.due] == ["writer.4"]
    assert run.state.instead_at("writer") == run.state.instead_at("critic") == HANDED
    assert run.state.instead_at("verifier") is run.state.instead_at("evaluator") is None


def test_rules_have_as_many_drafts_as_models_had_and_no_more():
    run = refused(BRIEF, Kind.DRAFTING_HANDED_OVER)

    run.do(*REJECTED, *UNVERIFIED, *REJECTED)
    assert not run.state.is_over

    run.do(*REJECTED)
    assert run.state.reason == "The critic rejected a third draft."


def test_it_is_handed_over_once():
    run = refused(BRIEF, Kind.DRAFTING_HANDED_OVER).do(*REJECTED, *REJECTED)
    run.do(Kind.DRAFT_WRITTEN).start("critic")
    run.lines += [
        Line(Kind.CRITIC_REJECTION, {}),
        Line(Kind.DRAFTING_HANDED_OVER, HANDED),
    ]
    run.settle()

    assert run.state.is_over


def test_a_worker_that_dies_leaves_it_handed_over():
    run = refused(BRIEF, Kind.DRAFTING_HANDED_OVER)

    run.lose(run.start("writer"))

    assert [(due.key, due.attempt) for due in run.due] == [("writer.4", 2)]
    assert run.state.instead_at("writer") == HANDED


def test_a_session_of_a_version_before_is_not_handed_over():
    assert refused(BRIEF_4, Kind.DRAFTING_HANDED_OVER).state.is_over


@pytest.mark.parametrize(
    ("workflow", "steps"),
    [
        (BRIEF, {"writer", "critic"}),
        (SCOUTS, {"writer", "critic"}),
        (DIGEST, {"draft_sections", "finalize_newsletter", "critic"}),
        (BRIEF_4, set()),
    ],
)
def test_what_rules_do_then_is_all_up_to_the_critic(workflow, steps):
    assert workflow.drafting == steps
