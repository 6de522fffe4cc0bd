"""The rows of those who act: agents that err, operators, readers, a forger."""

import threading
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from agents.engine import log, steering
from agents.events.schema import Kind
from agents.models import AgentEvent, Session
from crux.faults.sessions.findings import Finding
from crux.faults.sessions.invariants import breaches, judge, judge_refusals
from crux.faults.sessions.stage import Stage, policy
from subscribers.models import Delivery, Subscriber


def overloaded(stage: Stage) -> Finding:
    """10: the model's service is overloaded, and says when to come back."""
    finding = Finding(
        "10", "529 twice, the second with Retry-After 3 s (first wait 1 s)"
    )
    with policy("evaluator", first_wait_seconds=1), stage.running():
        session = stage.session({"evaluator": ["failed", "failed 3"]})
        judge(stage, finding, session)
    failed = session.events.of_kind(Kind.STEP_FAILED).order_by("seq")
    waits = [_wait(event) for event in failed]
    finding.expect(waits == [1.0, 3.0], f"it waited {waits}")
    finding.outcome = f"finished; waited {waits} s"
    return finding


def _wait(event: AgentEvent) -> float:
    until = log._moment(event.data["retry_at"])
    return round((until - event.created_at).total_seconds(), 1)


def agents_that_err(stage: Stage) -> Finding:
    """11 to 13, as the engine sees them: time used up, silence, nonsense."""
    finding = Finding(
        "11-13", "deadline passed; silence; data of the wrong shape for ever"
    )
    with policy("writer", first_wait_seconds=0, attempts=3), stage.running():
        late = stage.session({"writer": ["deadline"]})
        silent = stage.session({"memory": ["silent"], "research_papers": ["silent"]})
        wrong = stage.session({"writer": ["malformed"] * 5})
        judge(stage, finding, late, silent)
        took = stage.wait_for_end(wrong)
    placeholders = silent.events.of_kind(Kind.PLACEHOLDER_INSERTED).count()
    finding.expect(placeholders == 2, f"{placeholders} placeholders")
    finding.expect(took is not None, "the agent that errs for ever is tried for ever")
    attempts = wrong.events.of_kind(Kind.STEP_FAILED).count()
    finding.expect(wrong.status == "aborted", f"it is {wrong.status}")
    finding.expect(attempts == 3, f"tried {attempts} times")
    finding.breaches += breaches(stage, [wrong])
    finding.outcome = "late: tried again; silent: placeholders; wrong: dead after 3"
    return finding


def operators_at_once(stage: Stage) -> Finding:
    """27: operators decide at the same moment, about what they saw a moment ago."""
    finding = Finding("27", "8 operators cancel what they saw at once; one saw it late")
    with stage.running():
        session = stage.session()
        stage.wait_for_call(session, "writer")
        steering.pause(session)
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
        judge(stage, finding, session, status="cancelled")
    finding.expect(done <= 1, f"{done} of them cancelled it")
    if not done:  # the writer's last line came in between: nobody had seen it
        steering.cancel(session)
    finding.outcome = f"{done} of 8 decided; the others were told that it had moved on"
    return finding


def left_in_between(stage: Stage) -> Finding:
    """28: a reader leaves after the audience was frozen and before the letter went."""
    finding = Finding("28", "a reader unsubscribes between freezing and sending")
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
        judge(stage, finding, session)
    state = Delivery.objects.get(subscriber=leaver).state
    finding.expect(state == Delivery.State.SUPPRESSED, f"the letter is {state}")
    finding.outcome = f"the letter is {state}, the others {finding.outcome}"
    return finding


FORBIDDEN = (
    "UPDATE agents_agentevent SET agent_name = 'x'",
    "DELETE FROM agents_agentevent",
    "TRUNCATE agents_agentevent CASCADE",
    "UPDATE agents_session SET status = 'open' WHERE status = 'finished'",
    "DELETE FROM agents_statuschange",
    "INSERT INTO agents_agentevent SELECT * FROM agents_agentevent LIMIT 1 "
    "ON CONFLICT (id) DO UPDATE SET agent_name = 'x'",
)


def refused(stage: Stage) -> Finding:
    """26: what the database itself must refuse."""
    finding = Finding(
        "26", "events changed, deleted, truncated, replaced; illegal status"
    )
    return judge_refusals(stage, finding, FORBIDDEN)
