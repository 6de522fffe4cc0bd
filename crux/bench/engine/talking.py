"""A contender's end of the line: run so many sessions when asked, and tell the time.

Knows the standard library alone, for contenders live in environments of their own.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

# Runs so many sessions, all at once or one after another.
Runner: TypeAlias = Callable[[int, bool], None]

ONE_BY_ONE, AT_ONCE = "one-by-one", "at-once"


@contextmanager
def line_out() -> Iterator[Callable[[str], None]]:
    """Say a line on standard output, which nothing else can write to any more."""
    own = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with os.fdopen(own, "w") as out:

        def say(text: str) -> None:
            out.write(text + "\n")
            out.flush()

        yield say


def listen(run: Runner) -> None:
    """Answer each line `N one-by-one` or `N at-once` with its seconds, and the CPU's."""
    with line_out() as say:
        say("ready")
        for line in sys.stdin:
            number, how = line.split()
            began, used = time.perf_counter(), time.process_time()
            run(int(number), how == AT_ONCE)
            took, used = time.perf_counter() - began, time.process_time() - used
            say(f"{took} {used}")
