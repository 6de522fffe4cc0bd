"""What benches share: their own programs, times taken, and tables of figures."""

import json
import os
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[2]
WIDTH = 110
PORT_SECONDS = 60.0
# As in production, on sources and brains that ask nobody.
SETTINGS = {
    "ENV_FILE": os.devnull,
    "DEBUG": "False",
    "SECRET_KEY": "as long and random as the one of a bench need be",
    "CRUX_SOURCES": "sample",
    "CRUX_BRAINS": "local",
    "LOG_OUTPUT": "none",
}

# --- Programs -------------------------------------------------------------------------


def parser(about: str | None, rounds: int) -> ArgumentParser:
    """What every bench can be told, and what it says of itself."""
    made = ArgumentParser(
        description=about, formatter_class=RawDescriptionHelpFormatter
    )
    made.add_argument("--rounds", type=int, default=rounds)
    return made


def environment(url: str, folder: str, **more: str) -> dict[str, str]:
    """That of a site on this database, which keeps its files in the folder."""
    return {**os.environ, **SETTINGS, "DATABASE_URL": url, "VAR_DIR": folder, **more}


def printed(
    module: str, *arguments: object, under: Mapping[str, str] | None = None
) -> str:
    """What a module of ours prints, run as a program; raises where that fails."""
    command = [sys.executable, "-m", module, *map(str, arguments)]
    pipe = subprocess.PIPE
    done = subprocess.run(command, env=under, stdout=pipe, text=True, check=True)  # noqa: S603  our own module
    return done.stdout


def told(
    module: str, *arguments: object, under: Mapping[str, str] | None = None
) -> Any:
    """The same of one that prints JSON."""
    return json.loads(printed(module, *arguments, under=under))


def manage(command: str, under: Mapping[str, str]) -> None:
    """A command of ours that asks nothing and says nothing."""
    whole = [sys.executable, "manage.py", command, "--no-input", "--verbosity", "0"]
    subprocess.run(whole, cwd=ROOT, env=under, check=True)  # noqa: S603  our own command


def wait_for_port(port: int) -> None:
    """Return when somebody listens there on loopback; RuntimeError if nobody comes to."""
    until = time.monotonic() + PORT_SECONDS
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"Nobody listens on port {port}.")


# --- Figures --------------------------------------------------------------------------


def milliseconds(
    act: Callable[[], object],
    times: int,
    *,
    between: Callable[[], object] = lambda: None,
    clock: Callable[[], float] = time.perf_counter,
) -> list[float]:
    """What each time took but the first one, which warms up."""
    took = []
    for _ in range(times + 1):
        between()
        began = clock()
        act()
        took.append((clock() - began) * 1000)
    return took[1:]


def ratios(those: Sequence[float], ours: Sequence[float]) -> list[float]:
    """How often ours each of those is, of figures taken in pairs."""
    return [other / own for other, own in zip(those, ours, strict=True)]


def spread(figures: Sequence[float], form: str = "{:.1f}") -> tuple[str, str]:
    """The median, and from where to where."""
    least, most = form.format(min(figures)), form.format(max(figures))
    return form.format(median(figures)), f"{least} to {most}"


def table(title: str, first: str, *others: str) -> Table:
    """A table of figures; the first column says of what they are."""
    made = Table(first, title=title)
    for heading in others:
        made.add_column(heading, justify="right")
    return made


def load_of_machine() -> str:
    return f"load of this machine {os.getloadavg()[0]:.1f}"


def console() -> Console:
    """Wide enough for all tables, wherever they are printed."""
    return Console(width=max(Console().width, WIDTH))
