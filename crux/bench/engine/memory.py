"""How much memory idle workers hold, from what Linux tells about processes."""

import sys
import time
from collections.abc import Mapping
from pathlib import Path

from crux.bench.engine.contenders import begin, stop

# It has begun and rests once it has asked for no memory for so long.
STEADY_SECONDS = 5.0
LONGEST_SECONDS = 90.0


def megabytes(pid: int) -> float | None:
    """What a process holds, all of it; None where the system does not tell."""
    return _told(Path(f"/proc/{pid}/status"), "VmRSS:")


def own_megabytes(pid: int) -> float | None:
    """What a process holds, with its part of each page that others hold too.

    Forked children share what their parent loaded; their resident sizes would count
    that once for each (Linux, proc_pid_smaps(5): Pss).
    """
    return _told(Path(f"/proc/{pid}/smaps_rollup"), "Pss:")


def _told(file: Path, name: str) -> float | None:
    if not file.exists():
        return None
    (line,) = (one for one in file.read_text().splitlines() if one.startswith(name))
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
