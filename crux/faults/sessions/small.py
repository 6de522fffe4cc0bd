"""The rows of the fault matrix on an SQLite file, with our own worker."""

import signal
import subprocess
import sys
import time

from django.db import connection

from agents.models import Session
from crux.faults.sessions.findings import Finding
from crux.faults.sessions.invariants import judge, judge_refusals
from crux.faults.sessions.rows import Row
from crux.faults.sessions.stage import ROOT, Stage

HAMMER = """
import os, sys
import django
django.setup()
from agents import claims
for _ in range(16):
    claims.claim(int(sys.argv[1]), "memory")
"""


def killed(stage: Stage) -> Finding:
    """1: the worker is killed three times in one session."""
    finding = Finding("1s", "SQLite: kill -9 of the worker three times in one session")
    with stage.running() as workers:
        session = stage.session()
        began = time.monotonic()
        for step in ("research_launches", "writer", "delivery"):
            stage.wait_for_call(session, step)
            workers[0].signal(signal.SIGKILL)
        judge(stage, finding, session, since=began)
    finding.expect((finding.extra_calls or 0) <= 4, "more than what was in flight")
    return finding


def two_workers(stage: Stage) -> Finding:
    """Two workers on one file, as where somebody starts a second one by mistake."""
    finding = Finding("2s", "SQLite: two workers on one file, 4 sessions")
    with stage.running(workers=2):
        return judge(stage, finding, *(stage.session() for _ in range(4)))


def many_hints(stage: Stage) -> Finding:
    """17: 64 tries to claim one step from 4 processes."""
    finding = Finding("17s", "SQLite: 64 claims on one step from 4 processes")
    session = stage.session()
    hammers = [_hammer(session) for _ in range(4)]
    codes = [hammer.wait() for hammer in hammers]
    taken = session.step_runs.count()
    finding.expect(codes == [0] * 4, f"they ended with {codes}")
    # A process that ends leaves its claim; those who come later may find it dead.
    running = session.step_runs.filter(status="running").count()
    finding.expect(running <= 1, f"{running} hold it at once")
    finding.outcome = f"{taken} took it, {running} at once"
    with stage.running():
        judge(stage, finding, session)
    return finding


def _hammer(session: Session) -> subprocess.Popen[bytes]:
    """A process that claims the session's first step again and again."""
    command = [sys.executable, "-c", HAMMER, str(session.pk)]
    return subprocess.Popen(command, cwd=ROOT)  # noqa: S603  our own program


def disk_full(stage: Stage) -> Finding:
    """22: the disk is full for a while."""
    finding = Finding("22", "SQLite: the disk is full for 3 s in mid-session")
    full = stage.directory / "disk-is-full"
    with stage.running() as workers:
        session = stage.session({"evaluator": ["slow 2"]})
        stage.wait_for_call(session, "evaluator")
        full.touch()
        workers[0].signal(signal.SIGKILL)
        time.sleep(3)
        full.unlink()
        began = time.monotonic()
        workers[0].signal(signal.SIGKILL)
        judge(stage, finding, session, since=began)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        finding.expect(cursor.fetchone() == ("ok",), "the file is damaged")
    return finding


def contention(stage: Stage) -> Finding:
    """23: many writers at once wait for each other, and none fails."""
    finding = Finding(
        "23", "SQLite: 8 sessions on 3 workers beside 2 hammering processes"
    )
    with stage.running(workers=3):
        run = [stage.session() for _ in range(8)]
        hammers = [_hammer(session) for session in run[:2]]
        judge(stage, finding, *run)
        codes = [hammer.wait() for hammer in hammers]
    finding.expect(codes == [0, 0], f"writers failed: {codes}")
    return finding


FORBIDDEN = (
    "UPDATE agents_agentevent SET agent_name = 'x'",
    "DELETE FROM agents_agentevent",
    "INSERT OR REPLACE INTO agents_agentevent SELECT * FROM agents_agentevent",
    "UPDATE agents_session SET status = 'open' WHERE status = 'finished'",
    "DELETE FROM agents_statuschange",
)


def refused(stage: Stage) -> Finding:
    """26: what the database itself must refuse."""
    finding = Finding(
        "26s", "SQLite: events changed, deleted, replaced; illegal status"
    )
    return judge_refusals(stage, finding, FORBIDDEN)


def graceful(stage: Stage) -> Finding:
    """A stop: SIGTERM while a long step runs."""
    finding = Finding(
        "term-s", "SQLite: SIGTERM in a step of 30 s; the next one goes on"
    )
    with stage.running() as workers:
        session = stage.session({"writer": ["slow 30"]})
        stage.wait_for_call(session, "writer")
        began = time.monotonic()
        workers[0].signal(signal.SIGTERM)
        judge(stage, finding, session, since=began)
    took = finding.recovery_seconds
    finding.expect(took is not None and took < 25, "the stop waited for the step")
    return finding


ROWS: dict[str, Row] = {
    "1": killed,
    "2": two_workers,
    "17": many_hints,
    "22": disk_full,
    "23": contention,
    "26": refused,
    "term": graceful,
}
