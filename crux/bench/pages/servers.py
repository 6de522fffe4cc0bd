"""gunicorn with two workers, as the Procfile starts it, with one application."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from crux.bench.measuring import wait_for_port
from crux.testing.ports import free_port

WORKERS = 2


@contextmanager
def gunicorn(application: str, environment: Mapping[str, str]) -> Iterator[int]:
    """The port on which it serves for as long as this lasts."""
    port = free_port()
    told = {"PORT": str(port), "WEB_CONCURRENCY": str(WORKERS), **environment}
    with subprocess.Popen(  # noqa: S603  our own module
        [sys.executable, "-m", "gunicorn", application], env={**os.environ, **told}
    ) as process:
        try:
            wait_for_port(port)
            yield port
        finally:
            process.terminate()
