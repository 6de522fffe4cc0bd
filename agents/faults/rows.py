"""The rows of the fault matrix that need a PostgreSQL and a Redis.

Rows 1 to 3 are in `points`, 17, 22, 23 and 26 on SQLite in `small`, 18 is the
simulation in the tests, and 11 to 13 are done over real HTTP in `brains`.
"""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from typing import TypeAlias

from celery import current_app
from django.db import DatabaseError, connection, transaction
from kombu.exceptions import OperationalError

from agents import canvas, log, steering, timetable
from agents.claims import patiently
from agents.events import Kind
from agents.faults.findings import Finding
from agents.faults.invariants import breaches, extra_calls
from agents.faults.proxy import Mood
from agents.faults.script import second_version
from agents.faults.servers import Postgres, Redis
from agents.faults.stage import Stage
from agents.models import AgentEvent, RetryPolicy, Session, StepRun
from agents.sweeping import BrokerAway
from agents.workflows import WORKFLOWS
from newsletter.models import Newsletter
from subscribers.models import Delivery, Subscriber

Row: TypeAlias = Callable[[Stage], Finding]
LEASE_SECONDS = 4.0


def judge(
    stage: Stage, finding: Finding, *run: Session, status: str = "finished"
) -> Finding:
    """Wait for the sessions' end, and hold against them what must be."""
    took = stage.wait_for_end(*run)
    finding.expect(took is not None, "a session stands still")
    for session in run:
        is_so = session.status == status
        finding.expect(is_so, f"{session.name} is {session.status}: {session.reason}")
    finding.extra_calls = sum(extra_calls(stage, session) for session in run)
    finding.breaches += breaches(stage, list(run))
    ended = sum(session.status == status for session in run)
    finding.outcome = finding.outcome or f"{ended}/{len(run)} {status}"
    return finding


def moves_on(stage: Stage, session: Session, since: int) -> float | None:
    """Seconds until the log has grown beyond a line."""

    def has_grown() -> bool:
        session.refresh_from_db()
        return session.last_seq > since

    return stage.wait_for(has_grown)


def zombie(stage: Stage) -> Finding:
    """4: a worker stands still for longer than its lease, and comes back."""
    finding = Finding("4", "SIGSTOP beyond the lease, then SIGCONT: writer, delivery")
    with stage.running(workers=2) as workers:
        run = []
        for step in ("writer", "delivery"):
            session = stage.session(is_published=False)
            stage.behave(session, step, "slow 1.5")
            stage.publish(session)
            stage.wait_for_call(session, step)
            began = time.monotonic()
            row = StepRun.objects.get(session=session, step=step, status="running")
            stopped = int(row.worker.split(":")[2])
            os.kill(stopped, signal.SIGSTOP)
            took = stage.wait_for_end(session)
            finding.recovery_seconds = max(
                finding.recovery_seconds or 0, time.monotonic() - began
            )
            finding.expect(took is not None, f"{step}: nobody took over")
            os.kill(stopped, signal.SIGCONT)
            time.sleep(2.5)
            lost = StepRun.objects.get(pk=row.pk).status
            finding.expect(lost == "lost", f"{step}: the zombie's claim is {lost}")
            run.append(session)
        finding.expect(len(workers) == 2, "two workers")
        return judge(stage, finding, *run)


def flushed(stage: Stage) -> Finding:
    """5: Redis forgets everything in mid-session."""
    finding = Finding("5", "Redis FLUSHALL in mid-session, 4 sessions")
    with stage.running():
        run = [stage.session() for _ in range(4)]
        stage.wait_for_call(run[0], "evaluator")
        redis(stage).forget()
        began = time.monotonic()
        judge(stage, finding, *run)
        finding.recovery_seconds = time.monotonic() - began
    return finding


def redis_killed(stage: Stage) -> Finding:
    """6: Redis dies and comes back empty."""
    finding = Finding("6", "Redis kill -9, back and empty after 2 s, 4 sessions")
    with stage.running():
        run = [stage.session() for _ in range(4)]
        stage.wait_for_call(run[0], "research_launches")
        began = time.monotonic()
        redis(stage).restart(away_seconds=2)
        judge(stage, finding, *run)
        finding.recovery_seconds = time.monotonic() - began
    return finding


