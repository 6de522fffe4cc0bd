"""Who contends: Crux in its ways, and its rivals, each with what it stands on."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from agents.workers import threads
from crux.bench.engine import servers
from crux.bench.engine.contenders import ROOT, Contender, begin, stop
from crux.bench.engine.tables import say
from crux.testing import redis_server

POSTGRES, SQLITE, REDIS = "PostgreSQL", "SQLite", "Redis"
# Celery's children, as the Procfile has it; the crew has as many threads.
CHILDREN = "4"
# What an operator with many empty steps would set.
MANY_THREADS = 16
# As in production, and quiet.
QUIET = {
    "DEBUG": "False",
    "SECRET_KEY": "for-a-bench",
    "LOG_OUTPUT": "none",
    "ENV_FILE": os.devnull,
    "CRUX_BRAINS": "scripted",
    "DJANGO_SETTINGS_MODULE": "crux.settings",
}


@dataclass(slots=True)
class Field:
    """All that runs while a bench lasts; `stack` ends it."""

    directory: Path
    stack: ExitStack
    is_short: bool
    contenders: list[Contender] = field(default_factory=list)
    worker: subprocess.Popen[bytes] | None = None
    redis_url: str = ""

    @property
    def on_postgres(self) -> dict[str, str]:
        """How Crux is set up on the database that is there."""
        return {**QUIET, "VAR_DIR": str(self.directory), "REDIS_URL": ""}

    @property
    def on_sqlite(self) -> dict[str, str]:
        file = self.directory / "crux.sqlite3"
        return {**self.on_postgres, "DATABASE_URL": f"sqlite:///{file}"}

    @property
    def with_redis(self) -> dict[str, str]:
        return {**self.on_postgres, "REDIS_URL": self.redis_url}

    def prepare(self) -> None:
        """Find out who can take part here, and begin what they need."""
        migrate = ["manage.py", "migrate", "--skip-checks", "--verbosity", "0"]
        environment = {**os.environ, **self.on_sqlite}
        subprocess.run(  # noqa: S603  our own program
            [sys.executable, *migrate], cwd=ROOT, env=environment, check=True
        )
        self.contenders += self._crews()
        if program := redis_server.program():
            self.contenders += self._with_celery(program)
        else:
            say("No redis-server is here, hence nothing with Celery.")
        if python := servers.rivals_python():
            self.contenders += self._rivals(python)
        else:
            say("DBOS and LangGraph cannot be installed here: Crux and Celery alone.")

    def _crews(self) -> Iterator[Contender]:
        module, sizes = "crux.bench.engine.on_crew", [threads.THREADS]
        if not self.is_short:
            sizes.append(MANY_THREADS)
        for size in sizes:
            name = f"Crux, {size} threads"
            stores = ((POSTGRES, self.on_postgres), (SQLITE, self.on_sqlite))
            for store, environment in stores:
                yield Contender(
                    name, store, module, (str(size),), environment=environment
                )

    def _with_celery(self, program: str) -> Iterator[Contender]:
        self.redis_url = self._redis(program, is_durable=False)
        include = ["--include", "crux.bench.engine.acting"]
        self.worker = self._worker("crux", include, self.with_redis)
        yield Contender(
            "Crux, Celery prefork",
            POSTGRES,
            "crux.bench.engine.on_canvas",
            environment=self.with_redis,
            is_one_process=False,
        )
        naive = "crux.bench.engine.rivals.on_celery"
        environment = {"NAIVE_REDIS": self._redis(program, is_durable=True)}
        self._worker(naive, [], environment)
        yield Contender(
            "Celery canvas, naive",
            REDIS,
            naive,
            environment=environment,
            is_one_process=False,
        )

    def _rivals(self, python: str) -> Iterator[Contender]:
        for name, module in (("DBOS", "on_dbos"), ("LangGraph", "on_langgraph")):
            url = servers.database_for(name.lower())
            self.stack.callback(servers.drop_database_for, name.lower())
            file = str(self.directory / f"{module}.sqlite3")
            if name == "DBOS":
                url = url.replace("postgresql:", "postgresql+psycopg:")
                file = f"sqlite:///{file}"
            where = f"crux.bench.engine.rivals.{module}"
            yield Contender(name, POSTGRES, where, (url,), python)
            yield Contender(name, SQLITE, where, (file,), python)

    def _redis(self, program: str, *, is_durable: bool) -> str:
        url, process = servers.redis(program, self.directory, is_durable=is_durable)
        self.stack.callback(stop, process)
        return url

    def _worker(
        self, app: str, options: Sequence[str], environment: Mapping[str, str]
    ) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "celery", "-A", app, "worker", "-c", CHILDREN]
        command += ["-l", "WARNING", *options]
        log = self.directory / f"{app}.worker.log"
        process = begin(command, environment, log)
        self.stack.callback(stop, process)
        return process
