"""The rows of what must not wait, and of what must be waited out: starvation, clocks
that differ, connections that are cut, a broker that is full.
"""

import time
from datetime import timedelta

from agents.engine import health, log
from agents.engine.leases import patiently
from agents.events.schema import Kind
from agents.models import AgentEvent, Session, Sweep
from crux.faults.sessions.invariants import judge
from crux.faults.sessions.proxy import Mood
from crux.faults.sessions.rows.outages import postgres, redis
from crux.faults.sessions.rows.processes import due, no_longer_due
from crux.faults.sessions.stage import Stage
from crux.faults.sessions.trials import Trial
from newsletter.models import Newsletter

STEPS = ("memory", "research_launches", "research_papers")
HOURS_AHEAD = "2"


def long_steps(stage: Stage) -> Trial:
    """Steps as long as models take, more than there are hands: the clock goes on."""
    trial = Trial("slow", "8 sessions with steps of 15 s on one worker of 4")
    with stage.running():
        run = [stage.session({step: ["slow 15"] for step in STEPS}) for _ in range(8)]
        stage.wait_for_call(run[0], "memory")
        newsletter = due(stage, hours=1)
        began, oldest = time.monotonic(), timedelta()
        while time.monotonic() < began + 30:
            oldest = max(oldest, _sweep_age())
            time.sleep(0.2)
        begun = Session.objects.filter(newsletter=newsletter)
        trial.expect(begun.exists(), "the newsletter that was due never began")
        trial.expect(oldest < timedelta(seconds=15), f"a sweep waited {oldest}")
        no_longer_due([newsletter])
        took = stage.wait_for_end(*run, *begun, seconds=300)
        trial.expect(took is not None, "a session stands still")
        judge(stage, trial, *run, *begun)
    trial.tell(f"the oldest sweep was {oldest.total_seconds():.1f} s ago")
    return trial


def _sweep_age() -> timedelta:
    def act() -> timedelta:
        swept = Sweep.objects.values_list("swept_at", flat=True).first()
        return log.database_now() - swept if swept else timedelta()

    return patiently(act)


def clock_ahead(stage: Stage) -> Trial:
    """A worker whose clock is hours ahead of everybody's does what it is asked."""
    trial = Trial("ahead", f"a worker's clock {HOURS_AHEAD} hours ahead of all others")
    stage.worker(FAULTS_HOURS_AHEAD=HOURS_AHEAD)
    stage.clock()
    session = stage.session(is_published=False)
    judge(stage, trial, session)
    stage.end_processes()
    return trial


def cut_all_the_time(stage: Stage) -> Trial:
    """Every connection to the database is cut every two seconds for a minute."""
    trial = Trial("cut", "database connections cut every 2 s for 60 s, 4 sessions")
    with stage.running():
        run = [stage.session({"evaluator": ["slow 4"]}) for _ in range(4)]
        began = time.monotonic()
        while time.monotonic() < began + 60:
            time.sleep(2)
            postgres(stage).proxy.turn(Mood.PASS)
        judge(stage, trial, *run, since=began + 60)
    failures = AgentEvent.objects.filter(
        session__in=run, event_type=Kind.STEP_FAILED
    ).count()
    trial.expect(failures == 0, f"{failures} attempts were blamed on their agents")
    return trial


def full_redis(stage: Stage) -> Trial:
    """Redis takes nothing more: health tells it, and it is over when there is room."""
    trial = Trial("full", "Redis is full (OOM) while a session waits")
    with stage.running():
        stage.wait_for_end(stage.session())
        redis(stage).client.config_set("maxmemory", "1")
        session = stage.session(is_published=False)
        told = stage.wait_for(_has_trouble, 120)
        trial.expect(told is not None and told < 120, "health does not tell it")
        redis(stage).client.config_set("maxmemory", "0")
        began = time.monotonic()
        judge(stage, trial, session, since=began)
        over = stage.wait_for(lambda: not _has_trouble())
        trial.expect(over is not None, "health still tells what is over")
    trial.tell(f"health told it after {told or 0:.0f} s")
    return trial


def _has_trouble() -> bool:
    return any("broker" in trouble for trouble in health.pulse().troubles)


def hour_moved(stage: Stage) -> Trial:
    """An operator moves the hour of sending to before the issue that has gone out."""
    trial = Trial("moved", "send_at an hour earlier after the week's issue went out")
    newsletter = due(stage, hours=1)
    with stage.running():
        stage.wait_for(lambda: Session.objects.filter(newsletter=newsletter).exists())
        session = Session.objects.get(newsletter=newsletter)
        judge(stage, trial, session)
        slot = log.database_now() - timedelta(minutes=30)
        Newsletter.objects.filter(pk=newsletter.pk).update(
            weekday=slot.weekday(), send_at=slot.time()
        )
        time.sleep(6)
        number = Session.objects.filter(newsletter=newsletter).count()
        trial.expect(number == 1, f"{number} sessions in one week")
    no_longer_due([newsletter])
    return trial