def broker_unreachable(stage: Stage) -> Finding:
    """7: nobody listens, or nobody ever answers, when a message shall be sent."""
    finding = Finding("7", "Redis refuses, then swallows, at publishing")
    took: dict[Mood, float] = {}
    run = []
    for mood in (Mood.REFUSE, Mood.SWALLOW):
        redis(stage).proxy.turn(mood)
        session = stage.session(is_published=False)
        run.append(session)
        began = time.monotonic()
        try:
            canvas.publish(session.pk)
            finding.expect(False, f"{mood}: a message was sent")  # noqa: FBT003
        except (BrokerAway, OperationalError):
            took[mood] = time.monotonic() - began
        began = time.monotonic()
        steering.pause(session)
        steering.unpause(session)
        page = time.monotonic() - began
        finding.expect(page < 1, f"an operator's page took {page:.1f} s")
        redis(stage).proxy.turn(Mood.PASS)
    finding.expect(
        took[Mood.REFUSE] < 6, f"refused only after {took[Mood.REFUSE]:.1f} s"
    )
    finding.expect(took[Mood.SWALLOW] < 20, f"waited {took[Mood.SWALLOW]:.1f} s")
    finding.outcome = (
        f"gave up after {took[Mood.REFUSE]:.1f} s and {took[Mood.SWALLOW]:.1f} s; "
        "operators' pages do not wait; the sweep took over"
    )
    with stage.running():
        return judge(stage, finding, *run)


def postgres_restarted(stage: Stage) -> Finding:
    """8: PostgreSQL stops at once, and begins again."""
    finding = Finding("8", "PostgreSQL stops at once and restarts, twice, 4 sessions")
    with stage.running():
        run = [stage.session() for _ in range(4)]
        stage.wait_for_call(run[0], "research_papers")
        began = time.monotonic()
        postgres(stage).restart()
        stage.wait_for_call(run[0], "writer")
        postgres(stage).restart()
        judge(stage, finding, *run)
        finding.recovery_seconds = time.monotonic() - began
    failures = AgentEvent.objects.filter(
        session__in=run, event_type=Kind.STEP_FAILED
    ).count()
    finding.expect(failures == 0, f"{failures} attempts were blamed on their agents")
    return finding


def postgres_away(stage: Stage) -> Finding:
    """9: PostgreSQL is away for longer than a lease, and than anybody's patience."""
    finding = Finding("9", "PostgreSQL away 8 s: lease 4 s, patience 3 s")
    stage.worker(FAULTS_PATIENCE="3")
    stage.beat()
    session = stage.session(is_published=False)
    stage.behave(session, "writer", "slow 1")
    stage.publish(session)
    stage.wait_for_call(session, "writer")
    began = time.monotonic()
    postgres(stage).restart(away_seconds=8)
    judge(stage, finding, session)
    finding.recovery_seconds = time.monotonic() - began
    stage.end_processes()
    return finding


def overloaded(stage: Stage) -> Finding:
    """10: the model's service is overloaded, and says when to come back."""
    finding = Finding(
        "10", "529 twice, the second with Retry-After 3 s (first wait 1 s)"
    )
    with policy("evaluator", first_wait_seconds=1), stage.running():
        session = stage.session(is_published=False)
        stage.behave(session, "evaluator", "failed", "failed 3")
        stage.publish(session)
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
        late, silent, wrong = (stage.session(is_published=False) for _ in range(3))
        stage.behave(late, "writer", "deadline")
        stage.behave(silent, "memory", "silent")
        stage.behave(silent, "research_papers", "silent")
        stage.behave(wrong, "writer", *["malformed"] * 5)
        for session in (late, silent, wrong):
            stage.publish(session)
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


def two_clocks(stage: Stage) -> Finding:
    """15: two beats tick, and one of them dies."""
    finding = Finding("15", "two beats, one killed -9 and restarted, 3 slots due")
    due = [_due(stage, hours=1) for _ in range(3)]
    with stage.running(beats=2):
        beat = stage.processes[-1]
        stage.wait_for(lambda: Session.objects.filter(newsletter__in=due).exists())
        beat.signal(signal.SIGKILL)
        stage.wait_for(lambda: Session.objects.filter(newsletter__in=due).count() == 3)
        time.sleep(4)
        begun = list(Session.objects.filter(newsletter__in=due))
        finding.expect(len(begun) == 3, f"{len(begun)} sessions for 3 slots")
        judge(stage, finding, *begun)
    _no_longer_due(due)
    return finding


def missed_slots(stage: Stage) -> Finding:
    """16: nobody looked for a day, or for two."""
    finding = Finding("16", "slots missed by 20 h and by 40 h")
    caught, missed = _due(stage, hours=20), _due(stage, hours=40)
    with stage.running():
        stage.wait_for(lambda: Session.objects.filter(newsletter=caught).exists())
        begun = list(Session.objects.filter(newsletter__in=[caught, missed]))
        finding.expect(
            [one.newsletter_id for one in begun] == [caught.pk], "the wrong ones began"
        )
        told = timetable.missed(log.database_now())
        finding.expect(missed.slug in told, "the missed one is not told of")
        judge(stage, finding, *begun)
    _no_longer_due([caught, missed])
    finding.outcome = "20 h: caught up; 40 h: skipped, and /healthz can tell"
    return finding


