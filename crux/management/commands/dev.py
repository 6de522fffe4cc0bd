"""The whole of Crux in one terminal, for a laptop."""

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
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


class Command(BaseCommand):
    help = "Run the site, a worker and the timetable together; Ctrl-C ends them all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="default: 8000")

    def handle(self, *args: Any, port: int, **options: Any) -> None:
        """Start everything and wait; exit code 1 when a part ends of itself."""
        settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
        self.stdout.write(f"Crux at http://localhost:{port} (Ctrl-C ends it)")
        crew = Crew(
            parts(
                port,
                has_broker=bool(settings.REDIS_URL),
                has_worker="worker" in get_commands(),
            ),
            self._write,
            is_coloured=self.stdout.isatty() and "NO_COLOR" not in os.environ,
            environment={"LOG_OUTPUT": "console"},
        )
        if crew.run():
            raise CommandError("A part of Crux ended; its last lines above say why.")

    def _write(self, text: str) -> None:
        self.stdout.write(text, ending="")
        self.stdout.flush()
