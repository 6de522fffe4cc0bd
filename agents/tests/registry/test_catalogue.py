import pytest

from agents.models import AgentSetting
from agents.prompts.code_steps import known_steps
from agents.registry.catalogue import UnknownAgent, entries, entry

pytestmark = pytest.mark.django_db


def test_every_agent_is_there_and_says_what_it_is_for():
    known = entries()

    assert known.keys() >= known_steps().keys() | {"ask"}
    assert [one.id for one in known.values() if not one.purpose] == []
    assert [one.id for one in known.values() if not one.capabilities] == []
    assert [one.id for one in known.values() if not one.triggers] == []


def test_the_desk_changes_model_time_and_budget():
    before = entry("ask")
    AgentSetting.objects.create(
        slug="ask", model="claude-opus-5-5", timeout_seconds=5, budget_dollars="0.01"
    )

    after = entry("ask")

    assert before.model != after.model == "claude-opus-5-5"
    assert (after.timeout_seconds, str(after.budget_dollars)) == (5, "0.01")


def test_an_unknown_one_is_told_with_the_nearest():
    with pytest.raises(UnknownAgent, match="nearest is ask"):
        entry("aks")


def test_no_caller_is_told_a_prompt():
    for one in entries().values():
        told = str(one.as_json())
        assert not one.prompt or one.prompt[:80] not in told
