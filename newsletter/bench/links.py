"""Links checked by Crux and by others on the same web: `python -m newsletter.bench.links`.

2,000 addresses on many hosts that answer after 50 ms, for speed; 200 labelled ones with
all the troubles of the open web, for judgement; and a draft of 100 kB, for its links.
"""

import asyncio
import json
import math
import resource
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.table import Table

from newsletter.bench.labelled import Truth, behaviours
from newsletter.bench.rivals import RIVALS, TIMEOUT_SECONDS, Run
from newsletter.bench.site import DELAY_SECONDS
from newsletter.check import check_links
from newsletter.fetch import Fetcher, Limits
from newsletter.links import extract
from newsletter.verify import Outcome, Policy

ADDRESSES, HOSTS = 2000, 200
WIDTHS = (32, 100)
ROUNDS = 5
_UNSURE = frozenset({Outcome.BLOCKED, Outcome.UNREACHABLE})
_OK = frozenset({Outcome.OK, Outcome.REDIRECTED})
_PARAGRAPH = (
    "The model ships with **weights** under Apache-2.0, [says the lab](https://lab.example"
    "/blog/release-{n}), and runs on one card. It scores 71.2 % on the suite; see"
    " https://arxiv.org/abs/2508.0{n} for details, or the [card][{n}].\n\n"
    "[{n}]: https://hub.example/org/model-{n}\n\n"
)


def main() -> None:
    """Print the tables."""
    console = Console()
    console.print(_extraction())
    console.print(_speed())
    console.print(_judgement())


def _extraction() -> Table:
    text = "".join(_PARAGRAPH.format(n=number) for number in range(1000, 2000))
    text = text[:100_000]
    times = []
    for _ in range(ROUNDS * 2):
        began = time.perf_counter()
        found = len(extract(text))
        times.append((time.perf_counter() - began) * 1000)
    table = Table(title="Links of a draft of 100 kB")
    for heading in ("links", "ms, median", "ms, from to", "goal"):
        table.add_column(heading, justify="right")
    spread = f"{min(times):.0f} to {max(times):.0f}"
    table.add_row(str(found), f"{statistics.median(times):.0f}", spread, "under 60")
    return table


def _speed() -> Table:
    table = Table(
        title=f"{ADDRESSES} addresses, {HOSTS} hosts, {DELAY_SECONDS * 1000:.0f} ms each; "
        f"medians of {ROUNDS} rounds, taken in turn"
    )
    for heading in (
        "who", "at once", "seconds", "from to", "links/s", "of the limit", "of lychee", "MB",
    ):  # fmt: skip
        table.add_column(heading, justify="left" if heading == "who" else "right")
    for width in WIDTHS:
        limit = math.ceil(ADDRESSES / width) * DELAY_SECONDS
        runs = _rounds(width)
        lychee = statistics.median(runs["lychee"]) if runs["lychee"] else math.nan
        for who, seconds in runs.items():
            if not seconds or who.endswith("MB"):
                continue
            median = statistics.median(seconds)
            memory = runs.get(f"{who} MB")
            table.add_row(
                who,
                str(width),
                f"{median:.2f}",
                f"{min(seconds):.2f} to {max(seconds):.2f}",
                f"{ADDRESSES / median:.0f}",
                f"{limit / median:.2f}",
                f"{lychee / median:.2f}",
                f"{statistics.median(memory):.0f}" if memory else "",
            )
        table.add_section()
    return table


def _rounds(width: int) -> dict[str, list[float]]:
    """Seconds of each, in turn, so that a busy minute hits all alike."""
    taken: dict[str, list[float]] = {rival.name: [] for rival in RIVALS}
    for _ in range(ROUNDS):
        for rival in RIVALS:
            with _site() as port:
                run = rival.run([_address(n, port) for n in range(ADDRESSES)], width)
            if run is not None:
                taken[rival.name].append(run.seconds)
        for way in ("fetch", "check"):
            with _site() as port:
                measured = _measured(way, port, width)
            taken.setdefault(f"Crux, {way}", []).append(measured["seconds"])
            taken.setdefault(f"Crux, {way} MB", []).append(measured["megabytes"])
    return taken


def _address(number: int, port: int = 0) -> str:
    """An address for rivals, who are given the port, or for our routes."""
    host = number % HOSTS
    name = f"127.0.1.{host + 1}:{port}" if port else f"host-{host}.test"
    return f"http://{name}/story/{number}"