def _due(stage: Stage, *, hours: int) -> Newsletter:
    """A newsletter whose slot went by so many hours ago."""
    slot = log.database_now() - timedelta(hours=hours)
    newsletter = stage.newsletter(
        is_active=True, weekday=slot.weekday(), send_at=slot.time(), timezone="UTC"
    )
    Newsletter.objects.filter(pk=newsletter.pk).update(
        created_at=slot - timedelta(days=30)
    )
    return newsletter


def _no_longer_due(newsletters: list[Newsletter]) -> None:
    ids = [newsletter.pk for newsletter in newsletters]
    Newsletter.objects.filter(pk__in=ids).update(is_active=False)


def many_hints(stage: Stage) -> Finding:
    """17: 64 messages for one step, and workers enough to take them at once."""
    finding = Finding("17", "64 hints for one step, 16 worker processes")
    stage.worker(children=16)
    stage.beat()
    session = stage.session(is_published=False)
    stage.wait_for_end(stage.session())
    for _ in range(64):
        current_app.send_task(canvas.STEP, (session.pk, "memory"))
    stage.publish(session)
    judge(stage, finding, session)
    started = [key for key in stage.calls(session) if ":memory.1:" in key]
    finding.expect(len(started) == 1, f"{len(started)} workers did the step")
    finding.outcome = f"{len(started)} did it"
    stage.end_processes()
    return finding


def never_published(stage: Stage) -> Finding:
    """19: a session was begun, and its message never left."""
    finding = Finding("19", "a session begun and never published")
    with stage.running():
        session = stage.session(is_published=False)
        finding.recovery_seconds = moves_on(stage, session, session.last_seq)
        return judge(stage, finding, session)


def poison(stage: Stage) -> Finding:
    """20: a step that kills every worker that takes it."""
    finding = Finding("20", "a step that kills its worker every time (losses: 3)")
    with policy("evaluator", losses=3), stage.running():
        session = stage.session(is_published=False)
        marker = stage.crash("claimed", "evaluator", session, "each")
        stage.publish(session)
        others = [stage.session() for _ in range(2)]
        took = stage.wait_for_end(session)
        finding.expect(took is not None, "it goes on killing")
        finding.expect(session.status == "aborted", f"it is {session.status}")
        marker.unlink()
        judge(stage, finding, *others)
        key = steering.retry(session, by="the operator")
        stage.publish(session)
        judge(stage, finding, session)
    finding.outcome = f"dead after 3 losses, others finished; {key} retried: finished"
    return finding


def garbage(stage: Stage) -> Finding:
    """21: something that is no message lies in the queue."""
    finding = Finding("21", "garbage in the queue: no JSON, and an undecodable body")
    with stage.running() as workers:
        stage.wait_for_end(stage.session())
        client = redis(stage).client
        client.lpush("crux:celery", "this is no message")
        client.lpush("crux:celery", '{"body": "%%%", "headers": {}, "properties": {}}')
        time.sleep(3)
        if workers[0].begun > 3:
            client.delete("crux:celery")  # as `celery purge` does
        run = [stage.session() for _ in range(2)]
        began = time.monotonic()
        judge(stage, finding, *run)
        finding.recovery_seconds = time.monotonic() - began
        restarts = workers[0].begun - 1
        finding.outcome = (
            f"{finding.outcome}; the worker was restarted {restarts} times"
        )
    return finding


def clock_jumps(stage: Stage) -> Finding:
    """24: the database's clock jumps by an hour; the workers' clocks do not matter."""
    finding = Finding("24", "the database's clock an hour ahead, then an hour back")
    with stage.running():
        run = []
        for hours in (1, -1):
            session = stage.session(is_published=False)
            stage.behave(session, "writer", "slow 1.5")
            stage.publish(session)
            stage.wait_for_call(session, "writer")
            skew(hours)
            # Whoever is connected keeps the old clock; those who come have the new one.
            postgres(stage).proxy.turn(Mood.PASS)
            run.append(session)
            stage.wait_for_end(session, seconds=20)
            skew(0)
            postgres(stage).proxy.turn(Mood.PASS)
        judge(stage, finding, *run)
    most = 2
    finding.expect((finding.extra_calls or 0) <= most, "more than one extra call each")
    return finding


