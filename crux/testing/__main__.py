"""`python -m crux.testing [ARGUMENTS]`: pytest on a PostgreSQL of its own.

Where `DATABASE_URL` is set, that database serves. Where neither can be had, the tests
run on SQLite, and one line says so.
"""

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import psycopg
import pytest

from crux.testing.environment import TEMPLATE, prepare
from crux.testing.services import ServiceUnavailable, start_postgres


def main(arguments: list[str]) -> int:
    """Run pytest with `arguments`; its exit code."""
    for path in nowhere(arguments):
        sys.stderr.write(f"There are no tests at {path}: no such file or folder.\n")
        return int(pytest.ExitCode.USAGE_ERROR)
    prepare()
    if os.environ.get("DATABASE_URL"):
        return int(pytest.main(arguments))
    try:
        server = start_postgres()
    except ServiceUnavailable as error:
        sys.stderr.write(f"The tests run on SQLite: {error}\n")
        return int(pytest.main(arguments))
    with server:
        os.environ["DATABASE_URL"] = server.url
        _migrate(server.url)
        return int(pytest.main(arguments))


def nowhere(arguments: list[str]) -> list[str]:
    """The paths that are none: pytest in several processes says just that no test ran.

    What follows an option may be its value.
    """
    return [
        argument
        for before, argument in pairwise(["", *arguments])
        if "/" in argument
        and not argument.startswith("-")
        and not before.startswith("-")
        and not Path(argument.partition("::")[0]).exists()
    ]


def _migrate(url: str) -> None:
    """Migrate the server's own database, once, for every process to copy.

    The copies are no dumps that were restored: none knows where another one stood.
    """
    command = [sys.executable, "manage.py", "migrate", "--skip-checks", "--verbosity=0"]
    subprocess.run(command, check=True)  # noqa: S603  our own command
    with psycopg.connect(url.replace("postgres:", "postgresql:", 1)) as template:
        template.execute("DELETE FROM subscribers_ledgerhome")
    os.environ[TEMPLATE] = "crux"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
