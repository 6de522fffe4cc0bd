"""Kills who asks in words and clients of MCP who drive digests; prints what came of it.

    python -m crux.faults.doors

On an SQLite file, with `manage.py live` beside it and no worker: all that is done is done
by who asks. Exit code 1 if anything is not as it must be.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import URLError
from urllib.request import urlopen

import django

from crux.faults.doors import requests
from crux.faults.doors.client import STDIO
from crux.faults.sessions.servers import wait_until
from crux.faults.sessions.trials import Trial, line
from crux.testing.ports import free_port

if TYPE_CHECKING:
    from agents.models import Session

START_SECONDS, STEP_SECONDS, WHOLE_SECONDS = 60.0, 120.0, 600.0
# How each digest is driven: by whom, and at which step that one is killed.
HTTP = "http"
ROUNDS: dict[str, list[tuple[str, str]]] = {
    "one client on stdio": [(STDIO, "")],
    "one client over HTTP": [(HTTP, "")],
    "killed in rating, drafting, checking; others go on": [
        (STDIO, "rate_articles"),
        (HTTP, "draft_sections"),
        (STDIO, "verifier"),
        (HTTP, ""),
    ],
}


def main() -> int:
    """Play the rounds; the exit code."""
    folder = Path(tempfile.mkdtemp(prefix="crux-faults-", dir="/tmp"))
    port = free_port()
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "crux.settings",
        "DATABASE_URL": f"sqlite:///{folder}/crux.sqlite3",
        "REDIS_URL": "",
        "VAR_DIR": str(folder),
        "CRUX_SOURCES": "sample",
        "CRUX_BRAINS": "local",
        "CRUX_KEY": "",
        "DELIVERY_TRANSPORT": "file",
        "LIVE_URL": f"http://127.0.0.1:{port}",
        "LOG_LEVEL": "CRITICAL",
        "ENV_FILE": os.devnull,
    }
    django.setup()
    try:
        return _run(port, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(port: int, folder: Path) -> int:
    from django.core.management import call_command  # noqa: PLC0415  after the set-up

    call_command("migrate", verbosity=0)
    asked = requests.tried(Trial("q1", "two agents asked in words, killed"), folder)
    sys.stdout.write(f"{line(asked)}\n")
    key, broken = _key(), int(bool(asked.breaches))
    with _live(port):
        for number, (fault, turns) in enumerate(ROUNDS.items(), 1):
            trial = _tried(Trial(f"m{number}", fault), turns, port, key)
            broken += bool(trial.breaches)
            sys.stdout.write(f"{line(trial)}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{broken} rows with a breach\n")
    return 1 if broken else 0


def _key() -> str:
    from django.contrib.auth import get_user_model  # noqa: PLC0415

    from agents.access import keys  # noqa: PLC0415
    from agents.access.scopes import Scope  # noqa: PLC0415

    owner = get_user_model().objects.create_superuser("operator", password=None)
    scopes = (Scope.SESSIONS_READ, Scope.SESSIONS_WRITE)
    return keys.make(owner, "of a fault", scopes, requests_per_hour=10_000)[1]


@contextmanager
def _live(port: int) -> Iterator[None]:
    command = [sys.executable, "manage.py", "live", "--port", str(port)]
    with subprocess.Popen(command) as process:  # noqa: S603  our own command
        try:
            wait_until(lambda: _answers(port), START_SECONDS, pause=0.2)
            yield
        finally:
            process.terminate()


def _answers(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=1):
            return True
    except URLError:
        return False


def _tried(
    trial: Trial, turns: Sequence[tuple[str, str]], port: int, key: str
) -> Trial:
    session, began, killed = _begun(trial.number), time.monotonic(), 0
    where = {STDIO: STDIO, HTTP: f"http://127.0.0.1:{port}/mcp"}
    for way, dies_in in turns:
        client = _client(where[way], session.name, key if way == HTTP else "")
        if dies_in:
            is_there = wait_until(lambda at=dies_in: _began(session, at), STEP_SECONDS)  # type: ignore[misc]
            trial.expect(is_there, f"{dies_in} was never begun")
            os.killpg(client.pid, signal.SIGKILL)
            killed += 1
        trial.expect(client.wait(WHOLE_SECONDS) == 0 or dies_in, f"{way} failed")
    _judge(trial, session)
    trial.tell(f"{killed} kills, {time.monotonic() - began:.0f} s")
    return trial


def _client(where: str, session: str, key: str) -> "subprocess.Popen[bytes]":
    """A client, and on stdio its server, in a group of processes that is killed whole."""
    command = [sys.executable, "-m", "crux.faults.doors.client", where, session]
    return subprocess.Popen(  # noqa: S603  our own module
        command,
        env={**os.environ, "CRUX_KEY": key},
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )


def _begun(slug: str) -> "Session":
    from agents.engine import sessions  # noqa: PLC0415
    from agents.models import Session  # noqa: PLC0415
    from newsletter.models import Newsletter  # noqa: PLC0415
    from newsletter.research.ranking.profile import default_profile  # noqa: PLC0415

    newsletter = Newsletter.objects.create(
        slug=slug, title=slug, profile=default_profile(), shared_outlets=True
    )
    plan = sessions.Plan(sources=Session.Sources.SAMPLE, workflow="digest")
    return sessions.start(newsletter, plan)


def _began(session: "Session", step: str) -> bool:
    from agents.events.schema import Kind  # noqa: PLC0415

    begun = session.events.of_kind(Kind.STEP_STARTED)
    return any(one.data["step"] == step for one in begun)


def _judge(trial: Trial, session: "Session") -> None:
    from agents.engine import log  # noqa: PLC0415
    from agents.events.schema import Kind  # noqa: PLC0415
    from newsletter.models import Issue  # noqa: PLC0415

    session.refresh_from_db()
    trial.expect(session.status == "finished", f"{session.status}: {session.reason}")
    issues = Issue.objects.filter(session_name=session.name, status="published")
    trial.expect(issues.count() == 1, f"{issues.count()} issues")
    trial.expect(not log.breach(session), "its log does not hold together")
    begun = [one.data["key"] for one in session.events.of_kind(Kind.STEP_STARTED)]
    trial.expect(len(begun) == len(set(begun)), f"a step was begun twice: {begun}")
    trial.tell(f"one issue, {len(begun)} steps, each begun once")


if __name__ == "__main__":
    sys.exit(main())
