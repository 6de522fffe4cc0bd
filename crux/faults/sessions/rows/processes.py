"""The rows of our own processes: they stand still, die, are doubled and replaced."""

import os
import signal
import time
from datetime import timedelta

from agents.engine import log, steering, timetable
from agents.engine.sessions import look
from agents.events.schema import Kind
from agents.models import Session, StepRun
from agents.workers import canvas
from agents.workflows.table import WORKFLOWS
from crux.faults.sessions.invariants import judge
from crux.faults.sessions.rows.outages import redis
from crux.faults.sessions.script import second_version
from crux.faults.sessions.stage import Stage, counterpart, policy
from crux.faults.sessions.trials import Trial
from newsletter.models import Newsletter


def zombie(stage: Stage) -> Trial:
    """4: a worker stands still for longer than its lease, and comes back."""
    trial = Trial("4", "SIGSTOP beyond the lease, then SIGCONT: writer, delivery")
    with stage.running(workers=2) as workers:
        run = []
        for step in ("writer", "delivery"):
            session = stage.session({step: ["slow 1.5"]})
            stage.wait_for_call(session, step)
            began = time.monotonic()
            name = counterpart(step, session.workflow)
            row = StepRun.objects.get(session=session, step=name, status="running")
            stopped = int(row.worker.split(":")[2])
            os.kill(stopped, signal.SIGSTOP)
            took = stage.wait_for_end(session)
            trial.recovery_seconds = max(
                trial.recovery_seconds or 0, time.monotonic() - began
            )
            trial.expect(took is not None, f"{step}: nobody took over")
            os.kill(stopped, signal.SIGCONT)
            time.sleep(2.5)
            lost = StepRun.objects.get(pk=row.pk).status
            trial.expect(lost == "lost", f"{step}: the zombie's lease is {lost}")
            run.append(session)
        trial.expect(len(workers) == 2, "two workers")
        return judge(stage, trial, *run)


def many_hints(stage: Stage) -> Trial:
    """17: 64 canvases of one session, and workers enough to take them at once."""
    trial = Trial("17", "64 canvases of one session, 16 worker processes")
    stage.worker(children=16)
    stage.wait_for_end(stage.session())
    session = stage.session(is_published=False)  # and no clock would publish it
    drawn = canvas.canvas(session.pk, look(session.pk).ahead)
    before = _messages(stage)
    for _ in range(64):
        drawn.clone().apply_async()
    judge(stage, trial, session)
    sent = _messages(stage) - before
    started = [key for key in stage.calls(session) if ":memory.1:" in key]
    trial.expect(len(started) == 1, f"{len(started)} workers did the step")
    # Each canvas but one ends at its first message, or with its chord.
    trial.expect(sent < 64 + 16, f"{sent} messages were sent")
    trial.outcome = f"{len(started)} did it, with {sent} messages"
    stage.end_processes()
    return trial


def _messages(stage: Stage) -> int:
    """How many Celery has sent by this Redis."""
    told: dict[str, dict[str, int]] = redis(stage).client.info("commandstats")
    return told["cmdstat_lpush"]["calls"]


def never_published(stage: Stage) -> Trial:
    """19: a session was begun, and its message never left."""
    trial = Trial("19", "a session begun and never published")
    with stage.running():
        session = stage.session(is_published=False)
        trial.recovery_seconds = moves_on(stage, session, session.last_seq)
        return judge(stage, trial, session)


def moves_on(stage: Stage, session: Session, since: int) -> float | None:
    """Seconds until the log has grown beyond a line."""

    def has_grown() -> bool:
        session.refresh_from_db()
        return session.last_seq > since

    return stage.wait_for(has_grown)


def poison(stage: Stage) -> Trial:
    """20: a step that kills every worker that takes it."""
    trial = Trial("20", "a step that kills its worker every time (losses: 3)")
    with policy("evaluator", losses=3), stage.running():
        session = stage.session(is_published=False)
        marker = stage.crash("claimed", "evaluator", session, "each")
        stage.publish(session)
        others = [stage.session() for _ in range(2)]
        took = stage.wait_for_end(session)
        trial.expect(took is not None, "it goes on killing")
        trial.expect(session.status == "aborted", f"it is {session.status}")
        marker.unlink()
        judge(stage, trial, *others)
        key = steering.retry(session, by="the operator")
        stage.publish(session)
        judge(stage, trial, session)
    trial.outcome = f"dead after 3 losses, others finished; {key} retried: finished"
    return trial


