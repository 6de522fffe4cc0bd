"""gunicorn with two workers, as the Procfile starts it, with one application."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from crux.testing.ports import free_port

WORKERS = 2
START_SECONDS = 60


@contextmanager
def gunicorn(application: str, environment: Mapping[str, str]) -> Iterator[int]:
    """The port on which it serves for as long as this lasts."""
    port = free_port()
    told = {"PORT": str(port), "WEB_CONCURRENCY": str(WORKERS), **environment}
    with subprocess.Popen(  # noqa: S603  our own module
        [sys.executable, "-m", "gunicorn", application], env={**os.environ, **told}
    ) as process:
        try:
            _wait(port, process)
            yield port
        finally:
            process.terminate()


def _wait(port: int, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(START_SECONDS * 10):
        if process.poll() is not None:
            break
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("gunicorn does not serve.")
