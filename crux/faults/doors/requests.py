"""A request in words that several agents do, killed before each of its writes in turn."""

import subprocess
import sys
import time
from pathlib import Path

from agents.engine import log
from agents.models import Execution, Message, StepRun
from agents.orchestrator import planning
from agents.testing.archive import make_issue, make_newsletter
from crux.faults.doors import asking
from crux.faults.sessions.trials import Trial

# Of all writes of one request every so many are tried.
STRIDE = 4
MOST_WRITES = 400


def tried(trial: Trial, folder: Path) -> Trial:
    """Kill and go on, until one comes to its end by itself."""
    _an_issue()
    began, killed = time.monotonic(), 0
    for lives in range(1, MOST_WRITES, STRIDE):
        paid = folder / f"request-{lives}"
        if _asked(lives, paid) == 0:
            break
        killed += 1
        _go_on(trial, paid)
    trial.expect(killed, "nobody was killed")
    trial.tell(f"{killed} kills, one answer each, {time.monotonic() - began:.0f} s")
    return trial


def _asked(lives: int, paid: Path) -> int:
    command = [sys.executable, "-m", "crux.faults.doors.asking", str(lives), str(paid)]
    return subprocess.run(command, check=False, stderr=subprocess.DEVNULL).returncode  # noqa: S603


def _go_on(trial: Trial, paid: Path) -> None:
    """Another process comes to it: what was done before is not done again."""
    where = paid.name
    session = planning.begun(where)
    done = Execution.objects.filter(session=session, status="done") if session else ()
    before = [one.agent for one in done]
    StepRun.objects.filter(session=session, status="running").update(
        lease_until=log.database_now()
    )
    asking.ask(where, paid)
    session = planning.begun(where)
    if session is None:
        trial.expect(session, f"{where}: no session")
        return
    calls = paid.read_text().split()
    trial.expect(session.status == "finished", f"{where}: {session.status}")
    trial.expect(not log.breach(session), f"{where}: its log does not hold together")
    answers = Message.objects.filter(session=session).count()
    trial.expect(answers == 1, f"{where}: {answers} answers")
    for agent in ("ask", "nova"):
        most = 1 if agent in before else 2
        number = calls.count(agent)
        trial.expect(1 <= number <= most, f"{where}: {agent} was paid {number} times")
    trial.expect(len(calls) <= 3, f"{where}: {calls}")


def _an_issue() -> None:
    """What is asked about."""
    make_issue(make_newsletter("asked"))
