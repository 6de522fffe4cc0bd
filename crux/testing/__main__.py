"""`python -m crux.testing [ARGUMENTS]`: pytest on a PostgreSQL of its own.

Where `DATABASE_URL` is set, that database serves. Where neither can be had, the tests
run on SQLite, and one line says so.
"""

import os
import sys

import pytest

from crux.testing.environment import prepare
from crux.testing.services import ServiceUnavailable, start_postgres


def main(arguments: list[str]) -> int:
    """Run pytest with `arguments`; its exit code."""
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
        return int(pytest.main(arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