@contextmanager
def _site() -> Iterator[int]:
    """The port of a fresh site, in a process of its own."""
    command = [sys.executable, "-m", "newsletter.bench.site"]
    with subprocess.Popen(  # noqa: S603  our own module
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as site:
        assert site.stdout is not None  # noqa: S101  for mypy
        assert site.stdin is not None  # noqa: S101
        yield int(site.stdout.readline())
        site.stdin.close()


def _measured(way: str, port: int, width: int) -> dict[str, float]:
    """Seconds inside a fresh process of ours, and the most memory it held."""
    command = [
        sys.executable,
        "-m",
        "newsletter.bench.links",
        way,
        str(port),
        str(width),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603  our own module
    return dict(json.loads(done.stdout))


def _routes(port: int) -> dict[str, tuple[str, int]]:
    hosts = {f"host-{n}.test": (f"127.0.1.{n + 1}", port) for n in range(HOSTS)}
    return hosts | {"archive.org": ("127.0.0.1", port)}


async def _fetch(port: int, width: int) -> float:
    urls = [_address(number) for number in range(ADDRESSES)]
    limits = Limits(at_once=width)
    async with Fetcher(routes=_routes(port), limits=limits) as fetcher:
        began = time.perf_counter()
        await fetcher.get_all(urls)
        return time.perf_counter() - began


async def _check(port: int, width: int) -> float:
    draft = "\n".join(f"- <{_address(number)}>" for number in range(ADDRESSES))
    limits = Limits(at_once=width)
    async with Fetcher(routes=_routes(port), limits=limits) as fetcher:
        began = time.perf_counter()
        report = await check_links(draft, fetcher, policy=Policy(most_links=None))
        seconds = time.perf_counter() - began
    if report.valid != ADDRESSES:
        raise ValueError(f"{report.valid} of {ADDRESSES} links were valid: all are.")
    return seconds


def measure(way: str, port: int, width: int) -> None:
    """Run one way in this process and print what it took, for the process above."""
    run = {"fetch": _fetch, "check": _check}[way]
    seconds = asyncio.run(run(port, width))
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    sys.stdout.write(json.dumps({"seconds": seconds, "megabytes": kilobytes / 1024}))


def _judgement() -> Table:
    table = Table(
        title=f"{len(behaviours())} labelled addresses; an error is one that misleads"
    )
    for heading in (
        "who", "seconds", "right", "alive called broken", "dead called ok",
        "walls called broken", "walls called ok", "soft 404 missed",
    ):  # fmt: skip
        table.add_column(heading, justify="left" if heading == "who" else "right")
    for rival in RIVALS:
        with _site() as port:
            run = rival.run([_labelled(n, port) for n in range(len(behaviours()))], 32)
        if run is None:
            table.add_row(rival.name, "not installed")
        else:
            table.add_row(rival.name, *_marks(run, port))
    with _site() as port:
        table.add_row("Crux", *_marks(asyncio.run(_judge(port)), 0))
    return table


def _labelled(number: int, port: int = 0) -> str:
    return _address(number, port).partition("/story/")[0] + behaviours()[number].path


async def _judge(port: int) -> Run:
    draft = "\n".join(f"- <{_labelled(number)}>" for number in range(len(behaviours())))
    limits = Limits(total_seconds=TIMEOUT_SECONDS)
    async with Fetcher(routes=_routes(port), limits=limits) as fetcher:
        began = time.perf_counter()
        report = await check_links(draft, fetcher, policy=Policy(most_links=None))
        seconds = time.perf_counter() - began
    return Run(seconds, {check.url: _verdict(check.outcome) for check in report.checks})


def _verdict(outcome: Outcome) -> str:
    if outcome in _OK:
        return "ok"
    return "unsure" if outcome in _UNSURE else "broken"


def _marks(run: Run, port: int) -> Sequence[str]:
    """How often a checker was right, and each way in which it misled."""
    said: Counter[tuple[Truth, str]] = Counter()
    for number, behaviour in enumerate(behaviours()):
        said[behaviour.truth, run.verdicts.get(_labelled(number, port), "unsure")] += 1
    return (
        f"{run.seconds:.1f}",
        f"{_right(said)} of {len(behaviours())}",
        str(said[Truth.ALIVE, "broken"]),
        str(said[Truth.DEAD, "ok"]),
        str(said[Truth.UNKNOWABLE, "broken"]),
        str(said[Truth.UNKNOWABLE, "ok"]),
        str(said[Truth.SOFT, "ok"]),
    )


def _right(said: Mapping[tuple[Truth, str], int]) -> int:
    return (
        said[Truth.ALIVE, "ok"]
        + said[Truth.DEAD, "broken"]
        + said[Truth.SOFT, "broken"]
        + said[Truth.UNKNOWABLE, "unsure"]
    )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        measure(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    else:
        main()
