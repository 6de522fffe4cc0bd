"""The last line of a command that the database let down."""

import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.db import OperationalError

from manage import complaint


@pytest.mark.parametrize(
    ("error", "told"),
    [
        ("no such table: newsletter_issue", "Run manage.py migrate first."),
        ("unable to open database file", "May this account write"),
        ("database or disk is full", "Make room on the disk"),
        ("connection to server\n failed: refused", "server failed: refused. See"),
    ],
)
def test_what_is_wrong_with_the_database_is_one_line(error, told):
    line = complaint(OperationalError(error))

    assert line.startswith("The database: ")
    assert told in line
    assert "\n" not in line


def test_a_command_without_its_tables_ends_with_that_line(tmp_path):
    environment = {
        **os.environ,
        "ENV_FILE": os.devnull,
        "VAR_DIR": str(tmp_path),
        "DATABASE_URL": f"sqlite:///{tmp_path / 'empty.sqlite3'}",
    }

    ended = subprocess.run(
        [sys.executable, "manage.py", "runnewsletter"],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert ended.returncode == 1
    assert ended.stderr.splitlines()[-1].endswith("Run manage.py migrate first.")
    assert "Traceback" not in ended.stderr
