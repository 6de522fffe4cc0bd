"""Intake of 40 sources, and 1,000 stories by topic: `python -m crux.bench.intake.intake`.

On PostgreSQL and SQLite, with 1,000, 3,000 and 10,000 stories held: what a poll costs
that finds nothing new, beyond the answers' own time, and one that finds five stories at
each source; beside the naive way, which reads each feed whole and looks for one row at a
time. Then how many stories two workers enrich, and topics, beside scikit-learn.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from crux.bench.intake.site import SOURCES
from crux.bench.intake.topics import CONTENDERS, STORIES, make_texts
from crux.testing.services import start_postgres

ROUNDS = 5
GOAL_POLL, GOAL_STORIES, GOAL_SECONDS, GOAL_MEGABYTES = 50, 50, 2.0, 200

Figures = Mapping[str, Any]


def main(arguments: Sequence[str]) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--only", choices=("topics", "polls", "enriching"))
    given = parser.parse_args(arguments)
    console = Console(width=max(Console().width, 110))
    if given.only in (None, "topics"):
        console.print(_topics(given.rounds))
    if given.only != "topics":
        with start_postgres() as server, tempfile.TemporaryDirectory() as folder:
            engines = {
                "PostgreSQL": server.url,
                "SQLite": f"sqlite:///{folder}/intake.sqlite3",
            }
            for engine, url in engines.items():
                if given.only != "enriching":
                    console.print(_polls(engine, url, given.rounds))
            if given.only != "polls":
                console.print(_enriched(engines, given.rounds))


def _polls(engine: str, url: str, rounds: int) -> Table:
    table = Table(
        title=f"{engine}: milliseconds a source, {SOURCES} sources, beyond the answers' "
        f"own time; load of this machine {os.getloadavg()[0]:.1f}"
    )
    for head in (
        "held", f"nothing new (goal < {GOAL_POLL})", "from to", "naive / it", "from to",
        "5 new", "from to", "naive / it",
    ):  # fmt: skip
        table.add_column(head, justify="right")
    for one in _measured("polls", url, rounds):
        idle, new = _beyond(one, "poll"), _beyond(one, "new")
        beside = _ratios(_beyond(one, "naive"), idle)
        table.add_row(
            f"{one['held']:,}",
            *_told(idle),
            *_told(beside),
            *_told(new),
            f"{statistics.median(_ratios(_beyond(one, 'naive_new'), new)):.1f}",
        )
    return table


def _beyond(one: Figures, what: str) -> list[float]:
    return [took - alone for took, alone in zip(one[what], one["fetch"], strict=True)]


def _ratios(naive: Sequence[float], ours: Sequence[float]) -> list[float]:
    return [other / own for other, own in zip(naive, ours, strict=True)]


def _told(figures: Sequence[float]) -> tuple[str, str]:
    return (
        f"{statistics.median(figures):.1f}",
        f"{min(figures):.1f} to {max(figures):.1f}",
    )


def _enriched(engines: Mapping[str, str], rounds: int) -> Table:
    table = Table(
        title="Stories enriched a second by two workers, pages and pictures and all; load "
        f"of this machine {os.getloadavg()[0]:.1f}"
    )
    for head in (
        "", "by the clock", "from to", f"by processor time (goal >= {GOAL_STORIES})",
        "from to", "one by one", "it / one by one", "from to",
    ):  # fmt: skip
        table.add_column(head, justify="right" if head else "left")
    for engine, url in engines.items():
        told = _measured("enriching", url, rounds)
        table.add_row(
            engine,
            *_told(told["ours"]),
            *_told(told["processor"]),
            f"{statistics.median(told['naive']):.1f}",
            *_told(_ratios(told["ours"], told["naive"])),
        )
    return table


def _measured(module: str, url: str, rounds: int) -> Any:
    """What a module of this room prints, run on that database."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "ENV_FILE": os.devnull,
            "DATABASE_URL": url,
            "VAR_DIR": folder,
            "LOG_OUTPUT": "none",
        }
        command = [sys.executable, "-m", f"crux.bench.intake.{module}", str(rounds)]
        done = subprocess.run(  # noqa: S603  our own module
            command, env=environment, stdout=subprocess.PIPE, text=True, check=True
        )
    return json.loads(done.stdout)


def _topics(rounds: int) -> Table:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "texts.json")
        file.write_text(json.dumps(make_texts()), encoding="utf-8")
        spent = [
            {name: _clustered(name, file) for name in CONTENDERS} for _ in range(rounds)
        ]
    table = Table(title=f"{STORIES:,} stories by topic, imports and all")
    for head in (
        "", "topics", f"s of processor (goal < {GOAL_SECONDS:g})", "from to",
        f"MB (goal < {GOAL_MEGABYTES})", "it / Crux", "from to",
    ):  # fmt: skip
        table.add_column(head, justify="right" if head else "left")
    for name in CONTENDERS:
        seconds = [one[name]["seconds"] for one in spent]
        ratios = _ratios(seconds, [one["Crux"]["seconds"] for one in spent])
        table.add_row(
            name,
            str(spent[0][name]["clusters"]),
            *(
                f"{statistics.median(seconds):.2f}",
                f"{min(seconds):.2f} to {max(seconds):.2f}",
            ),
            f"{max(one[name]['megabytes'] for one in spent):.0f}",
            *_told(ratios),
        )
    return table


def _clustered(name: str, file: Path) -> dict[str, float]:
    command = [sys.executable, "-m", "crux.bench.intake.topics", name, str(file)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603  our own module
    spent: dict[str, float] = json.loads(done.stdout)
    return spent


if __name__ == "__main__":
    main(sys.argv[1:])
