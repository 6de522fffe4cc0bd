"""An agent's place at the table, and its hands, for tests of what code allows it."""

import time

from agents.brains.scripted import ScriptedBrain
from agents.engine import leases
from agents.engine.log import Envelope, state
from agents.models import Agent, AgentRun
from agents.prompts.loader import roster
from agents.runs.budgets import Purse
from agents.runs.hands import BenchHands
from agents.tests.support import steps as stepping
from agents.tools.workbench import Workbench
from agents.workflows.weekly_brief import BRIEF

# What is done before an agent's turn.
BEFORE = {
    "memory": 0,
    "research_launches": 1,
    "research_papers": 1,
    "evaluator": 3,
    "writer": 4,
    "critic": 5,
    "verifier": 6,
    "delivery": 7,
}


def make_bench(session, step, *, last=None, seconds=60.0, done=None):
    """The bench of a step of a session, once all before it is done.

    `last` replaces what the log says, by kind of terminal event; `done` how many steps
    are done before.
    """
    stepping.do(session, *stepping.HAPPY[: BEFORE[step] if done is None else done])
    bench = Workbench(
        lease=leases.take(session.pk, step),
        session=session,
        spec=roster()[step],
        ends_with=frozenset(BRIEF.by_name[step].then),
        state=state(session),
        deadline=time.monotonic() + seconds,
        envelope=Envelope(step, ScriptedBrain.name),
    )
    bench.state.last.update(last or {})
    return bench


def make_hands(bench):
    """The hands of the agent whose bench it is."""
    run, _ = AgentRun.objects.get_or_create(
        session=bench.session,
        agent=Agent.objects.get_or_create(slug=bench.spec.slug)[0],
        key=bench.lease.key,
        attempt=bench.lease.attempt,
        brain=bench.envelope.brain,
    )
    purse = Purse(run, bench.spec.front, bench.newsletter)
    return BenchHands(bench, bench.envelope.brain, purse)
