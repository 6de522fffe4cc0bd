"""Pages beside a bare Django view: `python -m crux.bench.pages.pages`.

`/latest` and an issue, served by gunicorn with two workers from PostgreSQL, against a
view of a Django project with no middleware and no database that answers as many bytes,
served by the same gunicorn with the same configuration: in pairs, taken in turn, with 500
issues and 1,000 sessions in the database. Then search, and the page of a session of
5,000 lines, on both engines.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from rich.table import Table

from crux.bench import measuring
from crux.bench.measuring import printed, ratios, spread
from crux.bench.pages import client
from crux.bench.pages.servers import WORKERS, gunicorn
from crux.bench.pages.sizes import ISSUES, LINES, SESSIONS, Timing
from crux.testing.services import start_postgres

ROUNDS, SECONDS, WARM_SECONDS = 15, 1.0, 2.0
GOAL = 0.6
MATERIAL, WITHIN = "crux.bench.pages.material", "crux.bench.pages.within"


def main(arguments: Sequence[str]) -> None:
    """Print the tables."""
    parser = measuring.parser(__doc__, ROUNDS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    told, console = parser.parse_args(arguments), measuring.console()
    with start_postgres() as server, tempfile.TemporaryDirectory() as folder:
        environment = measuring.environment(server.url, folder)
        slug = printed(MATERIAL, under=environment).strip()
        console.print(_beside(slug, environment, told.rounds, told.seconds))
        console.print(_within("PostgreSQL", environment))
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/pages.sqlite3"
        environment = measuring.environment(url, folder)
        printed(MATERIAL, under=environment)
        console.print(_within("SQLite", environment))


def _beside(
    slug: str, environment: Mapping[str, str], rounds: int, seconds: float
) -> Table:
    with ExitStack() as stack:
        measuring.manage("collectstatic", environment)
        crux = stack.enter_context(gunicorn("crux.wsgi", environment))
        paths = {path: _answer(crux, path) for path in ("/latest", f"/issues/{slug}/")}
        told = {**environment, "BARE": json.dumps(paths)}
        bare = stack.enter_context(gunicorn("crux.bench.pages.bare", told))
        runs = {
            path: _taken(crux, bare, path, status, rounds, seconds)
            for path, (status, _) in paths.items()
        }
    table = measuring.table(
        f"Requests a second, {WORKERS} workers, {client.CONNECTIONS} connections, "
        f"PostgreSQL, {ISSUES} issues, {SESSIONS:,} sessions;\n{rounds} pairs of "
        f"{seconds:g} s; {measuring.load_of_machine()}",
        *("page", "bytes", "bare", "from to", "Crux", "from to", "Crux / bare"),
        *("from to", "goal", "client's limit"),
    )
    for path, pairs in runs.items():
        bares, ours = zip(*pairs, strict=True)
        most = asyncio.run(client.limit(paths[path][1], seconds))
        table.add_row(
            path.split("/")[1],
            f"{paths[path][1]:,}",
            *spread(bares, "{:.0f}"),
            *spread(ours, "{:.0f}"),
            *spread(ratios(ours, bares), "{:.2f}"),
            f"{GOAL}",
            f"{most:.0f}",
        )
    return table


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


def _within(engine: str, environment: Mapping[str, str]) -> Table:
    title = f"Milliseconds on {engine}: {ISSUES} issues, a session of {LINES:,} lines"
    table = measuring.table(title, "what", "median", "from to", "goal")
    for row in measuring.told(WITHIN, under=environment):
        timing = Timing(**row)
        table.add_row(
            timing.what,
            *spread(timing.milliseconds),
            f"under {timing.goal}" if timing.goal else "",
        )
    return table


if __name__ == "__main__":
    main(sys.argv[1:])
