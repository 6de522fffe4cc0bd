"""Intake of 40 sources, and 1,000 stories by topic: `python -m crux.bench.intake.intake`.

On PostgreSQL and SQLite, with 1,000, 3,000 and 10,000 stories held: what a poll costs
that finds nothing new, beyond the answers' own time, and one that finds five stories at
each source; beside the naive way, which reads each feed whole and looks for one row at a
time. Then how many stories two workers enrich, and topics, beside scikit-learn.
"""

import json
import statistics
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from crux.bench import measuring
from crux.bench.intake.site import SOURCES
from crux.bench.intake.topics import CONTENDERS, STORIES, make_texts
from crux.bench.measuring import ratios, spread
from crux.testing.services import start_postgres

ROUNDS = 5
GOAL_POLL, GOAL_STORIES, GOAL_SECONDS, GOAL_MEGABYTES = 50, 50, 2.0, 200

Figures = Mapping[str, Any]


def main(arguments: Sequence[str]) -> None:
    """Print the tables."""
    parser = measuring.parser(__doc__, ROUNDS)
    parser.add_argument("--only", choices=("topics", "polls", "enriching"))
    given, console = parser.parse_args(arguments), measuring.console()
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
    table = measuring.table(
        f"{engine}: milliseconds a source, {SOURCES} sources, beyond the answers' "
        f"own time; {measuring.load_of_machine()}",
        *("held", f"nothing new (goal < {GOAL_POLL})", "from to", "naive / it"),
        *("from to", "5 new", "from to", "naive / it"),
    )
    for one in _measured("polls", url, rounds):
        idle, new = _beyond(one, "poll"), _beyond(one, "new")
        beside = ratios(_beyond(one, "naive"), idle)
        beside_new = ratios(_beyond(one, "naive_new"), new)
        table.add_row(
            f"{one['held']:,}",
            *spread(idle),
            *spread(beside),
            *spread(new),
            f"{statistics.median(beside_new):.1f}",
        )
    return table


def _beyond(one: Figures, what: str) -> list[float]:
    return [took - alone for took, alone in zip(one[what], one["fetch"], strict=True)]


def _enriched(engines: Mapping[str, str], rounds: int) -> Table:
    table = measuring.table(
        "Stories enriched a second by two workers, pages and pictures and all; "
        f"{measuring.load_of_machine()}",
        *("", "by the clock", "from to", f"by processor time (goal >= {GOAL_STORIES})"),
        *("from to", "one by one", "it / one by one", "from to"),
    )
    for engine, url in engines.items():
        told = _measured("enriching", url, rounds)
        table.add_row(
            engine,
            *spread(told["ours"]),
            *spread(told["processor"]),
            f"{statistics.median(told['naive']):.1f}",
            *spread(ratios(told["ours"], told["naive"])),
        )
    return table


def _measured(module: str, url: str, rounds: int) -> Any:
    """What a module of this room prints, run on that database."""
    with tempfile.TemporaryDirectory() as folder:
        environment = measuring.environment(url, folder)
        return measuring.told(f"crux.bench.intake.{module}", rounds, under=environment)


def _topics(rounds: int) -> Table:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "texts.json")
        file.write_text(json.dumps(make_texts()), encoding="utf-8")
        spent = [
            {
                name: measuring.told("crux.bench.intake.topics", name, file)
                for name in CONTENDERS
            }
            for _ in range(rounds)
        ]
    table = measuring.table(
        f"{STORIES:,} stories by topic, imports and all",
        *("", "topics", f"s of processor (goal < {GOAL_SECONDS:g})", "from to"),
        *(f"MB (goal < {GOAL_MEGABYTES})", "it / Crux", "from to"),
    )
    for name in CONTENDERS:
        seconds = [one[name]["seconds"] for one in spent]
        beside = ratios(seconds, [one["Crux"]["seconds"] for one in spent])
        table.add_row(
            name,
            str(spent[0][name]["clusters"]),
            *spread(seconds, "{:.2f}"),
            f"{max(one[name]['megabytes'] for one in spent):.0f}",
            *spread(beside),
        )
    return table


if __name__ == "__main__":
    main(sys.argv[1:])
