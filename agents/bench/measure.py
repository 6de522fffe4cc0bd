"""The measurements of `agents.bench.engine`, on the database that is there."""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
django.setup()

from django.db import connection  # noqa: E402  Django comes first

from agents.bench import servers, talking  # noqa: E402
from agents.bench.contenders import ROOT, Contender, Running, begin, stop  # noqa: E402

STEPS = 9
TOGETHER = 50
# Celery's children, as the Procfile has it; the crew has as many threads.
CHILDREN = "4"
POSTGRES, SQLITE, REDIS = "PostgreSQL", "SQLite", "Redis"
# As in production, and quiet.
QUIET = {
    "DEBUG": "False",
    "SECRET_KEY": "for-a-bench",
    "LOG_OUTPUT": "none",
    "ENV_FILE": os.devnull,
    "CRUX_BRAINS": "scripted",
    "DJANGO_SETTINGS_MODULE": "crux.settings",
}


def main(arguments: list[str]) -> int:
    """Print the tables; exit code 0 always: judging is for those who read it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sessions", type=int, default=20, help="one after another")
    parser.add_argument("--short", action="store_true", help="one round, under 40 s")
    given = parser.parse_args(arguments)
    rounds, number = (1, 3) if given.short else (given.rounds, given.sessions)
    with ExitStack() as stack:
        temporary = stack.enter_context(
            tempfile.TemporaryDirectory(prefix="crux-bench-")
        )
        directory = Path(temporary)
        running = stack.enter_context(_all_running(directory))
        _say(f"{_database()}; {os.cpu_count()} processors, {rounds} rounds")
        for turn in range(rounds):
            for one in running[turn % len(running) :] + running[: turn % len(running)]:
                for how, many in (
                    (talking.ONE_BY_ONE, number),
                    (talking.AT_ONCE, TOGETHER),
                ):
                    seconds = one.ask(many, how)
                    one.times.setdefault(how, []).append(seconds / many)
        _table(running)
    return 0


@contextmanager
def _all_running(directory: Path) -> Iterator[list[Running]]:
    """Every contender, ready and warm."""
    with ExitStack() as stack:
        contenders = list(_contenders(directory, stack))
        running = [Running(one, directory) for one in contenders]
        for one in running:
            stack.callback(one.stop)
        for one in running:
            one.ready().ask(2, talking.AT_ONCE)
        yield running


def _contenders(directory: Path, stack: ExitStack) -> Iterator[Contender]:
    ours = {**QUIET, "VAR_DIR": str(directory)}
    file = {**ours, "DATABASE_URL": f"sqlite:///{directory / 'crux.sqlite3'}"}
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, cwd=ROOT, env={**os.environ, **file}, check=True)  # noqa: S603
    crew = "agents.bench.on_crew"
    yield Contender("Crux, in-process crew", POSTGRES, crew, environment=ours)
    yield Contender("Crux, in-process crew", SQLITE, crew, environment=file)
    if program := servers.redis_program():
        yield from _with_celery(program, directory, ours, stack)
    else:
        _say("No Redis here, hence nothing with Celery.")
    if python := servers.rivals_python():
        yield from _rivals(python, directory, stack)
    else:
        _say("The rivals cannot be installed from PyPI here: Crux alone.")


def _with_celery(
    program: str, directory: Path, ours: dict[str, str], stack: ExitStack
) -> Iterator[Contender]:
    url, process = servers.redis(program, directory, is_durable=False)
    stack.callback(stop, process)
    environment = {**ours, "REDIS_URL": url}
    include = ["--include", "agents.bench.acting"]
    stack.callback(stop, _worker("crux", include, environment, directory))
    yield Contender(
        "Crux, Celery prefork",
        POSTGRES,
        "agents.bench.on_canvas",
        environment=environment,
    )
    url, process = servers.redis(program, directory, is_durable=True)
    stack.callback(stop, process)
    environment = {"NAIVE_REDIS": url}
    naive = "agents.bench.rivals.on_celery"
    stack.callback(stop, _worker(naive, [], environment, directory))
    yield Contender("Celery canvas, naive", REDIS, naive, environment=environment)


def _worker(
    app: str, options: Sequence[str], environment: dict[str, str], directory: Path
) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "celery", "-A", app, "worker", "-c", CHILDREN]
    command += ["-l", "WARNING", *options]
    return begin(command, environment, directory / f"{app}.worker.log")


def _rivals(python: str, directory: Path, stack: ExitStack) -> Iterator[Contender]:
    for name, module in (("DBOS", "on_dbos"), ("LangGraph", "on_langgraph")):
        url = servers.database_for(name.lower())
        stack.callback(servers.drop_database_for, name.lower())
        file = str(directory / f"{module}.sqlite3")
        if name == "DBOS":
            url = url.replace("postgresql:", "postgresql+psycopg:")
            file = f"sqlite:///{file}"
        where = f"agents.bench.rivals.{module}"
        yield Contender(name, POSTGRES, where, (url,), python)
        yield Contender(name, SQLITE, where, (file,), python)


def _table(running: Sequence[Running]) -> None:
    """Milliseconds a step and sessions a second; the ratio is to Crux's crew."""
    _say(
        f"{'':34}{'one session at a time':^40}{f'{TOGETHER} at once':^40}\n"
        f"{'':34}" + f"{'ms a step (min-max)':>22}{'a second':>9}{'ratio':>7}  " * 2
    )
    for one in running:
        base = next(
            other
            for other in running
            if other.contender.store == one.contender.store
            or one.contender.store == REDIS
        )
        cells = ""
        for how in (talking.ONE_BY_ONE, talking.AT_ONCE):
            times = sorted(seconds * 1000 / STEPS for seconds in one.times[how])
            middle = median(times)
            ratio = middle * STEPS / 1000 / median(base.times[how])
            span = f"{middle:.1f} ({times[0]:.1f}-{times[-1]:.1f})"
            cells += f"{span:>22}{1000 / middle / STEPS:9.1f}{ratio:6.2f}×  "
        _say(f"{one.contender.name:23}{one.contender.store:11}{cells}")


def _database() -> str:
    if connection.vendor != "postgresql":
        raise SystemExit("DATABASE_URL must be a PostgreSQL's; SQLite is measured too.")
    shown = {}
    with connection.cursor() as cursor:
        for name in ("server_version", "fsync", "synchronous_commit"):
            cursor.execute(f"SHOW {name}")
            shown[name] = cursor.fetchone()[0]
    version = shown.pop("server_version").split()[0]
    settings = ", ".join(f"{name} {value}" for name, value in shown.items())
    return f"PostgreSQL {version}, {settings}; SQLite WAL, synchronous FULL"


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
