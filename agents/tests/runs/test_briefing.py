"""The kick-off, read back as a model reads it."""

import pytest

from agents.engine.log import Envelope
from agents.prompts.loader import roster
from agents.runs import briefing, harness
from agents.testing.minds import Prompt, brief_of
from newsletter.models import Newsletter

pytest_plugins = ["agents.tests.support.platform_fixtures"]


@pytest.fixture
def bench(weekly, taken):
    return harness._bench(taken, weekly, roster()["memory"], Envelope())


def rules(**changed):
    Newsletter.objects.update(rubric=changed, profile="Agents:\nand\n\nparsers.")


def brief(bench, slug):
    bench.session.newsletter.refresh_from_db()
    bench.spec = roster()[slug]
    return briefing.brief(bench)


@pytest.mark.parametrize("slug", sorted(roster()))
def test_the_kick_off_tells_the_rules_that_its_agent_asks_for(bench, slug):
    rules(
        launch_words={"least": 10, "most": 20},
        banned=["robust", "in today's fast-paced"],
        total_floor=20,
        remembered_issues=3,
    )

    given = brief(bench, slug)

    read = brief_of(Prompt(slug, given.message))
    for fact in given.spec.front.knows:
        if fact in type(read.rubric).model_fields:
            assert getattr(read.rubric, fact) == getattr(given.rubric, fact), fact
    assert (read.newsletter, read.session_name) == ("Weekly", bench.session.name)
    assert read.as_of.date() == given.as_of.date()


def test_a_profile_of_many_lines_is_told_line_by_line(bench):
    rules()

    given = brief(bench, "evaluator")

    assert brief_of(Prompt("evaluator", given.message)).profile == given.profile
    assert "<profile>\nAgents:\nand\n\nparsers.\n</profile>" in given.message


def test_an_agent_is_told_nothing_that_it_does_not_ask_for(bench):
    assert "profile" not in brief(bench, "verifier").message
    assert len(brief(bench, "verifier").message.splitlines()) == 1


def test_an_agent_is_offered_its_own_tools_and_its_own_kinds(bench):
    offers = {offer.name: offer for offer in brief(bench, "critic").offers}

    assert offers.keys() == {"get_events", "emit_event"}
    kinds = offers["emit_event"].schema["properties"]["event_type"]["enum"]
    assert kinds == ["draft_approved", "critic_rejection"]


def test_every_tool_is_offered_as_the_platform_takes_it(bench):
    for slug in roster():
        for offer in brief(bench, slug).offers:
            assert offer.schema["type"] == "object"
            assert offer.description
            assert "title" not in offer.schema
