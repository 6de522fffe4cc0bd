"""Fixed calls: what code does without asking anybody."""

from dataclasses import replace

import pytest

from agents.brains.base import BrainFailed, Usage
from agents.brains.code import BY_CODE, CALLS
from agents.events.schema import Kind
from agents.models import AgentRun, Session
from agents.prompts.code_steps import CODE_STEPS, known_steps
from agents.runs import harness
from agents.tests.support.scripted_hands import FakeHands, make_brief
from agents.tests.support.workbench import make_bench
from agents.workflows.digest import DIGEST
from agents.workflows.request import REQUEST
from agents.workflows.scouts import SCOUTS


def test_the_agents_whose_files_say_so_have_their_call():
    by_code = {slug for slug, spec in known_steps().items() if spec.front.by_code}

    assert by_code == set(CALLS) == {"memory", "delivery", *CODE_STEPS}


@pytest.mark.parametrize("step", CODE_STEPS)
def test_a_step_of_code_emits_its_event_for_code_to_fill_in(step):
    hands = FakeHands(emit_event={"ok": True})

    BY_CODE.think(replace(make_brief(), spec=CODE_STEPS[step]), hands, Usage())

    steps = {**DIGEST.by_name, **SCOUTS.by_name, **REQUEST.by_name}
    happy = str(steps[step].happy)
    assert hands.calls == [("emit_event", {"event_type": happy, "data": {}})]


def test_delivery_is_one_call():
    hands = FakeHands(send_issue={"issue_number": 1})

    BY_CODE.think(make_brief("delivery"), hands, Usage())

    assert hands.calls == [("send_issue", {})]


def test_whose_work_is_to_judge_code_makes_no_call_for():
    with pytest.raises(BrainFailed, match="makes no call for 'writer'") as failed:
        BY_CODE.think(make_brief("writer"), FakeHands(), Usage())

    assert failed.value.is_final


@pytest.mark.django_db
def test_no_brain_is_asked_for_it_and_nothing_is_spent(make_session):
    bench = make_bench(make_session(), "memory")
    Session.objects.update(brains=["managed", "messages"])

    outcome = harness.run(bench.lease)

    assert [line.kind for line in outcome.lines] == [Kind.COVERED_TOPICS]
    run = AgentRun.objects.get()
    assert (run.brain, run.model, run.dollars) == ("code", "", 0)
    assert outcome.envelope.brain == "code"
    assert outcome.envelope.instead_of == ""