def skew(hours: int) -> None:
    """Give every new connection a `clock_timestamp()` that is off by so much."""

    def act() -> None:
        with connection.cursor() as cursor:
            cursor.execute("CREATE SCHEMA IF NOT EXISTS skew")
            cursor.execute(
                "CREATE OR REPLACE FUNCTION skew.clock_timestamp() RETURNS timestamptz "
                "LANGUAGE sql VOLATILE AS $$ SELECT pg_catalog.clock_timestamp() "
                f"+ interval '{hours} hours' $$"
            )
            path = "skew, public, pg_catalog" if hours else "public"
            cursor.execute(f"ALTER DATABASE postgres SET search_path = {path}")

    patiently(act)


def deploy(stage: Stage) -> Finding:
    """25: a new version of the workflow while sessions of the old one are open."""
    finding = Finding(
        "25", "a deploy with a new version of the workflow in mid-session"
    )
    with stage.running() as workers:
        old = stage.session()
        stage.wait_for_call(old, "evaluator")
        second = second_version()
        WORKFLOWS[second.name, second.version] = second
        new = stage.session()
        deployed = stage.worker(FAULTS_SECOND_VERSION="1")
        stage.wait_for(lambda: len(deployed.children()) > 3)
        workers[0].over.set()
        workers[0].signal(signal.SIGTERM)
        judge(stage, finding, old, new)
        del WORKFLOWS[second.name, second.version]
    versions = (old.version, new.version)
    finding.expect(versions == (1, 2), f"they are of versions {versions}")
    is_approved = new.events.of_kind(Kind.DRAFT_APPROVED).exists()
    finding.expect(not is_approved, "the new session ran the old workflow")
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
    with stage.running():
        session = stage.session()
        judge(stage, finding, session)
    forbidden(finding, FORBIDDEN)
    finding.breaches += breaches(stage, [session])
    return finding


def forbidden(finding: Finding, statements: tuple[str, ...]) -> None:
    """Each of these must be refused."""
    count = 0
    for statement in statements:
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(statement)
            finding.expect(False, f"allowed: {statement}")  # noqa: FBT003
        except DatabaseError:
            count += 1
    finding.outcome = f"{count} of {len(statements)} refused by the database"


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


def mail_away(stage: Stage) -> Finding:
    """14: the mail server cannot be reached, and is back later."""
    finding = Finding(
        "14", "the mail server refuses connections for 5 s (see also chaos)"
    )
    with policy("delivery", first_wait_seconds=2), stage.running():
        session = stage.session(is_published=False)
        stage.mail.proxy.turn(Mood.REFUSE)
        stage.publish(session)
        stage.wait_for_call(session, "delivery")
        time.sleep(5)
        stage.mail.proxy.turn(Mood.PASS)
        judge(stage, finding, session)
    return finding


def graceful(stage: Stage) -> Finding:
    """A deploy: SIGTERM while a long step runs."""
    finding = Finding(
        "term", "SIGTERM during a step of 30 s; another worker takes over"
    )
    first = stage.worker()
    session = stage.session(is_published=False)
    stage.behave(session, "writer", "slow 30")
    stage.publish(session)
    stage.wait_for_call(session, "writer")
    first.over.set()
    began = time.monotonic()
    first.signal(signal.SIGTERM)
    stage.worker()
    stage.beat()
    judge(stage, finding, session)
    finding.recovery_seconds = time.monotonic() - began
    losses = session.events.of_kind(Kind.STEP_LOST)
    is_released = all(event.data["is_released"] for event in losses)
    finding.expect(is_released and losses, "the claim was not given back")
    stage.end_processes()
    return finding


@contextmanager
def policy(step: str, **values: int) -> Iterator[None]:
    """Another patience with a step for as long as this lasts."""
    RetryPolicy.objects.update_or_create(step=step, defaults=values)
    try:
        yield
    finally:
        patiently(RetryPolicy.objects.filter(step=step).delete)


def redis(stage: Stage) -> Redis:
    assert stage.redis is not None  # noqa: S101  these rows have one
    return stage.redis


def postgres(stage: Stage) -> Postgres:
    assert stage.postgres is not None  # noqa: S101  these rows have one
    return stage.postgres


ROWS: dict[str, Row] = {
    "4": zombie,
    "5": flushed,
    "6": redis_killed,
    "7": broker_unreachable,
    "8": postgres_restarted,
    "9": postgres_away,
    "10": overloaded,
    "11": agents_that_err,
    "14": mail_away,
    "15": two_clocks,
    "16": missed_slots,
    "17": many_hints,
    "19": never_published,
    "20": poison,
    "21": garbage,
    "24": clock_jumps,
    "25": deploy,
    "26": refused,
    "27": operators_at_once,
    "28": left_in_between,
    "term": graceful,
}
