"""Links checked by Crux and by others on the same web: `python -m crux.bench.links.links`.

2,000 addresses on many hosts that answer after 50 ms, for speed; 200 labelled ones with
all the troubles of the open web, for judgement; and a draft of 100 kB, for its links.
"""

import asyncio
import math
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from rich.table import Table

from crux.bench import measuring
from crux.bench.links.ours import ADDRESSES, HOSTS, address, judge, labelled_address
from crux.bench.links.rivals import RIVALS, TIMEOUT_SECONDS, Run
from crux.bench.links.site import DELAY_SECONDS
from newsletter.drafts.links import extract
from newsletter.standards.outcomes import Outcome
from newsletter.testing.labelled import Truth, behaviours

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


def main(arguments: Sequence[str]) -> None:
    """Print the tables."""
    rounds = measuring.parser(__doc__, ROUNDS).parse_args(arguments).rounds
    console = measuring.console()
    console.print(_extraction(rounds))
    console.print(_speed(rounds))
    console.print(_judgement())


def _extraction(rounds: int) -> Table:
    text = "".join(_PARAGRAPH.format(n=number) for number in range(1000, 2000))
    text = text[:100_000]
    times = measuring.milliseconds(lambda: extract(text), rounds * 2)
    heads = ("links", "ms, median", "ms, from to", "goal")
    table = measuring.table("Links of a draft of 100 kB", *heads)
    found = str(len(extract(text)))
    table.add_row(found, *measuring.spread(times, "{:.0f}"), "under 60")
    return table


def _speed(rounds: int) -> Table:
    table = measuring.table(
        f"{ADDRESSES} addresses, {HOSTS} hosts, {DELAY_SECONDS * 1000:.0f} ms each; "
        f"medians of {rounds} rounds, taken in turn",
        *("who", "at once", "seconds", "from to", "links/s", "of limit", "of lychee"),
        "MB",
    )
    for width in WIDTHS:
        limit = math.ceil(ADDRESSES / width) * DELAY_SECONDS
        runs = _taken(width, rounds)
        lychee = statistics.median(runs["lychee"]) if runs["lychee"] else math.nan
        for who, seconds in runs.items():
            if not seconds or who.endswith("MB"):
                continue
            median = statistics.median(seconds)
            memory = runs.get(f"{who} MB")
            table.add_row(
                who,
                str(width),
                *measuring.spread(seconds, "{:.2f}"),
                f"{ADDRESSES / median:.0f}",
                f"{limit / median:.2f}",
                f"{lychee / median:.2f}",
                f"{statistics.median(memory):.0f}" if memory else "",
            )
        table.add_section()
    return table


def _taken(width: int, rounds: int) -> dict[str, list[float]]:
    """Seconds of each, in turn, so that a busy minute hits all alike."""
    taken: dict[str, list[float]] = {rival.name: [] for rival in RIVALS}
    for _ in range(rounds):
        for rival in RIVALS:
            with _site() as port:
                run = rival.run([address(n, port) for n in range(ADDRESSES)], width)
            if run is not None:
                taken[rival.name].append(run.seconds)
        for way in ("fetch", "check"):
            with _site() as port:
                measured = _measured(way, port, width)
            name = f"Crux, {way}"
            taken.setdefault(name, []).append(measured["seconds"])
            taken.setdefault(f"{name} MB", []).append(measured["megabytes"])
            whole = f"{name}, as a process"
            taken.setdefault(whole, []).append(measured["process"])
    return taken


@contextmanager
def _site() -> Iterator[int]:
    """The port of a fresh site, in a process of its own."""
    command = [sys.executable, "-m", "crux.bench.links.site"]
    with subprocess.Popen(  # noqa: S603  our own module
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as site:
        assert site.stdout is not None  # noqa: S101  for mypy
        assert site.stdin is not None  # noqa: S101
        try:
            yield int(site.stdout.readline())
        finally:
            site.stdin.close()


def _measured(way: str, port: int, width: int) -> dict[str, float]:
    """Seconds inside a fresh process of ours and as a whole, and its most memory."""
    began = time.perf_counter()
    told = measuring.told("crux.bench.links.ours", way, port, width)
    return {**told, "process": time.perf_counter() - began}


def _judgement() -> Table:
    table = measuring.table(
        f"{len(behaviours())} labelled addresses: how each was judged wrongly",
        *("who", "seconds", "right", "alive: broken", "dead: ok", "wall: broken"),
        *("wall: ok", "soft 404: ok"),
    )
    for rival in RIVALS:
        with _site() as port:
            run = rival.run(
                [labelled_address(n, port) for n in range(len(behaviours()))], 32
            )
        if run is None:
            table.add_row(rival.name, "not installed")
        else:
            table.add_row(rival.name, *_marks(run, port))
    with _site() as port:
        seconds, report = asyncio.run(judge(port, TIMEOUT_SECONDS))
    verdicts = {check.url: _verdict(check.outcome) for check in report.checks}
    table.add_row("Crux", *_marks(Run(seconds, verdicts), port=0))
    return table


def _verdict(outcome: Outcome) -> str:
    if outcome in _OK:
        return "ok"
    return "unsure" if outcome in _UNSURE else "broken"


def _marks(run: Run, port: int) -> Sequence[str]:
    """How often a checker was right, and each way in which it misled."""
    said: Counter[tuple[Truth, str]] = Counter()
    for number, behaviour in enumerate(behaviours()):
        said[
            behaviour.truth, run.verdicts.get(labelled_address(number, port), "unsure")
        ] += 1
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
    main(sys.argv[1:])
