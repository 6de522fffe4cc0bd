"""The rows of what only a person can mend (disk full, read-only database, folders that
cannot be written): health and the operator are told in time, and then all goes on.
"""

import os
import pwd
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from agents.engine.leases import patiently
from agents.models import Session
from crux import health
from crux.faults.sessions.invariants import judge
from crux.faults.sessions.rows.outages import postgres
from crux.faults.sessions.servers import NotHere
from crux.faults.sessions.stage import Stage
from crux.faults.sessions.trials import Trial

TOLD_WITHIN_SECONDS = 120
SMALL = "64m"
ON_THE_SMALL_DISK = ("agents_agentevent", "agents_steprun")


def read_only(stage: Stage) -> Trial:
    """The database takes no writing, as a standby does that clients were sent to."""
    trial = Trial("read-only", "PostgreSQL read-only until somebody was told")
    with stage.running():
        stage.wait_for_end(stage.session())
        run = [stage.session({"evaluator": ["slow 2"]}) for _ in range(2)]
        with _reading_only(stage):
            wait_to_be_told(stage, trial, "ReadOnlySqlTransaction")
        began = time.monotonic()
        judge(stage, trial, *run, since=began)
        expect_well(stage, trial)
    return trial


@contextmanager
def _reading_only(stage: Stage) -> Iterator[None]:
    server = postgres(stage)
    at = f"host={server.folder} user=postgres dbname=postgres"
    own = "-c default_transaction_read_only=off"
    with psycopg.connect(at, autocommit=True, options=own) as admin:
        admin.execute("ALTER SYSTEM SET default_transaction_read_only = on")
        admin.execute("SELECT pg_reload_conf()")
        try:
            yield
        finally:
            admin.execute("ALTER SYSTEM RESET default_transaction_read_only")
            admin.execute("SELECT pg_reload_conf()")


def disk_full(stage: Stage) -> Trial:
    """A disk with no room for another line, while rows that are there can change."""
    trial = Trial(
        "disk-full", "PostgreSQL: the log's disk is full until somebody was told"
    )
    try:
        with _small_disk(stage) as disk, stage.running():
            stage.wait_for_end(stage.session())
            run = [stage.session({"evaluator": ["slow 2"]}) for _ in range(2)]
            filler = _fill(disk)
            wait_to_be_told(stage, trial, "DiskFull")
            filler.unlink()
            began = time.monotonic()
            judge(stage, trial, *run, since=began)
            expect_well(stage, trial)
            stage.end_processes()
    except NotHere as reason:
        return trial.skip(str(reason))
    return trial


@contextmanager
def _small_disk(stage: Stage) -> Iterator[Path]:
    """A disk in memory with the log on it; raises NotHere without the right to mount."""
    server, disk = postgres(stage), stage.directory / "small"
    disk.mkdir()
    try:
        _mount("mount", "-t", "tmpfs", "-o", f"size={SMALL}", "crux-small", str(disk))
        owner = pwd.getpwuid(server.server.pgdata.stat().st_uid)
        (disk / "postgres").mkdir()
        shutil.chown(disk / "postgres", owner.pw_uid, owner.pw_gid)
        at = f"host={server.folder} user=postgres dbname=postgres"
        with psycopg.connect(at, autocommit=True) as admin:
            admin.execute(f"CREATE TABLESPACE small LOCATION '{disk / 'postgres'}'")
            _move(admin, "small")
            try:
                yield disk
            finally:
                stage.end_processes()
                _move(admin, "pg_default")
                admin.execute("DROP TABLESPACE small")
    finally:
        if disk.is_mount():
            _mount("umount", "--lazy", str(disk))
        disk.rmdir()


def _mount(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603  fixed
    if done.returncode:
        raise NotHere("no right to mount a small disk on this machine")


def _move(admin: "psycopg.Connection[tuple[object, ...]]", place: str) -> None:
    for table in ON_THE_SMALL_DISK:
        admin.execute(f"ALTER TABLE {table} SET TABLESPACE {place}")
    where = "''" if place == "pg_default" else place
    admin.execute(f"ALTER DATABASE postgres SET temp_tablespaces = {where}")


def _fill(disk: Path) -> Path:
    """Write until there is no room."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(b"\0" * 4096):
                pass
        except OSError:
            os.fsync(file.fileno())
    return filler


def no_summaries(stage: Stage) -> Trial:
    """No run summary can be written: a file lies where their folder should be."""
    trial = Trial("summary", "run summaries cannot be written until somebody was told")
    with stage.running(), in_the_way(stage.directory / "runs"):
        session = stage.session()
        judge(stage, trial, session)
        wait_to_be_told(stage, trial, "run summaries cannot be written")
    with stage.running():
        written = stage.wait_for(lambda: _is_summed_up(session))
        trial.expect(written is not None, "the summary was never written")
        expect_well(stage, trial)
    return trial


def _is_summed_up(session: Session) -> bool:
    session.refresh_from_db()
    return bool(session.summary)


@contextmanager
def in_the_way(folder: Path) -> Iterator[None]:
    """A file where a folder should be: not even root can write into it."""
    aside = folder.with_name(f"{folder.name}-aside")
    if folder.exists():
        folder.rename(aside)
    folder.write_text("in the way")
    try:
        yield
    finally:
        folder.unlink()
        if aside.exists():
            aside.rename(folder)


def wait_to_be_told(
    stage: Stage, trial: Trial, words: str, *, start_seconds: float = 0.0
) -> None:
    """Health says within two minutes that all is not well, and the operator is told why.

    `start_seconds` is what this machine takes to begin a worker, where one was killed.
    """
    began, before = time.monotonic(), len(stage.operator.told)
    within = TOLD_WITHIN_SECONDS + start_seconds
    ill = stage.wait_for(lambda: not _is_well(), within)
    left = within - (time.monotonic() - began)
    told = stage.wait_for(lambda: stage.operator.has_heard(words, before), left)
    trial.expect(ill is not None, "health does not tell it")
    trial.expect(told is not None, f"nobody was told of {words!r}")
    trial.tell(
        f"health told it after {ill or 0:.0f} s, the operator knew after "
        f"{time.monotonic() - began:.0f} s"
    )


def expect_well(stage: Stage, trial: Trial) -> None:
    """What is over is told no longer."""
    trial.expect(stage.wait_for(_is_well) is not None, "health still tells it")


def _is_well() -> bool:
    return patiently(health.examine).is_well
