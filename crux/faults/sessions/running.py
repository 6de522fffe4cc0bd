"""The experiments in their order, and the table."""

import argparse
import sys
import time
from collections.abc import Iterator

from django.core.management import call_command
from django.db import connection

from agents.workflows.table import newest
from crux.faults.sessions.rows import chaos, on_sqlite, points
from crux.faults.sessions.rows import table as rows
from crux.faults.sessions.rows.table import Row
from crux.faults.sessions.servers import Servers
from crux.faults.sessions.stage import Stage
from crux.faults.sessions.trials import Trial, line, table


def run(servers: Servers, given: argparse.Namespace) -> int:
    """Run what was asked for; the exit code."""
    call_command("migrate", verbosity=0)
    stage, began = Stage(servers, given.workflow), time.monotonic()
    trials: list[Trial] = []
    try:
        for trial in _experiments(stage, given):
            trials.append(trial)
            _say(line(trial))
    finally:
        stage.end_processes()
        connection.close()
    broken = sum(bool(trial.breaches) for trial in trials)
    _say("\n" + table(trials))
    took = time.monotonic() - began
    _say(f"\n{len(trials)} rows, {broken} with a breach, {took:.0f} s")
    return 1 if broken else 0


def _experiments(stage: Stage, given: argparse.Namespace) -> Iterator[Trial]:
    if given.points and not given.on_sqlite:
        with stage.running(workers=2):
            workflow = newest(given.workflow)
            chosen = points.some_points(workflow, given.points, given.seed)
            yield from points.run(stage, chosen, _tell)
    for row in _chosen(on_sqlite.ROWS if given.on_sqlite else rows.ROWS, given.rows):
        yield row(stage)
    if given.chaos:
        yield chaos.soak(stage, given.chaos, given.seed)


def _chosen(known: dict[str, Row], names: str) -> list[Row]:
    if names == "all":
        return list(known.values())
    wanted = [] if names == "none" else names.split(",")
    if unknown := [name for name in wanted if name not in known]:
        sys.exit(f"No row {unknown[0]!r}; known: {', '.join(known)}, all, none.")
    return [known[name] for name in wanted]


def _tell(text: str) -> None:
    """How far it is, on one line of a terminal that is written over."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text}  ")


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
