"""How much memory idle workers hold, from what Linux tells about processes."""

import sys
import time
from collections.abc import Mapping
from pathlib import Path

from agents.bench.contenders import begin, stop

# It has begun and rests once it has asked for no memory for so long.
STEADY_SECONDS = 5.0
LONGEST_SECONDS = 90.0


def megabytes(pid: int) -> float | None:
    """What a process holds; None where the system does not tell."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return None
    (line,) = (one for one in status.read_text().splitlines() if "VmRSS" in one)
    return int(line.split()[1]) / 1024


def children(pid: int) -> list[int]:
    """The processes that a process has begun."""
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return (
        [int(child) for child in listed.read_text().split()] if listed.exists() else []
    )


def of_own_worker(environment: Mapping[str, str], log: Path) -> float | None:
    """What `manage.py worker` holds while there is nothing to do."""
    worker = begin([sys.executable, "manage.py", "worker"], environment, log)
    try:
        return _steady(worker.pid)
    finally:
        stop(worker)


def _steady(pid: int) -> float | None:
    """What a process holds when that has ceased to grow."""
    end = time.monotonic() + LONGEST_SECONDS
    held = megabytes(pid)
    while held is not None and time.monotonic() < end:
        time.sleep(STEADY_SECONDS)
        before, held = held, megabytes(pid)
        if held is not None and held <= before + 0.5:
            break
    return held
