"""The rows of the fault matrix on an SQLite file, with our own worker."""

import signal
import subprocess
import sys
import time

from django.db import connection

from agents.models import Session
from crux.faults.sessions.invariants import judge, judge_refusals
from crux.faults.sessions.rows.table import Row
from crux.faults.sessions.rows.told import expect_well, in_the_way, wait_to_be_told
from crux.faults.sessions.stage import READERS, ROOT, Stage, policy
from crux.faults.sessions.trials import Trial
from subscribers.testing.sink import REFERENCE

HAMMER = """
import os, sys
import django
django.setup()
from agents.engine import leases
for _ in range(16):
    leases.take(int(sys.argv[1]), "memory")
"""


def killed(stage: Stage) -> Trial:
    """1: the worker is killed three times in one session."""
    trial = Trial("1s", "SQLite: kill -9 of the worker three times in one session")
    with stage.running() as workers:
        session = stage.session()
        began = time.monotonic()
        for step in ("research_launches", "writer", "delivery"):
            stage.wait_for_call(session, step)
            workers[0].signal(signal.SIGKILL)
        judge(stage, trial, session, since=began)
    trial.expect((trial.extra_calls or 0) <= 4, "more than what was in flight")
    return trial


def two_workers(stage: Stage) -> Trial:
    """Two workers on one file, as where somebody starts a second one by mistake."""
    trial = Trial("2s", "SQLite: two workers on one file, 4 sessions")
    with stage.running(workers=2):
        return judge(stage, trial, *(stage.session() for _ in range(4)))


def many_hints(stage: Stage) -> Trial:
    """17: 64 tries to take one step from 4 processes."""
    trial = Trial("17s", "SQLite: 64 tries for one step from 4 processes")
    session = stage.session()
    hammers = [_hammer(session) for _ in range(4)]
    codes = [hammer.wait() for hammer in hammers]
    taken = session.step_runs.count()
    trial.expect(codes == [0] * 4, f"they ended with {codes}")
    # A process that ends leaves its lease; those who come later may find it dead.
    running = session.step_runs.filter(status="running").count()
    trial.expect(running <= 1, f"{running} hold it at once")
    trial.outcome = f"{taken} took it, {running} at once"
    with stage.running():
        judge(stage, trial, session)
    return trial


def _hammer(session: Session) -> subprocess.Popen[bytes]:
    """A process that tries for the session's first step again and again."""
    command = [sys.executable, "-c", HAMMER, str(session.pk)]
    return subprocess.Popen(command, cwd=ROOT)  # noqa: S603  our own program


def disk_full(stage: Stage) -> Trial:
    """22: the disk is full for a while."""
    trial = Trial("22", "SQLite: the disk is full for 3 s in mid-session")
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
        judge(stage, trial, session, since=began)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        trial.expect(cursor.fetchone() == ("ok",), "the file is damaged")
    return trial


def disk_full_for_long(stage: Stage) -> Trial:
    """The disk stays full until somebody is told."""
    trial = Trial("full-s", "SQLite: the disk is full until somebody was told")
    full = stage.directory / "disk-is-full"
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")  # no pages lie about that could be filled
    with stage.running() as workers:
        beginning = time.monotonic()
        session = stage.session({"evaluator": ["slow 2"]})
        stage.wait_for_call(session, "evaluator")
        start_seconds = time.monotonic() - beginning
        full.touch()
        workers[0].signal(signal.SIGKILL)
        wait_to_be_told(stage, trial, "SQLITE_FULL", start_seconds=start_seconds)
        full.unlink()
        began = time.monotonic()
        workers[0].signal(signal.SIGKILL)
        judge(stage, trial, session, since=began)
        expect_well(stage, trial)
    return trial


def no_letters(stage: Stage) -> Trial:
    """No letter can be written; the worker goes on, and writes them once it can."""
    trial = Trial("letters", "SQLite: the folder of letters cannot be written")
    worker = stage.worker(DELIVERY_TRANSPORT="file")
    folder = stage.directory / "letters"
    with policy("delivery", first_wait_seconds=5, attempts=30):
        with in_the_way(folder):
            session = stage.session()
            wait_to_be_told(stage, trial, "this has failed: letters")
        began = time.monotonic()
        stage.wait_for(lambda: len(list(folder.rglob("[0-9]*.eml"))) == READERS)
        # What a folder took stands in no mail server's log.
        with stage.mail.log.open("a") as accepted:
            for letter in sorted(folder.rglob("[0-9]*.eml")):
                found = REFERENCE.search(letter.read_bytes())
                accepted.write(f"{found[1].decode() if found else letter.name}\n")
        judge(stage, trial, session, since=began)
        expect_well(stage, trial)
    trial.expect(worker.begun == 1, "the worker had to be begun again")
    stage.end_processes()
    return trial


def contention(stage: Stage) -> Trial:
    """23: many writers at once wait for each other, and none fails."""
    trial = Trial("23", "SQLite: 8 sessions on 3 workers beside 2 hammering processes")
    with stage.running(workers=3):
        run = [stage.session() for _ in range(8)]
        hammers = [_hammer(session) for session in run[:2]]
        judge(stage, trial, *run)
        codes = [hammer.wait() for hammer in hammers]
    trial.expect(codes == [0, 0], f"writers failed: {codes}")
    return trial


FORBIDDEN = (
    "UPDATE agents_agentevent SET agent_name = 'x'",
    "DELETE FROM agents_agentevent",
    "INSERT OR REPLACE INTO agents_agentevent SELECT * FROM agents_agentevent",
    "UPDATE agents_session SET status = 'open' WHERE status = 'finished'",
    "DELETE FROM agents_statuschange",
)


def refused(stage: Stage) -> Trial:
    """26: what the database itself must refuse."""
    trial = Trial("26s", "SQLite: events changed, deleted, replaced; illegal status")
    return judge_refusals(stage, trial, FORBIDDEN)


def graceful(stage: Stage) -> Trial:
    """A stop: SIGTERM while a long step runs."""
    trial = Trial("term-s", "SQLite: SIGTERM in a step of 30 s; the next one goes on")
    with stage.running() as workers:
        session = stage.session({"writer": ["slow 30"]})
        stage.wait_for_call(session, "writer")
        began = time.monotonic()
        workers[0].signal(signal.SIGTERM)
        judge(stage, trial, session, since=began)
    took = trial.recovery_seconds
    trial.expect(took is not None and took < 25, "the stop waited for the step")
    return trial


ROWS: dict[str, Row] = {
    "1": killed,
    "2": two_workers,
    "17": many_hints,
    "22": disk_full,
    "full": disk_full_for_long,
    "letters": no_letters,
    "23": contention,
    "26": refused,
    "term": graceful,
}
