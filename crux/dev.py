"""Several programs in one terminal: each line says whose it is, Ctrl-C ends them all.

Knows nothing of Django; what the programs are, the command `dev` decides.
"""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle
from types import FrameType
from typing import IO

COLOURS = ("36", "33", "35", "32")  # cyan, yellow, magenta, green
RESET = "\033[0m"
# How long a program may take to end after it was asked to.
GRACE_SECONDS = 10.0
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True, slots=True)
class Part:
    """One program: the name before its lines, and its command."""

    name: str
    command: Sequence[str]


@dataclass
class Crew:
    """Runs its parts side by side until one ends or a person says stop."""

    parts: Sequence[Part]
    write: Callable[[str], object]
    is_coloured: bool = False
    environment: Mapping[str, str] = field(default_factory=dict)
    grace_seconds: float = GRACE_SECONDS

    def run(self) -> int:
        """0 when stopped by a person, 1 when a part ended of itself."""
        running: dict[str, subprocess.Popen[str]] = {}
        stop = threading.Event()
        with _stopped_by_signals(stop):
            try:
                threads = [
                    self._start(part, colour, running)
                    for part, colour in zip(self.parts, cycle(COLOURS), strict=False)
                ]
                fallen = _first_to_end(running, stop)
                if fallen:
                    code = running[fallen].returncode
                    self.write(f"{fallen} ended with code {code}; so does the rest.\n")
            finally:
                self._end(running)
            for thread in threads:
                thread.join(self.grace_seconds)
        return 1 if fallen else 0

    def _start(
        self, part: Part, colour: str, running: dict[str, subprocess.Popen[str]]
    ) -> threading.Thread:
        """Start a part in a session of its own: Ctrl-C is for us to pass on, once."""
        process = subprocess.Popen(  # noqa: S603  our own command
            part.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env={**os.environ, "PYTHONUNBUFFERED": "1", **self.environment},
            start_new_session=True,
        )
        running[part.name] = process
        assert process.stdout is not None  # noqa: S101  asked for above
        width = max(len(other.name) for other in self.parts)
        label = f"{part.name:<{width}} | "
        if self.is_coloured:
            label = f"\033[{colour}m{label}{RESET}"
        thread = threading.Thread(target=self._copy, args=(process.stdout, label))
        thread.start()
        return thread

    def _copy(self, output: IO[str], label: str) -> None:
        with output:
            for line in output:
                self.write(f"{label}{line.rstrip()}\n")

    def _end(self, running: Mapping[str, subprocess.Popen[str]]) -> None:
        """Ask every part to end, then insist; their own children too."""
        for process in running.values():
            _signal(process, signal.SIGTERM)
        deadline = time.monotonic() + self.grace_seconds
        for process in running.values():
            with suppress(subprocess.TimeoutExpired):
                process.wait(max(0, deadline - time.monotonic()))
            _signal(process, signal.SIGKILL)
            process.wait()


def _signal(process: subprocess.Popen[str], number: signal.Signals) -> None:
    """To the whole group, whose number is its first process's."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


def _first_to_end(
    running: Mapping[str, subprocess.Popen[str]], stop: threading.Event
) -> str:
    """The name of the first part that ended; empty when told to stop before."""
    while not stop.wait(0.1):
        for name, process in running.items():
            if process.poll() is not None:
                return name
    return ""


@contextmanager
def _stopped_by_signals(stop: threading.Event) -> Iterator[None]:
    def on_signal(_: int, __: FrameType | None) -> None:
        stop.set()

    before = {number: signal.signal(number, on_signal) for number in STOP_SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
