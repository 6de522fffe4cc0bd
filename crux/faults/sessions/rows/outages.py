"""The rows of what the engine stands on: it goes away, comes back, and lies."""

import time

from django.db import connection
from kombu.exceptions import OperationalError

from agents.engine import steering
from agents.engine.leases import patiently
from agents.engine.sweep import BrokerAway
from agents.events.schema import Kind
from agents.models import AgentEvent
from agents.workers import canvas
from crux.faults.sessions.invariants import judge
from crux.faults.sessions.proxy import Mood
from crux.faults.sessions.servers import Postgres, Redis
from crux.faults.sessions.stage import Stage, policy
from crux.faults.sessions.trials import Trial


def flushed(stage: Stage) -> Trial:
    """5: Redis forgets everything in mid-session."""
    trial = Trial("5", "Redis FLUSHALL in mid-session, 4 sessions")
    with stage.running():
        run = [stage.session() for _ in range(4)]
        stage.wait_for_call(run[0], "evaluator")
        redis(stage).forget()
        began = time.monotonic()
        judge(stage, trial, *run, since=began)
    return trial


def redis_killed(stage: Stage) -> Trial:
    """6: Redis dies and comes back empty."""
    trial = Trial("6", "Redis kill -9, back and empty after 2 s, 4 sessions")
    with stage.running():
        run = [stage.session() for _ in range(4)]
        stage.wait_for_call(run[0], "research_launches")
        began = time.monotonic()
        redis(stage).restart(away_seconds=2)
        judge(stage, trial, *run, since=began)
    return trial


def broker_unreachable(stage: Stage) -> Trial:
    """7: nobody listens, or nobody ever answers, when a message shall be sent."""
    trial = Trial("7", "Redis refuses, then swallows, at publishing")
    took: dict[Mood, float] = {}
    run = []
    for mood in (Mood.REFUSE, Mood.SWALLOW):
        redis(stage).proxy.turn(mood)
        session = stage.session(is_published=False)
        run.append(session)
        began = time.monotonic()
        try:
            canvas.publish(session.pk)
            trial.expect(False, f"{mood}: a message was sent")  # noqa: FBT003
        except (BrokerAway, OperationalError):
            took[mood] = time.monotonic() - began
        began = time.monotonic()
        steering.pause(session)
        steering.unpause(session)
        page = time.monotonic() - began
        trial.expect(page < 1, f"an operator's page took {page:.1f} s")
        redis(stage).proxy.turn(Mood.PASS)
    trial.expect(took[Mood.REFUSE] < 6, f"refused only after {took[Mood.REFUSE]:.1f} s")
    trial.expect(took[Mood.SWALLOW] < 20, f"waited {took[Mood.SWALLOW]:.1f} s")
    trial.outcome = (
        f"gave up after {took[Mood.REFUSE]:.1f} s and {took[Mood.SWALLOW]:.1f} s; "
        "operators' pages do not wait; the sweep took over"
    )
    with stage.running():
        return judge(stage, trial, *run)


def garbage(stage: Stage) -> Trial:
    """21: something that is no message lies in the queue."""
    trial = Trial("21", "garbage in the queue: no JSON, and an undecodable body")
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
        judge(stage, trial, *run, since=began)
        trial.tell(f"the worker was restarted {workers[0].begun - 1} times")
    return trial


def postgres_restarted(stage: Stage) -> Trial:
    """8: PostgreSQL stops at once, and begins again."""
    trial = Trial("8", "PostgreSQL stops at once and restarts, twice, 4 sessions")
    with stage.running():
        run = [stage.session() for _ in range(4)]
        stage.wait_for_call(run[0], "research_papers")
        began = time.monotonic()
        postgres(stage).restart()
        stage.wait_for_call(run[0], "writer")
        postgres(stage).restart()
        judge(stage, trial, *run, since=began)
    failures = AgentEvent.objects.filter(
        session__in=run, event_type=Kind.STEP_FAILED
    ).count()
    trial.expect(failures == 0, f"{failures} attempts were blamed on their agents")
    return trial


def postgres_away(stage: Stage) -> Trial:
    """9: PostgreSQL is away for longer than a lease, and than anybody's patience."""
    trial = Trial("9", "PostgreSQL away 8 s: lease 4 s, patience 3 s")
    stage.worker(FAULTS_PATIENCE="3")
    stage.clock()
    session = stage.session({"writer": ["slow 1"]})
    stage.wait_for_call(session, "writer")
    began = time.monotonic()
    postgres(stage).restart(away_seconds=8)
    judge(stage, trial, session, since=began)
    stage.end_processes()
    return trial


def clock_jumps(stage: Stage) -> Trial:
    """24: the database's clock jumps by an hour; the workers' clocks do not matter."""
    trial = Trial("24", "the database's clock an hour ahead, then an hour back")
    with stage.running():
        run = []
        for hours in (1, -1):
            session = stage.session({"writer": ["slow 1.5"]})
            stage.wait_for_call(session, "writer")
            skew(hours)
            # Whoever is connected keeps the old clock; those who come have the new one.
            postgres(stage).proxy.turn(Mood.PASS)
            run.append(session)
            stage.wait_for_end(session, seconds=20)
            skew(0)
            postgres(stage).proxy.turn(Mood.PASS)
        judge(stage, trial, *run)
    most = 2
    trial.expect((trial.extra_calls or 0) <= most, "more than one extra call each")
    return trial


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


def mail_away(stage: Stage) -> Trial:
    """14: the mail server cannot be reached, and is back later."""
    trial = Trial("14", "the mail server refuses connections for 5 s (see also chaos)")
    with policy("delivery", first_wait_seconds=2), stage.running():
        stage.mail.proxy.turn(Mood.REFUSE)
        session = stage.session()
        stage.wait_for_call(session, "delivery")
        time.sleep(5)
        stage.mail.proxy.turn(Mood.PASS)
        judge(stage, trial, session)
    return trial


def redis(stage: Stage) -> Redis:
    assert stage.redis is not None  # noqa: S101  these rows have one
    return stage.redis


def postgres(stage: Stage) -> Postgres:
    assert stage.postgres is not None  # noqa: S101  these rows have one
    return stage.postgres
