"""Asks outlets what is new, keeps it and finds out about it: once, or again and again."""

import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from newsletter.intake import polling
from newsletter.intake.enrichment import working
from newsletter.intake.enrichment.finding import Failed
from newsletter.intake.enrichment.ledger import Ended
from newsletter.models import Outlet
from newsletter.text.similarity import with_nearest

_LOOK_AGAIN_SECONDS = 15.0


class Command(BaseCommand):
    help = (
        "Ask outlets what is new, and find out about each story what research wants to "
        "know: score, text, two sentences, tags and picture. The worker and the clock do "
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
            self._enrich()
            return
        while True:
            due = polling.poll_due(timezone.now())
            for polled in due:
                self._tell(polled)
            is_idle = not self._enrich() and not due
            if is_idle and options["once"]:
                return
            if is_idle:
                time.sleep(_LOOK_AGAIN_SECONDS)

    def _enrich(self) -> bool:
        """Find out what can be found out now; False where there is nothing to do."""
        counted: Counter[str] = Counter()

        def tell(ended: Sequence[Ended]) -> None:
            for one in ended:
                failed = isinstance(one.finding, Failed)
                counted[f"{one.lease.step} failed" if failed else one.lease.step] += 1
                if isinstance(one.finding, Failed):
                    what = f"{one.lease.step}: {one.finding.reason}"
                    self.stdout.write(f"{one.lease.story.title}: {what}")
            if self.stdout.isatty():
                self.stdout.write(_in_words(counted), ending="\r")

        working.work_off(tell=tell)
        if counted:
            self.stdout.write(_in_words(counted))
        return bool(counted)

    def _tell(self, polled: polling.Polled) -> None:
        stories = "story" if polled.found == 1 else "stories"
        what = polled.fault or f"{polled.found} {stories}, {polled.new} new"
        again = f"asked again {polled.next_at:%-d %b, %H:%M} UTC"
        self.stdout.write(f"{polled.outlet.name}: {what}; {again}")


def _named(name: str) -> Outlet:
    if outlet := Outlet.objects.filter(name=name).first():
        return outlet
    known = list(Outlet.objects.values_list("name", flat=True))
    told = with_nearest(name, known) if known else f"{name}; there is none at all"
    raise CommandError(f"No outlet {told}. The desk lists them.", returncode=2)


def _in_words(counted: Counter[str]) -> str:
    """How many results there are of each step."""
    return "Found out: " + ", ".join(f"{step} {n}" for step, n in counted.items())
