"""Pages beside a bare Django view: `python -m crux.bench.pages.pages`.

`/latest` and an issue, served by gunicorn with two workers from PostgreSQL, against a
view of a Django project with no middleware and no database that answers as many bytes,
served by the same gunicorn with the same configuration: in pairs, taken in turn, with 500
issues and 1,000 sessions in the database. Then search, and the page of a session of
5,000 lines, on both engines.
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from rich.console import Console
from rich.table import Table

from crux.bench.pages import client
from crux.bench.pages.servers import WORKERS, gunicorn
from crux.bench.pages.sizes import ISSUES, LINES, SESSIONS, Timing
from crux.testing.services import start_postgres

ROUNDS, SECONDS, WARM_SECONDS = 15, 1.0, 2.0
GOAL = 0.6


def main(arguments: Sequence[str]) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    told = parser.parse_args(arguments)
    console = Console(width=max(Console().width, 110))
    with start_postgres() as server, _settings(server.url) as environment:
        slug = _module("material", environment).strip()
        console.print(_beside(slug, environment, told.rounds, told.seconds))
        console.print(_within("PostgreSQL", environment))
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/pages.sqlite3"
        with _settings(url) as environment:
            _module("material", environment)
            console.print(_within("SQLite", environment))


@contextmanager
def _settings(url: str) -> Iterator[dict[str, str]]:
    """As in production, on that database."""
    with tempfile.TemporaryDirectory() as folder:
        yield {
            **os.environ,
            "ENV_FILE": os.devnull,
            "DEBUG": "False",
            "SECRET_KEY": "as long and random as the one of a bench need be",
            "DATABASE_URL": url,
            "VAR_DIR": folder,
            "CRUX_SOURCES": "sample",
            "CRUX_BRAINS": "local",
            "LOG_OUTPUT": "none",
        }


def _module(name: str, environment: Mapping[str, str]) -> str:
    command = [sys.executable, "-m", f"crux.bench.pages.{name}"]
    done = subprocess.run(  # noqa: S603  our own module
        command, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout


def _beside(
    slug: str, environment: Mapping[str, str], rounds: int, seconds: float
) -> Table:
    with ExitStack() as stack:
        _manage("collectstatic", environment)
        crux = stack.enter_context(gunicorn("crux.wsgi", environment))
        paths = {path: _answer(crux, path) for path in ("/latest", f"/issues/{slug}/")}
        told = {**environment, "BARE": json.dumps(paths)}
        bare = stack.enter_context(gunicorn("crux.bench.pages.bare", told))
        runs = {
            path: _taken(crux, bare, path, status, rounds, seconds)
            for path, (status, _) in paths.items()
        }
    table = Table(
        title=f"Requests a second, {WORKERS} workers, {client.CONNECTIONS} connections, "
        f"PostgreSQL, {ISSUES} issues, {SESSIONS:,} sessions;\n{rounds} pairs of "
        f"{seconds:g} s; load of this machine {os.getloadavg()[0]:.1f}"
    )
    for heading in (
        "page", "bytes", "bare", "from to", "Crux", "from to", "Crux / bare", "from to",
        "goal", "client's limit",
    ):  # fmt: skip
        table.add_column(heading, justify="left" if heading == "page" else "right")
    for path, pairs in runs.items():
        bares, ours = zip(*pairs, strict=True)
        shares = [own / other for other, own in pairs]
        most = asyncio.run(client.limit(paths[path][1], seconds))
        table.add_row(
            path.split("/")[1],
            f"{paths[path][1]:,}",
            *_spread(bares, "{:.0f}"),
            *_spread(ours, "{:.0f}"),
            *_spread(shares, "{:.2f}"),
            f"{GOAL}",
            f"{most:.0f}",
        )
    return table


def _manage(command: str, environment: Mapping[str, str]) -> None:
    manage = str(Path(__file__).parents[3] / "manage.py")
    subprocess.run(  # noqa: S603  our own command
        [sys.executable, manage, command, "--no-input", "--verbosity", "0"],
        env=environment,
        check=True,
    )


class _Unfollowed(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        """Leave it as it came."""


def _answer(port: int, path: str) -> tuple[int, int]:
    """What Crux answers: its status, and its bytes as they go over the wire."""
    asked = Request(
        f"http://localhost:{port}{path}", headers={"Accept-Encoding": "gzip, deflate"}
    )
    opener = build_opener(_Unfollowed)
    try:
        answer = opener.open(asked)
    except HTTPError as redirected:
        answer = redirected
    with answer:
        return answer.status, len(answer.read())


def _taken(
    crux: int, bare: int, path: str, status: int, rounds: int, seconds: float
) -> list[tuple[float, float]]:
    """Requests a second of the bare view and of Crux, in turn, each first by turns."""
    for port in (bare, crux):
        client.load(port, path, status, WARM_SECONDS)
    pairs = []
    for number in range(rounds):
        ports = (bare, crux) if number % 2 else (crux, bare)
        found = {
            port: client.load(port, path, status, seconds).a_second for port in ports
        }
        pairs.append((found[bare], found[crux]))
    return pairs


def _spread(found: Sequence[float], form: str) -> tuple[str, str]:
    """The median, and from where to where."""
    least, most = form.format(min(found)), form.format(max(found))
    return form.format(statistics.median(found)), f"{least} to {most}"


def _within(engine: str, environment: Mapping[str, str]) -> Table:
    table = Table(
        title=f"Milliseconds on {engine}: {ISSUES} issues, a session of {LINES:,} lines"
    )
    for heading in ("what", "median", "from to", "goal"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for row in json.loads(_module("within", environment)):
        timing = Timing(**row)
        table.add_row(
            timing.what,
            *_spread(timing.milliseconds, "{:.1f}"),
            f"under {timing.goal}" if timing.goal else "",
        )
    return table


if __name__ == "__main__":
    main(sys.argv[1:])
