"""Where contenders keep their things: databases, two kinds of Redis, the rivals' venv."""

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote, urlencode

from django.db import connection

from crux.bench.engine.contenders import ROOT, begin
from crux.bench.measuring import wait_for_port
from crux.testing.ports import free_port

RIVALS = (
    "dbos==3.4.0",
    "langgraph==1.2.22",
    "langgraph-checkpoint-postgres==3.2.0",
    "langgraph-checkpoint-sqlite==3.1.2",
    "psycopg[binary]==3.3.9",
)
VENV = ROOT / "var" / "bench" / "venv"


def rivals_python() -> str | None:
    """A Python with the rivals, made at need; None where they cannot be had."""
    python, stamp = VENV / "bin" / "python", VENV / "rivals"
    if stamp.exists() and stamp.read_text() == "\n".join(RIVALS):
        return str(python)
    pip = [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    make = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    for command in (make, [*pip, *RIVALS]):
        if subprocess.run(command, capture_output=True, check=False).returncode:  # noqa: S603  pip
            return None
    stamp.write_text("\n".join(RIVALS))
    return str(python)


def database_for(rival: str) -> str:
    """A new, empty database beside ours, as a libpq address."""
    name = f"bench_{rival}"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        cursor.execute(f"CREATE DATABASE {name}")
    known = connection.settings_dict
    user = ":".join(
        quote(str(known[key])) for key in ("USER", "PASSWORD") if known[key]
    )
    where = {"host": known["HOST"] or "127.0.0.1"}
    if known["PORT"]:
        where["port"] = str(known["PORT"])
    return f"postgresql://{user}@/{name}?{urlencode(where)}"


def drop_database_for(rival: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS bench_{rival} WITH (FORCE)")


def redis(
    program: str, directory: Path, *, is_durable: bool
) -> tuple[str, "subprocess.Popen[bytes]"]:
    """An empty Redis and its address; a durable one syncs its file before it answers."""
    home = directory / ("durable" if is_durable else "forgetful")
    home.mkdir()
    port = free_port()
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--dir", str(home)]
    command += ["--save", "", "--appendonly", "yes" if is_durable else "no"]
    command += ["--appendfsync", "always"]
    process = begin(command, os.environ, home / "log")
    wait_for_port(port)
    return f"redis://127.0.0.1:{port}/0", process
