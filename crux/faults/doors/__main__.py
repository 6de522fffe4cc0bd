"""Kills who asks in words and clients of MCP who drive digests; prints what came of it.

    python -m crux.faults.doors

On an SQLite file, with `manage.py live` beside it and no worker: all that is done is done
by who asks. Exit code 1 if anything is not as it must be.
"""

import atexit
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
from urllib.error import URLError
from urllib.request import urlopen

import django

from crux.testing.ports import free_port

if __name__ == "__main__":
    FOLDER = Path(tempfile.mkdtemp(prefix="crux-faults-", dir="/tmp"))
    PORT = free_port()
    atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "crux.settings",
        "DATABASE_URL": f"sqlite:///{FOLDER}/crux.sqlite3",
        "REDIS_URL": "",
        "VAR_DIR": str(FOLDER),
        "CRUX_SOURCES": "sample",
        "CRUX_BRAINS": "local",
        "CRUX_KEY": "",
        "DELIVERY_TRANSPORT": "file",
        "LIVE_URL": f"http://127.0.0.1:{PORT}",
        "LOG_LEVEL": "CRITICAL",
        "ENV_FILE": os.devnull,
    }
    django.setup()

from django.contrib.auth import get_user_model
from django.core.management import call_command

from agents.access import keys
from agents.access.scopes import Scope
from agents.engine import log, sessions
from agents.events.schema import Kind
from agents.models import Session
from crux.faults.doors import requests
from crux.faults.doors.client import STDIO
from crux.faults.sessions.servers import wait_until
from crux.faults.sessions.trials import Trial, line
from newsletter.models import Issue, Newsletter
from newsletter.research.ranking.profile import default_profile

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
    call_command("migrate", verbosity=0)
    asked = requests.tried(Trial("q1", "two agents asked in words, killed"), FOLDER)
    sys.stdout.write(f"{line(asked)}\n")
    key, broken = _key(), int(bool(asked.breaches))
    with _live(PORT):
        for number, (fault, turns) in enumerate(ROUNDS.items(), 1):
            trial = _tried(Trial(f"m{number}", fault), turns, PORT, key)
            broken += bool(trial.breaches)
            sys.stdout.write(f"{line(trial)}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{broken} rows with a breach\n")
    return 1 if broken else 0


def _key() -> str:
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


def _begun(slug: str) -> Session:
    newsletter = Newsletter.objects.create(
        slug=slug, title=slug, profile=default_profile(), shared_outlets=True
    )
    plan = sessions.Plan(sources=Session.Sources.SAMPLE, workflow="digest")
    return sessions.start(newsletter, plan)


def _began(session: Session, step: str) -> bool:
    begun = session.events.of_kind(Kind.STEP_STARTED)
    return any(one.data["step"] == step for one in begun)


def _judge(trial: Trial, session: Session) -> None:
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
