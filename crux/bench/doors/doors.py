"""The API beside the public page, and 200 who watch: `python -m crux.bench.doors.doors`.

An issue read over the API and its page, served by one gunicorn with two workers from
PostgreSQL, in pairs, taken in turn. Then what `manage.py live` takes with 200 event streams
open on a log that grows, and how long pages take with them and without, in turn too.
Exit code 1 where a goal is missed.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import NamedTuple

from rich.console import Console

from crux.bench import measuring
from crux.bench.engine.memory import megabytes
from crux.bench.measuring import ratios, spread
from crux.bench.pages import client
from crux.bench.pages.servers import WORKERS, gunicorn
from crux.faults.sessions.servers import wait_until
from crux.testing.ports import free_port
from crux.testing.services import start_postgres

ROUNDS, SECONDS, WARM_SECONDS = 25, 0.5, 2.0
STREAMS, GROWS_SECONDS, START_SECONDS = 200, 0.25, 60.0
SHARE_GOAL, MEGABYTES_GOAL = 0.7, 100
# A page may take so much longer at the median while others watch: what a machine that does
# both has to pay, and nothing that waits.
LATENCY_GOAL = 1.5
# Beyond any limit that there is to be met.
MOST = str(2**31 - 1)


class Material(NamedTuple):
    """As `crux.bench.doors.material` tells it."""

    page: str
    read: str
    session: str
    token: str


def main(arguments: Sequence[str]) -> int:
    """Print the tables; the exit code."""
    parser = measuring.parser(__doc__, ROUNDS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    told, console = parser.parse_args(arguments), measuring.console()
    with start_postgres() as server, tempfile.TemporaryDirectory() as folder:
        environment = measuring.environment(
            server.url, folder, API_REQUESTS_PER_HOUR_WITHOUT_KEY=MOST
        )
        made = Material(
            **measuring.told("crux.bench.doors.material", under=environment)
        )
        measuring.manage("collectstatic", environment)
        with gunicorn("crux.wsgi", environment) as port:
            shares = _beside(console, port, made, told.rounds, told.seconds)
            is_light = _watched(console, port, made, environment, told)
    return 0 if min(shares) >= SHARE_GOAL and is_light else 1


# --- The API beside the page ----------------------------------------------------------


def _beside(
    console: Console, port: int, made: Material, rounds: int, seconds: float
) -> list[float]:
    """Print requests a second; the median share of each way over the API."""
    bearer = f"Authorization: Bearer {made.token}\r\n"
    ways = {
        "the page": (made.page, ""),
        "the API": (made.read, ""),
        "the API with a key": (made.read, bearer),
    }
    found: dict[str, list[float]] = {way: [] for way in ways}
    for path, headers in ways.values():
        client.load(port, path, 200, WARM_SECONDS, headers)
    for number in range(rounds):
        for way in sorted(ways, reverse=bool(number % 2)):
            path, headers = ways[way]
            load = client.load(port, path, 200, seconds, headers)
            found[way].append(load.a_second)
    table = measuring.table(
        f"An issue, requests a second, {WORKERS} workers, {client.CONNECTIONS} "
        f"connections, PostgreSQL; {rounds} rounds of {seconds:g} s; "
        f"{measuring.load_of_machine()}",
        *("way", "a second", "from to", "way / page", "from to", "goal"),
    )
    shares = []
    for way, ours in found.items():
        each = ratios(ours, found["the page"])
        is_api = way != "the page"
        shares += [statistics.median(each)] if is_api else []
        told = (*spread(each, "{:.2f}"), f"{SHARE_GOAL}") if is_api else ("", "", "")
        table.add_row(way, *spread(ours, "{:.0f}"), *told)
    console.print(table)
    return shares


# --- Who watches ----------------------------------------------------------------------


def _watched(
    console: Console,
    site: int,
    made: Material,
    environment: Mapping[str, str],
    told: argparse.Namespace,
) -> bool:
    """Print what streams cost and what pages take; whether both goals are kept."""
    paths = (made.page, "/search?q=GPT-5")
    taken: dict[tuple[str, bool], list[list[float]]] = {
        (path, on): [] for path in paths for on in (False, True)
    }
    port, most, idle, lines = free_port(), 0.0, 0.0, 0
    growing = [made.session, str(GROWS_SECONDS)]
    with (
        _process(["manage.py", "live", "--port", str(port)], environment) as live,
        _process(["-m", "crux.bench.doors.growing", *growing], environment),
    ):
        if not wait_until(lambda: _serves(port), START_SECONDS, pause=0.2):
            raise RuntimeError("manage.py live does not serve.")
        idle = megabytes(live.pid) or 0.0
        for number in range(told.rounds):
            for is_on in (bool(number % 2), not number % 2):
                after = _last_line(site, made)
                with _streams(port, made, is_on * STREAMS, after) as watchers:
                    for path in paths:
                        each = _milliseconds(site, path, told.seconds)
                        taken[path, is_on].append(each)
                    most = max(most, megabytes(live.pid) or 0.0)
                lines += watchers["lines"]
                if watchers["ended"]:
                    raise RuntimeError(f"{watchers['ended']} streams ended early.")
    console.print(
        f"{STREAMS} streams cost {most - idle:.0f} MB in all, goal under "
        f"{MEGABYTES_GOAL}: manage.py live has {idle:.0f} MB before anybody watches and "
        f"{most:.0f} MB at most with them. {lines:,} lines of the log were sent."
    )
    is_swift = _latencies(console, paths, taken)
    return is_swift and most - idle < MEGABYTES_GOAL


def _latencies(
    console: Console,
    paths: Sequence[str],
    taken: Mapping[tuple[str, bool], list[list[float]]],
) -> bool:
    table = measuring.table(
        f"Milliseconds of a page with {STREAMS} event streams open on a log that "
        "grows, and without",
        *("page", "of", "without", "from to", "with", "from to", "ratio", "from to"),
    )
    medians = []
    for path in paths:
        for name, pick in (("median", statistics.median), ("95 of 100", _most)):
            without, within = (
                [pick(each) for each in taken[path, on]] for on in (False, True)
            )
            longer = ratios(within, without)
            medians += [statistics.median(longer)] if name == "median" else []
            what = path.split("?")[0].split("/")[1]
            spreads = spread(without) + spread(within) + spread(longer, "{:.2f}")
            table.add_row(what, name, *spreads)
    console.print(table)
    console.print(f"The medians' goal: under {LATENCY_GOAL} times as long.")
    return max(medians) < LATENCY_GOAL


def _most(each: Sequence[float]) -> float:
    return sorted(each)[int(len(each) * 0.95)]


def _milliseconds(port: int, path: str, seconds: float) -> list[float]:
    """What one reader after another waits; raises RuntimeError on another status."""
    found, until = [], time.monotonic() + seconds
    while time.monotonic() < until:
        connection = HTTPConnection("localhost", port, timeout=START_SECONDS)
        began = time.perf_counter()
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        found.append(1000 * (time.perf_counter() - began))
        connection.close()
        if answer.status != 200:
            raise RuntimeError(f"{path} answers {answer.status}.")
    return found


def _last_line(port: int, made: Material) -> int:
    """The number of the log's last line, as the API tells it."""
    connection = HTTPConnection("localhost", port, timeout=START_SECONDS)
    headers = {"Authorization": f"Bearer {made.token}"}
    connection.request("GET", f"/api/v1/sessions/{made.session}", headers=headers)
    told = json.loads(connection.getresponse().read())
    connection.close()
    return int(told["last_seq"])


