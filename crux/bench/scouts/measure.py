"""The measurements of `crux.bench.scouts.scouts`, on the database that is there."""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
django.setup()

from django.db.models import Max, Min  # noqa: E402  Django comes first

from agents.engine import sessions  # noqa: E402
from agents.engine.sessions import Plan, look  # noqa: E402
from agents.models import Session  # noqa: E402
from agents.workers import canvas, threads  # noqa: E402
from agents.workflows.limits import TASKS  # noqa: E402
from crux.bench.engine import servers  # noqa: E402
from crux.bench.engine.contenders import begin, stop  # noqa: E402
from crux.bench.engine.tables import part, say  # noqa: E402
from crux.bench.scouts import waiting  # noqa: E402
from crux.testing import redis_server  # noqa: E402
from newsletter.models import Newsletter  # noqa: E402

SCOUTS, GOAL = 8, 1.5
LOOK_SECONDS, LONGEST_SECONDS = 0.1, 120
ON_CELERY = "--on-celery"

Run = Callable[[Session], None]


def main(arguments: list[str]) -> int:
    """Print how long one scout and eight take, and the ratio; 1 where it misses its goal.

    Celery's address is read when Django begins: its part is a program of its own.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(ON_CELERY, action="store_true")
    given = parser.parse_args(arguments)
    if given.on_celery:
        return _told("Celery, eight children", _over_celery, given.rounds)
    say(
        f"{SCOUTS} scouts beside one, {waiting.ROUNDS} rounds of a tool that takes "
        f"{waiting.TOOL_SECONDS:g} s; {os.cpu_count()} processors, {given.rounds} rounds."
    )
    missed = _told("embedded, eight threads", threads.drive, given.rounds)
    program = redis_server.program()
    if program is None:
        say("No redis-server is here, hence nothing with Celery.")
        return missed
    with ExitStack() as stack:
        folder = tempfile.TemporaryDirectory(prefix="crux-bench-")
        directory = Path(stack.enter_context(folder))
        url, process = servers.redis(program, directory, is_durable=False)
        stack.callback(stop, process)
        environment = {**os.environ, "REDIS_URL": url}
        command = [sys.executable, "-m", "celery", "-A", "crux", "worker"]
        command += ["-c", str(SCOUTS), "-l", "WARNING"]
        command += ["--include", "crux.bench.scouts.waiting"]
        worker = begin(command, environment, directory / "worker.log")
        stack.callback(stop, worker)
        command = [sys.executable, "-m", "crux.bench.scouts.measure", ON_CELERY]
        command += ["--rounds", str(given.rounds)]
        log = directory / "celery.log"
        code = begin(command, environment, log).wait()
        say(log.read_text().strip())
        return missed or code


def _told(name: str, run: Run, rounds: int) -> int:
    """Measure in turns, one scout and eight, and print; whether the goal is missed."""
    _seconds(run, 1)  # it is warm from here on
    ones, eights = [], []
    for _ in range(rounds):
        ones.append(_seconds(run, 1))
        eights.append(_seconds(run, SCOUTS))
    ratios = [eight / one for one, eight in zip(ones, eights, strict=True)]
    part(f"{name}: one scout", ones, unit="s")
    part(f"{name}: {SCOUTS} scouts", eights, unit="s")
    told = f"{median(ratios):.2f} ({min(ratios):.2f}-{max(ratios):.2f})"
    is_met = median(ratios) < GOAL
    word = "met" if is_met else "MISSED"
    say(f"{f'{name}: ratio':50}{told:>26}  goal < {GOAL:g}: {word}")
    return 0 if is_met else 1


def _seconds(run: Run, number: int) -> float:
    """From the first scout's lease to the last one's end."""
    plan = Plan(
        sources=Session.Sources.SAMPLE,
        workflow="scouts",
        brains=("scripted",),
        limits={TASKS: number},
    )
    session = sessions.start(_newsletter(), plan)
    run(session)
    runs = session.step_runs.filter(step="scout")
    if runs.count() != number:
        raise RuntimeError(f"{runs.count()} of {number} scouts ran.")
    times = runs.aggregate(began=Min("claimed_at"), ended=Max("ended_at"))
    return float((times["ended"] - times["began"]).total_seconds())


def _over_celery(session: Session) -> None:
    canvas.publish(session.pk)
    until = time.monotonic() + LONGEST_SECONDS
    while not look(session.pk).is_over:
        if time.monotonic() > until:
            raise RuntimeError("The session stands still.")
        time.sleep(LOOK_SECONDS)


def _newsletter() -> Newsletter:
    defaults = {"title": "Waiting", "profile": "Nothing."}
    found, _ = Newsletter.objects.get_or_create(slug="waiting", defaults=defaults)
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
