"""Asks outlets what is new, and keeps it: once, or again and again."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from newsletter.intake import polling
from newsletter.models import Outlet

_LOOK_AGAIN_SECONDS = 15.0


class Command(BaseCommand):
    help = (
        "Ask outlets what is new, and keep it for research. The worker and the clock do "
        "so by themselves, each outlet at its own pace; this is the way by hand. "
        "Example: manage.py intake --once --source 'Simon Willison'"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--source",
            metavar="NAME",
            help="this outlet alone, whether it is due or not",
        )
        parser.add_argument(
            "--once",
            action="store_true",
            help="ask those that are due, and end; without it, go on until Ctrl-C",
        )

    def handle(self, **options: Any) -> None:
        if name := options["source"]:
            self._tell(polling.poll_now(_named(name), timezone.now()))
            return
        while True:
            due = polling.poll_due(timezone.now())
            for polled in due:
                self._tell(polled)
            if due:
                continue
            if options["once"]:
                return
            time.sleep(_LOOK_AGAIN_SECONDS)

    def _tell(self, polled: polling.Polled) -> None:
        stories = "story" if polled.found == 1 else "stories"
        what = polled.fault or f"{polled.found} {stories}, {polled.new} new"
        self.stdout.write(f"{polled.outlet.name}: {what}")


def _named(name: str) -> Outlet:
    if outlet := Outlet.objects.filter(name=name).first():
        return outlet
    raise CommandError(f"No outlet {name!r}; the desk lists them.", returncode=2)
