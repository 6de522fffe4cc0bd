"""The sweep's own eyes: what it says of a full database and of workers that are none."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.db import OperationalError, connection

from agents.engine import leases, log, sessions, sweep
from agents.engine.chores import Trouble, in_words
from agents.models import Session, StepRun, Sweep

pytestmark = pytest.mark.django_db

GRACE = timedelta(seconds=45)
LONG = timedelta(minutes=2)


def look_around(offer=lambda _: None):
    return sweep.sweep(offer, grace=GRACE, at_once=8)


def waited(session):
    """It has stood still for a while."""
    Session.objects.filter(pk=session.pk).update(moved_at=log.database_now() - LONG)


def test_sessions_that_no_worker_takes_up_are_trouble(make_session):
    waited(make_session())

    with pytest.raises(Trouble, match="no worker takes them up"):
        look_around()

    assert Sweep.objects.exists()


def test_a_session_that_waits_behind_others_at_work_is_none(make_session):
    waited(make_session("one"))
    leases.take(make_session("two").pk, "memory")

    look_around()


def test_a_step_that_a_worker_has_just_left_is_none(make_session):
    session = make_session()
    leases.take(session.pk, "memory")
    waited(session)
    StepRun.objects.update(lease_until=log.database_now() - timedelta(seconds=5))

    look_around()


def test_a_session_whose_timer_has_just_run_out_is_none(make_session):
    make_session()
    Session.objects.update(
        moved_at=log.database_now() - LONG,
        wake_at=log.database_now() - timedelta(seconds=5),
    )

    assert sessions.wanting(log.database_now(), grace=timedelta(0)).exists()
    look_around(lambda pk: sessions.look(pk, is_hint=True))


@pytest.mark.postgres
def test_a_disk_with_no_room_is_told_although_rows_can_be_changed(make_session):
    make_session()

    def is_full(execute, statement, *arguments):
        if "ORDER BY" in statement and "generate_series" in statement:
            raise OperationalError("No space left on device")
        return execute(statement, *arguments)

    with (
        connection.execute_wrapper(is_full),
        pytest.raises(OperationalError, match="No space"),
    ):
        look_around()

    assert Sweep.objects.exists()


def test_a_disk_that_is_nearly_full_is_trouble(settings, tmp_path, monkeypatch):
    settings.VAR_DIR = tmp_path / "not" / "made" / "yet"
    free = {"bytes": sweep.LEAST_BYTES}
    monkeypatch.setattr(
        sweep.shutil, "disk_usage", lambda _: SimpleNamespace(free=free["bytes"])
    )

    look_around()
    free["bytes"] -= 1

    with pytest.raises(Trouble, match="less than 16 MB are left"):
        look_around()


@pytest.mark.both_engines
def test_the_look_for_room_leaves_nothing_behind():
    before = set(connection.introspection.table_names())

    for _ in range(2):
        look_around()

    assert set(connection.introspection.table_names()) == before


@pytest.mark.postgres
def test_the_look_for_room_goes_to_the_disk():
    setting, query = sweep.sql.ROOM["postgresql"]

    with connection.cursor() as cursor:
        cursor.execute(setting)
        cursor.execute(f"EXPLAIN (ANALYZE) {query}")
        plan = "\n".join(line for (line,) in cursor.fetchall())

    assert "external merge  Disk" in plan


def test_a_database_that_takes_no_step_is_trouble_in_words(make_session):
    make_session()

    def offer(_):
        raise OperationalError from DiskFull()

    class DiskFull(Exception):
        pass

    with pytest.raises(Trouble, match=r"OperationalError \(DiskFull\)"):
        look_around(offer)


def test_words_for_health_hold_nothing_that_others_said():
    assert in_words(OSError("/srv/secret")) == "OSError"
    assert in_words(Trouble("1 run summary")) == "1 run summary"
    assert in_words(OperationalError("to 10.0.0.1")) == "OperationalError"


def test_a_full_disk_is_told_as_that():
    error = OperationalError("could not extend file")
    error.__cause__ = type("DiskFull", (Exception,), {})()

    assert in_words(error) == "OperationalError (DiskFull): the database's disk is full"
