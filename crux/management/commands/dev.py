"""Process manager for a laptop: the site, live events, a worker and the timetable."""

import os
import shlex
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TextIO

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import get_commands
from django.core.management.base import CommandError
from honcho.manager import SIGNALS, Manager
from honcho.printer import Message, Printer

from newsletter.management.examples import Taught

# How honcho's loop ends where a person stopped it.
STOPPED = frozenset(known["rc"] for known in SIGNALS.values())
# What Celery's workers tell each other all the time, and nobody here listens to.
UNHEARD = ("--without-heartbeat", "--without-gossip", "--without-mingle")


@dataclass(frozen=True, slots=True)
class Part:
    """One program: the name before its lines, and its command."""

    name: str
    command: Sequence[str]


def parts(port: int, *, has_broker: bool, has_worker: bool) -> list[Part]:
    """What runs: the site, the live door beside it, and who does the steps.

    With a broker those are Celery's worker and our clock; without one, the one process
    of `manage.py worker`, which keeps the timetable too.
    """
    manage = (sys.executable, "manage.py")
    celery = (sys.executable, "-m", "celery", "--quiet", "-A", "crux")
    doors = [
        Part("site", (*manage, "runserver", str(port))),
        Part("live", (*manage, "live", "--host", "127.0.0.1")),
    ]
    if has_broker:
        return [
            *doors,
            Part("worker", (*celery, "worker", "--concurrency=4", *UNHEARD)),
            Part("clock", (*manage, "clock")),
        ]
    return [*doors, Part("worker", (*manage, "worker"))] if has_worker else doors


def models(port: int) -> Part:
    """A platform of models on loopback, whose part rules play: no key is needed."""
    command = (sys.executable, "manage.py", "anthropicserver", "--port", str(port))
    return Part("models", command)


class Lines(Printer):  # type: ignore[misc]  # honcho has no types
    """Lines on a terminal, of which a signal may come in the midst of another.

    honcho tells of it from its handler; Python allows no line within a line, and what is
    lost there is only that one.
    """

    def write(self, message: Message) -> None:
        with suppress(RuntimeError):
            super().write(message)


def run(parts: Sequence[Part], environment: Mapping[str, str], output: TextIO) -> bool:
    """Run `parts` side by side until one ends or a person says stop: True for that."""
    is_coloured = "NO_COLOR" not in os.environ
    manager = Manager(Lines(output, colour=is_coloured))
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", **environment}
    for part in parts:
        manager.add_process(part.name, shlex.join(part.command), env=environment)
    # honcho knows nothing of a terminal that is closed, and would leave the parts.
    signal.signal(signal.SIGHUP, lambda *_: os.kill(os.getpid(), signal.SIGTERM))
    manager.loop()
    return manager.returncode in STOPPED


class Command(Taught):
    help = "Run the site, a worker and the timetable together; Ctrl-C ends them all."
    examples = (
        ("", "all of it, at http://localhost:8000"),
        (
            "--port 8080 --models 8700",
            "on another port, and with models that need no key",
        ),
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--port", type=int, default=settings.PORT, help="default: PORT, else 8000"
        )
        parser.add_argument(
            "--models",
            type=int,
            metavar="PORT",
            help="also serve models on loopback, and have them think; no key is needed",
        )

    def handle(self, *args: Any, port: int, **options: Any) -> None:
        """Start everything and wait; exit code 1 when a part ends of itself."""
        live = settings.LIVE_PORT if port == settings.PORT else port + 1
        environment = {
            "LOG_OUTPUT": "console",
            "PORT": str(port),
            "LIVE_PORT": str(live),
        }
        beside = []
        if options["models"]:
            address = f"http://127.0.0.1:{options['models']}"
            environment |= {
                "ANTHROPIC_BASE_URL": address,
                "CRUX_BRAINS": "messages,local",
            }
            beside.append(models(options["models"]))
        settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
        self.stdout.write(
            f"Crux at http://localhost:{port}, its desk at /admin/ (Ctrl-C ends it); "
            f"live events and MCP at port {live}"
        )
        self.stdout.write(
            "Steps are done by Celery, as REDIS_URL says.\n"
            if settings.REDIS_URL
            else "Steps are done by one worker without a broker; REDIS_URL would set "
            "Celery to it.\n"
        )
        if not get_user_model().objects.filter(is_staff=True).exists():
            self.stdout.write(
                "Nobody can open the desk yet: manage.py createsuperuser\n"
            )
        self.stdout.flush()
        usual = parts(
            port,
            has_broker=bool(settings.REDIS_URL),
            has_worker="worker" in get_commands(),
        )
        if not run([*beside, *usual], environment, sys.stdout):
            raise CommandError("A part of Crux ended; its last lines above say why.")
