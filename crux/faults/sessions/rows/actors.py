"""The rows of those who act: agents that err, operators, readers, a forger."""

import threading
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from agents.engine import log, steering
from agents.events.schema import Kind
from agents.models import AgentEvent, Session, StepRun
from crux.faults.sessions.invariants import breaches, judge, judge_refusals
from crux.faults.sessions.stage import Stage, policy
from crux.faults.sessions.trials import Trial
from subscribers.models import Delivery, Subscriber


def overloaded(stage: Stage) -> Trial:
    """10: the model's service is overloaded, and says when to come back."""
    trial = Trial("10", "529 twice, the second with Retry-After 3 s (first wait 1 s)")
    with policy("evaluator", first_wait_seconds=1), stage.running():
        session = stage.session({"evaluator": ["failed", "failed 3"]})
        judge(stage, trial, session)
    failed = session.events.of_kind(Kind.STEP_FAILED).order_by("seq")
    waits = [_wait(event) for event in failed]
    trial.expect(waits == [1.0, 3.0], f"it waited {waits}")
    trial.outcome = f"finished; waited {waits} s"
    return trial


def _wait(event: AgentEvent) -> float:
    until = log._moment(event.data["retry_at"])
    return round((until - event.created_at).total_seconds(), 1)


def agents_that_err(stage: Stage) -> Trial:
    """11 to 13, as the engine sees them: time used up, silence, nonsense."""
    trial = Trial("11-13", "deadline passed; silence; data of the wrong shape for ever")
    with policy("writer", first_wait_seconds=0, attempts=3), stage.running():
        late = stage.session({"writer": ["deadline"]})
        silent = stage.session({"memory": ["silent"], "research_papers": ["silent"]})
        wrong = stage.session({"writer": ["malformed"] * 5})
        judge(stage, trial, late, silent)
        took = stage.wait_for_end(wrong)
    placeholders = silent.events.of_kind(Kind.PLACEHOLDER_INSERTED).count()
    trial.expect(placeholders == 2, f"{placeholders} placeholders")
    trial.expect(took is not None, "the agent that errs for ever is tried for ever")
    attempts = wrong.events.of_kind(Kind.STEP_FAILED).count()
    trial.expect(wrong.status == "aborted", f"it is {wrong.status}")
    trial.expect(attempts == 3, f"tried {attempts} times")
    trial.breaches += breaches(stage, [wrong])
    trial.outcome = "late: tried again; silent: placeholders; wrong: dead after 3"
    return trial


def operators_at_once(stage: Stage) -> Trial:
    """27: operators decide at the same moment, about what they saw a moment ago."""
    trial = Trial("27", "8 operators cancel at once what all of them saw")
    with stage.running():
        session = stage.session()
        stage.wait_for_call(session, "writer")
        steering.pause(session)
        # What is at work comes to its end; then nothing moves the log but they.
        stage.wait_for(lambda: not _is_at_work(session))
        session.refresh_from_db()
        seen = session.last_seq
        start = threading.Barrier(8)

        def cancel(_: int) -> bool:
            mine = Session.objects.get(pk=session.pk)
            start.wait()
            try:
                steering.cancel(mine, by="an operator", at_seq=seen)
            except steering.NotPossible:
                return False
            finally:
                connection.close()
            return True

        with ThreadPoolExecutor(8) as pool:
            done = sum(pool.map(cancel, range(8)))
        judge(stage, trial, session, status="cancelled")
    trial.expect(done == 1, f"{done} of them cancelled it")
    trial.outcome = f"{done} of 8 decided; the others were told that it had moved on"
    return trial


def _is_at_work(session: Session) -> bool:
    return session.step_runs.filter(status=StepRun.Status.RUNNING).exists()


def left_in_between(stage: Stage) -> Trial:
    """28: a reader leaves after the audience was frozen and before the letter went."""
    trial = Trial("28", "a reader unsubscribes between freezing and sending")
    with stage.running():
        session = stage.session(is_published=False)
        marker = stage.crash("frozen", "delivery", session, "child")
        stage.publish(session)
        stage.wait_for(lambda: not marker.exists())
        leaver = Subscriber.objects.filter(newsletter=session.newsletter).last()
        assert leaver is not None  # noqa: S101  the stage made readers
        Subscriber.objects.filter(pk=leaver.pk).update(
            status=Subscriber.Status.UNSUBSCRIBED
        )
        judge(stage, trial, session)
    state = Delivery.objects.get(subscriber=leaver).state
    trial.expect(state == Delivery.State.SUPPRESSED, f"the letter is {state}")
    trial.outcome = f"the letter is {state}, the others {trial.outcome}"
    return trial


FORBIDDEN = (
    "UPDATE agents_agentevent SET agent_name = 'x'",
    "DELETE FROM agents_agentevent",
    "TRUNCATE agents_agentevent CASCADE",
    "UPDATE agents_session SET status = 'open' WHERE status = 'finished'",
    "DELETE FROM agents_statuschange",
    "INSERT INTO agents_agentevent SELECT * FROM agents_agentevent LIMIT 1 "
    "ON CONFLICT (id) DO UPDATE SET agent_name = 'x'",
)


def refused(stage: Stage) -> Trial:
    """26: what the database itself must refuse."""
    trial = Trial("26", "events changed, deleted, truncated, replaced; illegal status")
    return judge_refusals(stage, trial, FORBIDDEN)
