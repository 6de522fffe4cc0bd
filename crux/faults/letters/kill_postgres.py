"""kill -9 of PostgreSQL alone, again and again while an issue is sent.

`python -m crux.faults.letters.kill_postgres [--kills 6] [--readers 5000]`, in every mode
that settings allow, of the database's own too. The senders must outlive it; then the
ledger is compared with what the mail server took.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
from django.conf import settings

from crux.faults.sessions.servers import Postgres

ROOT = Path(__file__).resolve().parents[3]
LONGEST_WAIT_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Mode:
    """What settings allow: of Crux, and of the server that it is given."""

    group: int
    synchronous_commit: str

    def __str__(self) -> str:
        return (
            f"DELIVERY_GROUP={self.group},"
            f" synchronous_commit = {self.synchronous_commit} in postgresql.conf"
        )


MODES = (Mode(32, "on"), Mode(32, "off"), Mode(1, "off"))


@contextmanager
def postgres() -> Iterator[Postgres]:
    with tempfile.TemporaryDirectory(prefix="crux-postgres-") as folder:
        Path(folder).chmod(0o755)  # PostgreSQL may run as another user
        server = Postgres(Path(folder) / "data")
        try:
            yield server
        finally:
            server.stop()


def prepare(server: Postgres) -> None:
    """The tables, and the environment for all that follows."""
    os.environ |= {"DATABASE_URL": server.url, "LOG_OUTPUT": "none"}
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, check=True)  # noqa: S603  our own program


def strike(server: Postgres, mode: Mode, readers: int, kills: int, seed: int) -> bool:
    """Send an issue under so many kills; whether all came right."""
    # Settings read DATABASE_URL when they are loaded: not before there is a server.
    from crux.faults.letters import rounds  # noqa: PLC0415  as said above

    at = f"host={server.folder} user=postgres dbname=postgres"
    with psycopg.connect(at, autocommit=True) as admin:
        admin.execute(
            f"ALTER SYSTEM SET synchronous_commit = {mode.synchronous_commit}"
        )
        admin.execute("SELECT pg_reload_conf()")
    settings.DELIVERY_GROUP = mode.group
    plan = rounds.KillPlan(readers, kills, seed=seed)
    began = time.monotonic()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        yard = rounds.Yard(plan, folder, stack)
        issue = rounds.frozen_issue(plan)
        senders = yard.senders(issue, plan.senders)
        met = 0
        for kill in range(kills):
            left = readers - yard.arrived
            letters = yard.chance.randint(1, max(1, 2 * left // (kills - kill + 1)))
            yard.wait_for(letters, senders, LONGEST_WAIT_SECONDS)
            met += any(sender.is_alive() for sender in senders)
            server.kill()
            time.sleep(yard.chance.uniform(0.0, 1.5))
            server.start()
        for sender in senders:
            sender.join()
        gave_up = sum(bool(sender.exitcode) for sender in senders)
        aftermath = rounds.conclude(yard, issue, met)
    sys.stdout.write(f"{mode}\n")
    sys.stdout.write(rounds.table(plan, aftermath, time.monotonic() - began))
    sys.stdout.write(f"{'senders that gave up':45} {gave_up}\n\n")
    sys.stdout.flush()
    return aftermath.is_clean and not gave_up


def main(arguments: list[str]) -> int:
    """Exit code 0 where nothing was lost, doubled or unsettled, and no sender left."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readers", type=int, default=5_000)
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    given = parser.parse_args(arguments)
    with postgres() as server:
        prepare(server)
        found = [
            strike(server, mode, given.readers, given.kills, given.seed)
            for mode in MODES
        ]
    return 0 if all(found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
