"""The programs that are measured: each lives through all rounds and runs when asked."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Self

ROOT = Path(__file__).resolve().parents[3]
STOP_SECONDS = 10


@dataclass(frozen=True, slots=True)
class Contender:
    """A program and where it keeps what must last."""

    name: str
    store: str
    module: str
    arguments: tuple[str, ...] = ()
    python: str = sys.executable
    environment: Mapping[str, str] = field(default_factory=dict)
    is_one_process: bool = True


class Lap(NamedTuple):
    """What one session took on average; the processor's time of its process alone."""

    seconds: float
    cpu_seconds: float


class Running:
    """A contender that waits to be asked; what it says besides stands in a file."""

    def __init__(self, contender: Contender, directory: Path) -> None:
        self.contender = contender
        self.laps: dict[str, list[Lap]] = {}
        self.log = directory / f"{contender.module}.{contender.store}.log".lower()
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(  # noqa: S603  our own program
                [contender.python, "-m", contender.module, *contender.arguments],
                cwd=ROOT,
                env={**os.environ, **contender.environment},
                text=True,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
            )

    def ready(self) -> Self:
        """Return when it has begun."""
        self._heard()
        return self

    def ask(self, number: int, how: str) -> Lap:
        """What so many sessions took."""
        assert self.process.stdin is not None  # noqa: S101  a pipe was asked for
        self.process.stdin.write(f"{number} {how}\n")
        self.process.stdin.flush()
        took, used = (float(one) / number for one in self._heard().split())
        return Lap(took, used)

    def _heard(self) -> str:
        assert self.process.stdout is not None  # noqa: S101  a pipe was asked for
        if line := self.process.stdout.readline():
            return line
        said = self.log.read_text(errors="replace")[-2000:]
        raise RuntimeError(f"{self.contender.name} ended: {said}")

    def stop(self) -> None:
        stop(self.process)


def begin(
    command: Sequence[str], environment: Mapping[str, str], log: Path
) -> subprocess.Popen[bytes]:
    """Start a server or a worker that nobody talks to by its pipes."""
    with log.open("wb") as file:
        return subprocess.Popen(  # noqa: S603  our own program
            list(command),
            cwd=ROOT,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
        )


def stop(process: subprocess.Popen[bytes] | subprocess.Popen[str]) -> None:
    """End a process, by force where it does not go."""
    if process.stdin:
        process.stdin.close()
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
