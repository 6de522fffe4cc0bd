"""The whole of Crux in one terminal, for a laptop."""

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import get_commands
from django.core.management.base import BaseCommand, CommandError

from crux.dev import Crew, Part


def parts(port: int, *, has_broker: bool, has_worker: bool) -> list[Part]:
    """What runs: the site, and who does the steps.

    With a broker those are Celery's worker and beat; without one, the one process of
    `manage.py worker`, which keeps the timetable too.
    """
    manage = (sys.executable, "manage.py")
    celery = (sys.executable, "-m", "celery", "--quiet", "-A", "crux")
    site = Part("site", (*manage, "runserver", str(port)))
    if has_broker:
        schedule = f"--schedule={settings.VAR_DIR / 'beat'}"
        return [
            site,
            Part("worker", (*celery, "worker", "--concurrency=4")),
            Part("beat", (*celery, "beat", schedule, "--pidfile=")),
        ]
    return [site, Part("worker", (*manage, "worker"))] if has_worker else [site]


def models(port: int) -> Part:
    """A platform of models on loopback, whose part rules play: no key is needed."""
    command = (sys.executable, "manage.py", "anthropicserver", "--port", str(port))
    return Part("models", command)


class Command(BaseCommand):
    help = "Run the site, a worker and the timetable together; Ctrl-C ends them all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="default: 8000")
        parser.add_argument(
            "--models",
            type=int,
            metavar="PORT",
            help="also serve models on loopback, and have them think; no key is needed",
        )

    def handle(self, *args: Any, port: int, **options: Any) -> None:
        """Start everything and wait; exit code 1 when a part ends of itself."""
        environment, beside = {"LOG_OUTPUT": "console"}, []
        if options["models"]:
            address = f"http://127.0.0.1:{options['models']}"
            environment |= {
                "ANTHROPIC_BASE_URL": address,
                "CRUX_BRAINS": "messages,local",
            }
            beside.append(models(options["models"]))
        settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
        self.stdout.write(
            f"Crux at http://localhost:{port}, its desk at /admin/ (Ctrl-C ends it)"
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
        usual = parts(
            port,
            has_broker=bool(settings.REDIS_URL),
            has_worker="worker" in get_commands(),
        )
        crew = Crew(
            [*beside, *usual],
            self._write,
            is_coloured=self.stdout.isatty() and "NO_COLOR" not in os.environ,
            environment=environment,
        )
        if crew.run():
            raise CommandError("A part of Crux ended; its last lines above say why.")

    def _write(self, text: str) -> None:
        self.stdout.write(text, ending="")
        self.stdout.flush()
