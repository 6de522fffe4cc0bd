"""A process that asks in words for what two agents do, and dies before one of its writes.

    python -m crux.faults.doors.asking 12 FILE

Its twelfth INSERT or UPDATE is not made. Each agent that has done its part leaves a line
in the file: what would be paid, would be paid then. Exit code 0 where it came to its end.
"""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import django

if __name__ == "__main__":
    django.setup()

from django.db.backends.signals import connection_created

from agents.assistants import table
from agents.orchestrator.requests import request
from agents.workers.threads import drive

TEXT = (
    "Under which licence did Example Lab release Parser 2.0? "
    "Then write a post for X about it."
)
_WRITES = ("INSERT", "UPDATE", "DELETE")


class Mortal:
    """Lets so many writes through, and kills its process at the next."""

    def __init__(self, lives: int) -> None:
        self.left = lives

    def __call__(
        self, execute: Callable[..., Any], sql: str, *rest: Any, **more: Any
    ) -> Any:
        if sql.lstrip().startswith(_WRITES):
            self.left -= 1
            if not self.left:
                os.kill(os.getpid(), signal.SIGKILL)
        return execute(sql, *rest, **more)


def ask(name: str, paid: Path) -> None:
    """Ask, or go on with what was asked under this name before."""
    acts = dict(table.ASSISTANTS)

    def paying(agent: str) -> Callable[..., Any]:
        def act(task: Any, given: Any) -> Any:
            done = acts[agent](task, given)
            with paid.open("a") as lines:
                lines.write(f"{agent}\n")
            return done

        return act

    vars(table)["ASSISTANTS"].update({agent: paying(agent) for agent in acts})
    try:
        request(TEXT, user="someone", drive=drive, once=name)
    finally:
        vars(table)["ASSISTANTS"].update(acts)


def main(lives: int, paid: Path) -> None:
    """Ask, and die at that write in whichever thread makes it."""
    mortal = Mortal(lives)

    def kill_in(connection: Any, **_: Any) -> None:
        connection.execute_wrappers.append(mortal)

    connection_created.connect(kill_in, weak=False)
    ask(paid.name, paid)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
