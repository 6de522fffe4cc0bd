"""The measurements of `crux.bench.engine.engine`, on the database that is there."""

import argparse
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
django.setup()

from django.db import connection  # noqa: E402  Django comes first

from crux.bench.engine import memory, nine, tables, talking  # noqa: E402
from crux.bench.engine.contenders import ROOT, Running, stop  # noqa: E402
from crux.bench.engine.field import Field  # noqa: E402
from crux.bench.engine.tables import part, say  # noqa: E402

TOGETHER, FEW_TOGETHER = 50, 10
HOP_GOAL, MEMORY_GOAL = 20, 90


def main(arguments: list[str]) -> int:
    """Print the tables; exit code 0 always: judging is for those who read it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sessions", type=int, default=20, help="one after another")
    parser.add_argument("--short", action="store_true", help="one round, under 40 s")
    parser.add_argument("--only", nargs="*", default=[""], help="begins of names")
    given = parser.parse_args(arguments)
    rounds, number = (1, 3) if given.short else (given.rounds, given.sessions)
    together = FEW_TOGETHER if given.short else TOGETHER
    with ExitStack() as stack:
        folder = tempfile.TemporaryDirectory(prefix="crux-bench-")
        directory = Path(stack.enter_context(folder))
        field = Field(directory, stack, is_short=given.short)
        field.prepare()
        field.contenders = [
            one for one in field.contenders if one.name.startswith(tuple(given.only))
        ]
        running = _begin(field)
        say(f"{_database()}; {os.cpu_count()} processors, {rounds} rounds.")
        idle = _idle_children(field)
        for turn in range(rounds):
            shift = turn % len(running)
            for one in running[shift:] + running[:shift]:
                _lap(one, talking.ONE_BY_ONE, number)
                _lap(one, talking.AT_ONCE, together)
        tables.contenders(running, together)
        # From here on nobody else touches what is measured.
        for one in running:
            one.stop()
        if field.worker:
            stop(field.worker)
        _besides(field, idle)
    return 0


def _begin(field: Field) -> list[Running]:
    """Every contender, ready and warm."""
    running = []
    for contender in field.contenders:
        one = Running(contender, field.directory)
        field.stack.callback(one.stop)
        running.append(one)
    for one in running:
        one.ready().ask(2, talking.AT_ONCE)
    return running


def _lap(one: Running, how: str, number: int) -> None:
    one.laps.setdefault(how, []).append(one.ask(number, how))


def _besides(field: Field, idle: list[float]) -> None:
    """What the engine does besides steps, and what it holds while it does nothing."""
    say("")
    for name in ("crew", "canvas"):
        if hops := nine.hops(nine.newsletter(f"{name}-alone")):
            part(f"hop between steps, {name}", hops, goal=HOP_GOAL)
    for environment in (field.with_redis, field.on_sqlite):
        command = [sys.executable, "-m", "crux.bench.engine.parts"]
        whole = {**os.environ, **environment}
        subprocess.run(command, cwd=ROOT, env=whole, check=True)  # noqa: S603  ours
    own = memory.of_own_worker(field.on_sqlite, field.directory / "own.log")
    for what, held in (
        ("manage.py worker, idle (RSS)", [own] if own else []),
        ("a child of Celery's worker, idle (PSS)", idle),
    ):
        if held:
            part(what, held, unit="MB", goal=MEMORY_GOAL)


def _idle_children(field: Field) -> list[float]:
    if field.worker is None:
        return []
    held = (memory.own_megabytes(pid) for pid in memory.children(field.worker.pid))
    return [megabytes for megabytes in held if megabytes is not None]


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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
