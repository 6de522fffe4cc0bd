"""The rows of connections that say nothing: dropped packets (half-open TCP), and a broker
that is slow to answer.
"""

import time

from agents.events.schema import Kind
from agents.models import AgentEvent, Session
from crux.faults.sessions.invariants import judge
from crux.faults.sessions.proxy import CAN_DROP, Proxy
from crux.faults.sessions.rows.outages import postgres, redis
from crux.faults.sessions.stage import Stage
from crux.faults.sessions.trials import Trial

# Keepalive and unacknowledged data: see crux.databases. What follows takes a while too.
GIVEN_UP_SECONDS = 60
ANSWER_SECONDS = 3.0


def dark_database(stage: Stage) -> Trial:
    """The packets of every connection to the database are dropped from now on."""
    trial = Trial(
        "dark", "PostgreSQL: every connection gone dark, none closed, 4 sessions"
    )
    return _in_the_dark(stage, trial, postgres(stage).proxy)


def dark_broker(stage: Stage) -> Trial:
    """The same of Redis."""
    trial = Trial(
        "dark-r", "Redis: every connection gone dark, none closed, 4 sessions"
    )
    return _in_the_dark(stage, trial, redis(stage).proxy)


def _in_the_dark(stage: Stage, trial: Trial, proxy: Proxy) -> Trial:
    if not CAN_DROP:
        return trial.skip("only Linux drops packets without a word here")
    with stage.running() as workers:
        stage.wait_for_end(stage.session())
        run = [stage.session({"evaluator": ["slow 3"]}) for _ in range(4)]
        stage.wait_for_call(run[0], "evaluator")
        dark, began = proxy.darken(), time.monotonic()
        stage.wait_for_end(*run, seconds=100)
        judge(stage, trial, *run, since=began)
        trial.expect(workers[0].begun == 1, "the worker had to be begun again")
    trial.expect(dark > 4, f"only {dark} connections were there")
    took = trial.recovery_seconds or 0
    trial.expect(took < GIVEN_UP_SECONDS + 30, f"it took {took:.0f} s")
    trial.expect(not _blamed(run), "attempts were blamed on their agents")
    trial.tell(f"{dark} connections dark")
    return trial


def slow_broker(stage: Stage) -> Trial:
    """Redis takes three seconds for each answer, from the middle of a working day on."""
    trial = Trial("slow-r", f"Redis answers in {ANSWER_SECONDS:.0f} s, 2 sessions")
    proxy = redis(stage).proxy
    stage.worker()
    stage.clock(HINT_GRACE_SECONDS="45")  # as it is where nothing is in a hurry
    stage.wait_for_end(*(stage.session(is_published=False) for _ in range(2)))
    try:
        proxy.delay_seconds = ANSWER_SECONDS / 2
        began = time.monotonic()
        run = [stage.session(is_published=False) for _ in range(2)]
        stage.wait_for_end(*run, seconds=110)
        judge(stage, trial, *run, since=began)
    finally:
        proxy.delay_seconds = 0.0
        stage.end_processes()
    trial.expect(not _blamed(run), "attempts were blamed on their agents")
    return trial


def _blamed(run: list[Session]) -> int:
    failed = AgentEvent.objects.filter(session__in=run, event_type=Kind.STEP_FAILED)
    return failed.count()
