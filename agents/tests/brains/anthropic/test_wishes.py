"""What an operator wishes of a session's models: which one, and how often it may speak."""

import pytest

from agents.events.schema import Kind
from agents.models import AgentRun, Session
from agents.runs.outcome import AgentFailed

pytest_plugins = ["agents.tests.support.platform_fixtures"]
pytestmark = pytest.mark.usefixtures("platform")
BRAINS = ["managed", "messages"]


@pytest.mark.parametrize("brain", BRAINS)
def test_another_model_is_asked_where_the_session_says_so(remember, brain):
    Session.objects.update(model="claude-opus-5-5")

    outcome = remember(brain)

    assert [line.kind for line in outcome.lines] == [Kind.COVERED_TOPICS]
    assert AgentRun.objects.get().model == "claude-opus-5-5"


@pytest.mark.parametrize("brain", BRAINS)
def test_a_model_takes_no_more_turns_than_the_session_allows(remember, brain):
    Session.objects.update(max_turns=1)

    with pytest.raises(AgentFailed, match=r"within one turn \(--max-turns\)"):
        remember(brain)


@pytest.mark.parametrize("brain", BRAINS)
def test_who_needs_as_many_turns_as_it_may_take_is_done(remember, brain):
    Session.objects.update(max_turns=2)

    assert not remember(brain).is_silent
