"""Kills workers of intake, and prints what was left of their stories.

    python -m crux.faults.intake [--points 31] [--on-sqlite]

On a PostgreSQL of its own with no broker to be reached, or on an SQLite file. Exit code 1
if anything is not as it must be.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

import django

from crux.faults.sessions.servers import Postgres

PARSER = argparse.ArgumentParser(
    description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
)
PARSER.add_argument("--points", type=int, default=31, help="kill points; 0 for none")
PARSER.add_argument("--on-sqlite", action="store_true")


def main() -> int:
    """Run the rows; the exit code."""
    given = PARSER.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="crux-faults-", dir="/tmp"))
    folder.chmod(0o755)  # PostgreSQL may run as another user
    postgres = None if given.on_sqlite else _postgres(folder)
    url = postgres.url if postgres else f"sqlite:///{folder}/crux.sqlite3"
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "crux.settings",
        "DATABASE_URL": url,
        # Nobody listens there: intake needs no broker.
        "REDIS_URL": "" if given.on_sqlite else "redis://127.0.0.1:1/0",
        "VAR_DIR": str(folder),
        "LEASE_SECONDS": "1",
        "HEARTBEAT_SECONDS": "0.3",
        "CRUX_SOURCES": "live",
        "CRUX_BRAINS": "scripted",
        "LOG_LEVEL": "CRITICAL",
        "ENV_FILE": os.devnull,
    }
    django.setup()
    try:
        return _run(folder, given.points, postgres)
    finally:
        if postgres:
            postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _postgres(folder: Path) -> Postgres:
    (folder / "postgres").mkdir()
    return Postgres(folder / "postgres")


def _run(folder: Path, points: int, postgres: Postgres | None) -> int:
    from django.core.management import call_command  # noqa: PLC0415  after the set-up
    from django.db import connections  # noqa: PLC0415

    from crux.faults.intake import rows  # noqa: PLC0415
    from crux.faults.sessions.trials import line  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    began, broken = time.monotonic(), 0
    try:
        for trial in rows.run(folder, points, postgres):
            broken += bool(trial.breaches)
            sys.stdout.write(f"{line(trial)}\n")
            sys.stdout.flush()
    finally:
        connections.close_all()
    engine = "PostgreSQL" if postgres else "SQLite"
    took = time.monotonic() - began
    sys.stdout.write(f"{engine}: {broken} rows with a breach, {took:.0f} s\n")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
