"""`python -m crux.testing.serve COMMAND …`: a command with a PostgreSQL of its own.

Its address is in DATABASE_URL; where that is set already, that database serves.
"""

import os
import subprocess
import sys

from crux.testing.services import ServiceUnavailable, start_postgres


def main(command: list[str]) -> int:
    """Run `command`; its exit code, or 2 where no PostgreSQL can be had."""
    if os.environ.get("DATABASE_URL"):
        return subprocess.run(command, check=False).returncode  # noqa: S603  the caller's
    try:
        server = start_postgres()
    except ServiceUnavailable as error:
        sys.stderr.write(f"{error}\n")
        return 2
    with server:
        environment = {**os.environ, "DATABASE_URL": server.url}
        return subprocess.run(command, env=environment, check=False).returncode  # noqa: S603  the caller's


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
