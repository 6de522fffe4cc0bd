"""The experiment of `crux.faults.brains`, as `make faults` runs it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_whatever_breaks_the_session_ends_with_an_issue_or_a_reason(capfd):
    environment = {**os.environ}
    environment.pop("DATABASE_URL", None)

    done = subprocess.run(
        [sys.executable, "-m", "crux.faults.brains", "--kills", "20"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    with capfd.disabled():
        sys.stdout.write(f"\n{done.stdout}")
    assert done.returncode == 0, done.stderr[-2000:]
