"""Breaks what the engine stands on, and prints what was left.

    python -m crux.faults.sessions [--points 72] [--rows 4,5|none] [--chaos SECONDS --seed N]
    python -m crux.faults.sessions --workflow digest --points 104 --rows 4,5,8 --chaos 60
    python -m crux.faults.sessions --on-sqlite [--rows 22]

On a PostgreSQL and a Redis of its own, with Celery's workers and our clock as real
processes; or on an SQLite file, with our own worker. Exit code 1 if anything is not as
it must be.
"""

import argparse
import atexit
import os
import sys
import time

import django

from crux.faults.sessions import servers

PARSER = argparse.ArgumentParser(description=__doc__)
PARSER.add_argument("--points", type=int, default=72, help="kill points; 0 for none")
PARSER.add_argument(
    "--workflow",
    default="brief",
    help="what the sessions of points, rows and chaos run: brief, digest or scouts",
)
PARSER.add_argument("--rows", default="all", help="rows of the table, or none")
PARSER.add_argument("--chaos", type=float, default=0, metavar="SECONDS")
PARSER.add_argument("--seed", type=int, default=int(time.time()))
PARSER.add_argument("--on-sqlite", action="store_true")
GIVEN = PARSER.parse_args()
try:
    SERVERS = servers.begin(on_sqlite=GIVEN.on_sqlite)
except servers.NotHere as reason:
    sys.stderr.write(f"Skipped, {reason}.\n")
    sys.exit(0)
atexit.register(SERVERS.stop)
os.environ |= SERVERS.environment
django.setup()

from crux.faults.sessions import running  # noqa: E402  Django comes first

sys.exit(running.run(SERVERS, GIVEN))
