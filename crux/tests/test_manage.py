"""The last line of a command that the database let down."""

import io
import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection

import manage
from manage import complaint


@pytest.mark.parametrize(
    ("error", "told"),
    [
        ("no such table: newsletter_issue", "Run manage.py migrate first."),
        ("no such column: sent_at", "Run manage.py migrate first."),
        (
            'relation "newsletter_issue" does not exist\nLINE 1: SELECT\n        ^',
            'The database: relation "newsletter_issue" does not exist. Run manage.py',
        ),
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


def run(command, database, folder):
    environment = {
        **os.environ,
        "ENV_FILE": os.devnull,
        "VAR_DIR": str(folder),
        "DATABASE_URL": database,
    }
    return subprocess.run(
        [sys.executable, "manage.py", command],
        cwd=settings.BASE_DIR,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize("command", ["runnewsletter", "mcp"])
def test_a_command_without_its_tables_ends_with_that_line(tmp_path, command):
    ended = run(command, f"sqlite:///{tmp_path / 'empty.sqlite3'}", tmp_path)

    assert ended.returncode == 1
    assert ended.stderr.splitlines()[-1].endswith("Run manage.py migrate first.")
    assert "Traceback" not in ended.stderr


@pytest.mark.django_db(transaction=True)
def test_so_it_does_on_postgresql(tmp_path):
    at = connection.settings_dict
    server = f"postgres://{at['USER']}:{at['PASSWORD']}@{at['HOST']}:{at['PORT']}"
    name = f"without_tables_{os.getpid()}"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
        ended = run("runnewsletter", f"{server}/{name}", tmp_path)
        cursor.execute(f"DROP DATABASE {name}")

    assert ended.returncode == 1
    assert "does not exist. Run manage.py migrate first" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_python_without_what_crux_needs_is_told_which_has_it():
    ended = subprocess.run(
        [sys.executable, "-S", "manage.py", "check"],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert ended.returncode == 1
    assert "has no Django. Run .venv/bin/python manage.py" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.django_db
@pytest.mark.parametrize(
    "command",
    [
        "outlets import nowhere.opml --shared",
        "outlets import nowhere.opml --newsletter nope",
        "interests check nowhere.yaml",
        "evaluate papers",
        "evaluate papers nowhere.json",
        "importsubscribers nowhere.csv --newsletter nope",
        "exportsubscribers --newsletter nope",
        "tagsubscribers vip --newsletter nope",
        "reconcile nowhere.log",
        "restored",
        "takebounces nowhere",
        "readmail",
        "readmail --maildir nowhere",
        "secondfactor --off nobody",
        "recheck --newsletter nope",
        "intake --source nobody",
        "steersession nope pause",
        "replay nope",
        "apikey revoke nope",
    ],
)
def test_what_a_command_cannot_do_as_it_was_told_ends_with_2(command, settings):
    settings.INBOUND_ADDRESS = "ask@crux.example"
    settings.INBOUND_AUTHSERV_ID = "mx.crux.example"

    with pytest.raises(CommandError) as refused:
        call_command(*command.split(), stdout=io.StringIO(), stderr=io.StringIO())

    assert refused.value.returncode == 2


@pytest.mark.parametrize("is_buffered", [True, False])
def test_who_reads_no_further_ends_a_command_without_a_traceback(
    monkeypatch, is_buffered
):
    read, write = os.pipe()
    os.close(read)
    output = open(write, "w")  # noqa: PTH123, SIM115  a file of its own descriptor
    monkeypatch.setattr(sys, "stdout", output)

    def tell(_):
        output.write("a line\n")
        if not is_buffered:
            output.flush()

    monkeypatch.setattr(manage, "execute_from_command_line", tell)

    with pytest.raises(SystemExit) as ended:
        manage.main()

    assert ended.value.code == 141
    output.close()


def test_ctrl_c_ends_a_command_with_a_sentence(monkeypatch, capsys):
    def stop(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(manage, "execute_from_command_line", stop)

    with pytest.raises(SystemExit) as ended:
        manage.main()

    assert ended.value.code == 130
    assert "what was finished stays done" in capsys.readouterr().err
