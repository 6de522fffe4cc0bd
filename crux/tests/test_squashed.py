"""A database that begins by the squashed migrations is as one that took every step."""

import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing

import psycopg
import pytest
from django.conf import settings

from crux.testing import services

pytestmark = pytest.mark.slow
AT_ONCE = """
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0, skip_checks=True)
call_command(
    "dumpdata", "newsletter", "subscribers", "agents", "auth",
    exclude=["subscribers.ledgerhome"], use_natural_foreign_keys=True,
    use_natural_primary_keys=True,
)
"""
STEP_BY_STEP = """
import django
django.setup()
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
executor = MigrationExecutor(connection)
executor.loader = MigrationLoader(connection, replace_migrations=False)
squashed = executor.loader.replacements.values()
assert {one.app_label for one in squashed} == {"newsletter", "subscribers", "agents"}
executor.migrate([one.replaces[-1] for one in squashed])
"""


def migrated(script, database, folder):
    """Runs the script on that database; the rows that are there then, in some order."""
    ended = subprocess.run(
        [sys.executable, "-c", script],
        cwd=settings.BASE_DIR,
        env={**os.environ, "VAR_DIR": str(folder), "DATABASE_URL": database},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not ended.returncode, ended.stderr
    rows = json.loads(ended.stdout)
    for row in rows:
        for value in row["fields"].values():
            if isinstance(value, list):
                value.sort(key=str)
    return sorted(rows, key=str)


def declared(file):
    """What SQLite was told of each table, index and trigger.

    Columns in any order: each way makes other tables anew, which sets some of them last.
    """
    with closing(sqlite3.connect(file)) as database:
        made = database.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    return sorted(
        (what, name, sorted(re.split(r', (?=["C])', sql.partition("(")[2][:-1])))
        if what == "table"
        else (what, name, sql)
        for what, name, sql in made
        if sql
    )


def dumped(url):
    """What PostgreSQL tells of itself, to the last column's place."""
    program = services._postgres_programs() / "pg_dump"
    command = [program, "--schema-only", "--no-owner", f"--dbname={url}"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    # A key of each dump's own.
    return re.sub(r"^\\(un)?restrict .*$", "", told, flags=re.MULTILINE)


def test_sqlite_begins_as_it_would_have_become(tmp_path):
    once, steps = tmp_path / "once.sqlite3", tmp_path / "steps.sqlite3"

    rows = [
        migrated(AT_ONCE, f"sqlite:///{once}", tmp_path),
        migrated(STEP_BY_STEP + AT_ONCE, f"sqlite:///{steps}", tmp_path),
    ]

    assert declared(once) == declared(steps)
    assert rows[0] == rows[1]


def test_postgresql_begins_as_it_would_have_become(tmp_path):
    try:
        server = services.start_postgres()
    except services.ServiceUnavailable as error:
        pytest.skip(str(error))
    with server:
        once, steps = server.url, f"{server.url}_by_steps"
        with psycopg.connect(
            once.replace("postgres:", "postgresql:", 1), autocommit=True
        ) as connection:
            connection.execute("CREATE DATABASE crux_by_steps")

        rows = [
            migrated(AT_ONCE, once, tmp_path),
            migrated(STEP_BY_STEP + AT_ONCE, steps, tmp_path),
        ]

        assert dumped(once) == dumped(steps)
        assert rows[0] == rows[1]
