"""The harness: one agent run, and how its row ends."""

import time

import pytest

from agents.brains.base import BrainFailed, DeadlinePassed
from agents.brains.scripted import ScriptedBrain
from agents.models import AgentRun
from agents.runs import harness
from agents.runs.outcome import AgentFailed
from agents.tests.support.workbench import make_bench
from agents.tools.table import TOOLS

pytestmark = pytest.mark.django_db


def overrun(bench, error):
    """A brain whose call breaks off just when its time is up."""

    def script(*_):
        bench.deadline = time.monotonic() - 1
        raise error

    return ScriptedBrain({"memory": script})


@pytest.mark.parametrize(
    "error", [DeadlinePassed(), BrainFailed("the stream broke off")]
)
def test_a_time_out_is_a_time_out_whoever_says_so_first(make_session, error):
    bench = make_bench(make_session(), "memory")

    with pytest.raises(DeadlinePassed):
        harness._think(overrun(bench, error), bench)

    run = AgentRun.objects.get()
    assert (run.status, run.error) == (AgentRun.Status.TIMEOUT, harness.TOO_SLOW)


def test_a_wrong_key_is_no_time_out_however_late_it_shows(make_session):
    bench = make_bench(make_session(), "memory")
    wrong = BrainFailed("401: the key is wrong", is_final=True)

    with pytest.raises(BrainFailed):
        harness._think(overrun(bench, wrong), bench)

    assert AgentRun.objects.get().status == AgentRun.Status.FAILED


def test_a_tool_that_nobody_wrote_ends_the_step_at_once_and_says_what_to_do(
    make_session, monkeypatch
):
    bench = make_bench(make_session(), "memory")
    monkeypatch.delitem(TOOLS, "emit_event")

    with pytest.raises(
        AgentFailed, match="'emit_event' does; give it one in TOOLS"
    ) as no:
        harness.run(bench.lease)

    assert no.value.failure.is_final
