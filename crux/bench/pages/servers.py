"""gunicorn with two workers, as the Procfile starts it, with one application."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

WORKERS = 2
START_SECONDS = 60


@contextmanager
def gunicorn(application: str, environment: Mapping[str, str]) -> Iterator[int]:
    """The port on which it serves for as long as this lasts."""
    port = _free_port()
    told = {"PORT": str(port), "WEB_CONCURRENCY": str(WORKERS), **environment}
    with subprocess.Popen(  # noqa: S603  our own module
        [sys.executable, "-m", "gunicorn", application], env={**os.environ, **told}
    ) as process:
        try:
            _wait(port, process)
            yield port
        finally:
            process.terminate()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
    return port


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
