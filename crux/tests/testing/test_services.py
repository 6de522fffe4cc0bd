import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
import redis

from crux.testing import redis_server, services


@pytest.fixture
def postgres():
    try:
        server = services.start_postgres()
    except services.ServiceUnavailable as error:
        pytest.skip(str(error))
    with server:
        yield server


def test_postgres_serves_an_empty_database_and_goes_without_a_trace(postgres):
    with psycopg.connect(postgres.url) as connection:
        row = connection.execute("SELECT count(*) FROM pg_stat_user_tables").fetchone()

    postgres.stop()

    assert row == (0,)
    assert not postgres.directory.exists()


def test_postgres_asks_for_the_password(postgres):
    stranger = postgres.url.replace(postgres.url.split(":")[2].split("@")[0], "guess")

    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(stranger)


def test_redis_serves_and_asks_for_the_password(redis_url: str):
    with redis.Redis.from_url(redis_url) as client:
        assert client.ping()

    with (
        redis.Redis.from_url("redis://" + redis_url.split("@")[1]) as stranger,
        pytest.raises(redis.AuthenticationError),
    ):
        stranger.ping()


def test_a_server_goes_with_a_parent_that_was_killed(redis_url: str):
    code = (
        "import time; from crux.testing.services import start_redis;"
        "server = start_redis(); print(server.directory, flush=True); time.sleep(60)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
    ) as parent:
        directory = Path(parent.stdout.readline().strip())
        assert directory.exists()

        os.kill(parent.pid, signal.SIGKILL)

    deadline = time.monotonic() + 10
    while directory.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not directory.exists()


def test_what_is_missing_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(services, "_package", lambda name: None)
    monkeypatch.setattr(redis_server, "program", lambda: None)
    monkeypatch.setenv("PATH", "")

    with pytest.raises(services.ServiceUnavailable, match="set DATABASE_URL"):
        services.start_postgres()
    with pytest.raises(services.ServiceUnavailable, match="set REDIS_URL"):
        services.start_redis()


def test_programs_stay_where_everybody_may_enter():
    programs = Path("/usr/bin")

    found = services._within_reach(programs, Path("/nowhere"), services.OURSELVES)

    assert found == programs


def test_programs_are_copied_where_nobody_may_not_enter(tmp_path: Path):
    package = tmp_path / "closed" / "wheel"
    programs = package / "pginstall18" / "bin"
    programs.mkdir(parents=True)
    (package.parent / "wheel.libs").mkdir()
    (programs / "postgres").write_text("")
    (package.parent / "wheel.libs" / "libpq.so").write_text("")
    package.parent.chmod(0o700)

    found = services._within_reach(programs, tmp_path / "open", services.OURSELVES)

    assert (found / "postgres").exists()
    assert found.is_relative_to(tmp_path / "open")
    assert (tmp_path / "open" / "programs" / "wheel.libs" / "libpq.so").exists()