@contextmanager
def _streams(
    port: int, made: Material, how_many: int, after: int
) -> Iterator[dict[str, int]]:
    """So many who watch, each sent what is new; told at the end: `lines`, `ended`."""
    counted: dict[str, int] = {"lines": 0, "ended": 0}
    if not how_many:
        yield counted
        return
    command = [sys.executable, "-m", "crux.bench.doors.streams"]
    given = [str(port), made.session, made.token, str(how_many), str(after)]
    pipe = subprocess.PIPE
    with subprocess.Popen([*command, *given], stdin=pipe, stdout=pipe) as process:  # noqa: S603  our own module
        assert process.stdin and process.stdout  # noqa: S101, PT018  for mypy
        if process.stdout.readline() != b"open\n":
            raise RuntimeError("The streams could not be opened.")
        yield counted
        process.stdin.close()
        counted |= json.loads(process.stdout.read())


# --- Programs -------------------------------------------------------------------------


@contextmanager
def _process(
    arguments: Sequence[str], environment: Mapping[str, str]
) -> Iterator["subprocess.Popen[bytes]"]:
    with subprocess.Popen([sys.executable, *arguments], env=environment) as process:  # noqa: S603  our own module
        try:
            yield process
        finally:
            process.terminate()


def _serves(port: int) -> bool:
    try:
        connection = HTTPConnection("localhost", port, timeout=1)
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
