import pytest

from agents.executions.calling import call
from agents.models import AgentSetting
from agents.registry.contract import Request
from agents.workers.steps import StepResult, run_step

pytestmark = pytest.mark.django_db


def step(agent, session):
    return call(agent, Request(input={"session": session}), waits=True)


def test_a_step_is_done_when_it_is_due_and_answers_what_it_wrote(make_session):
    session = make_session()

    done = step("memory", session.name)

    assert done.success, done.error
    assert done.output["result"] == "ok"
    assert "covered_topics" in [one["kind"] for one in done.output["events"]]


def test_a_step_that_is_not_due_is_not_done_and_says_what_is(make_session):
    session = make_session()

    early = step("writer", session.name)

    assert not early.success
    assert "what is due: memory" in early.error


@pytest.mark.parametrize(
    ("agent", "name", "told"),
    [("cluster_topics", "", "no step cluster_topics"), ("memory", "x", "No session")],
)
def test_what_cannot_be_is_told(make_session, agent, name, told):
    session = make_session()

    assert told in step(agent, name or session.name).error


def test_an_agent_that_is_off_does_no_step_of_a_session_either(make_session):
    session = make_session()
    AgentSetting.objects.create(slug="memory", is_on=False)

    assert step("memory", session.name).metadata.problem == "off"
    AgentSetting.objects.update(is_on=True)
    assert step("memory", session.name).success


def test_the_harness_refuses_who_is_off(make_session):
    session = make_session()
    AgentSetting.objects.create(slug="memory", is_on=False)

    assert run_step(session.pk, "memory") == StepResult.FAILED
    told = [str(data) for data in session.events.values_list("data", flat=True)]
    assert any("an operator switched it off" in one for one in told)