def deploy(stage: Stage) -> Trial:
    """25: a new version of the workflow while sessions of the old one are open."""
    trial = Trial("25", "a deploy with a new version of the workflow in mid-session")
    with stage.running() as workers:
        old = stage.session()
        stage.wait_for_call(old, "evaluator")
        second = second_version()
        WORKFLOWS[second.name, second.version] = second
        new = stage.session()
        deployed = stage.worker(FAULTS_SECOND_VERSION="1")
        stage.clock(FAULTS_SECOND_VERSION="1")
        stage.wait_for(lambda: len(deployed.children()) > 3)
        workers[0].over.set()
        workers[0].signal(signal.SIGTERM)
        judge(stage, trial, old, new)
        del WORKFLOWS[second.name, second.version]
    versions = (old.version, new.version)
    wanted = (second.version - 1, second.version)
    trial.expect(versions == wanted, f"they are of versions {versions}")
    is_approved = new.events.of_kind(Kind.DRAFT_APPROVED).exists()
    trial.expect(not is_approved, "the new session ran the old workflow")
    return trial


def graceful(stage: Stage) -> Trial:
    """A deploy: SIGTERM while a long step runs."""
    trial = Trial("term", "SIGTERM during a step of 30 s; another worker takes over")
    first = stage.worker()
    session = stage.session({"writer": ["slow 30"]})
    stage.wait_for_call(session, "writer")
    first.over.set()
    began = time.monotonic()
    first.signal(signal.SIGTERM)
    stage.worker()
    stage.clock()
    judge(stage, trial, session, since=began)
    losses = session.events.of_kind(Kind.STEP_LOST)
    is_released = all(event.data["is_released"] for event in losses)
    trial.expect(is_released and losses, "the lease was not given back")
    stage.end_processes()
    return trial


def two_clocks(stage: Stage) -> Trial:
    """15: two clocks tick, and one of them dies."""
    trial = Trial("15", "two clocks, one killed -9 and restarted, 3 slots due")
    newsletters = [due(stage, hours=1) for _ in range(3)]
    with stage.running(clocks=2):
        clock = stage.processes[-1]
        stage.wait_for(
            lambda: Session.objects.filter(newsletter__in=newsletters).exists()
        )
        clock.signal(signal.SIGKILL)
        stage.wait_for(
            lambda: Session.objects.filter(newsletter__in=newsletters).count() == 3
        )
        time.sleep(4)
        begun = list(Session.objects.filter(newsletter__in=newsletters))
        trial.expect(len(begun) == 3, f"{len(begun)} sessions for 3 slots")
        judge(stage, trial, *begun)
    no_longer_due(newsletters)
    return trial


def missed_slots(stage: Stage) -> Trial:
    """16: nobody looked for a day, or for two."""
    trial = Trial("16", "slots missed by 20 h and by 40 h")
    caught, missed = due(stage, hours=20), due(stage, hours=40)
    with stage.running():
        stage.wait_for(lambda: Session.objects.filter(newsletter=caught).exists())
        begun = list(Session.objects.filter(newsletter__in=[caught, missed]))
        trial.expect(
            [one.newsletter_id for one in begun] == [caught.pk], "the wrong ones began"
        )
        told = timetable.missed(log.database_now())
        trial.expect(missed.slug in told, "the missed one is not told of")
        judge(stage, trial, *begun)
    no_longer_due([caught, missed])
    trial.outcome = "20 h: caught up; 40 h: skipped, and /healthz can tell"
    return trial


def due(stage: Stage, *, hours: int) -> Newsletter:
    """A newsletter whose slot went by so many hours ago."""
    slot = log.database_now() - timedelta(hours=hours)
    newsletter = stage.newsletter(
        is_active=True, weekday=slot.weekday(), send_at=slot.time(), timezone="UTC"
    )
    Newsletter.objects.filter(pk=newsletter.pk).update(
        created_at=slot - timedelta(days=30)
    )
    return newsletter


def no_longer_due(newsletters: list[Newsletter]) -> None:
    ids = [newsletter.pk for newsletter in newsletters]
    Newsletter.objects.filter(pk__in=ids).update(is_active=False)
