"""Asks outlets what is new, keeps it and finds out about it: once, or again and again."""

import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db.models import Min
from django.utils import timezone

from newsletter.intake import polling
from newsletter.intake.enrichment import working
from newsletter.intake.enrichment.finding import Failed
from newsletter.intake.enrichment.ledger import Ended
from newsletter.management.examples import Taught
from newsletter.models import Newsletter, Outlet, OutletHealth
from newsletter.text.similarity import with_nearest

_LOOK_AGAIN_SECONDS = 15.0
_WHO_ASKS = (
    "its outlets, and whether it takes shared ones, stand on its form at the desk."
)
_OFF = "INTAKE is off: nothing is held, and research asks outlets for itself."
_NO_NEWSLETTER = (
    "No newsletter is active, so no story would be anybody's. "
    "Make one at the desk, under Newsletters."
)


class Command(Taught):
    help = (
        "Ask outlets what is new, and find out about each story what research wants to "
        "know: score, text, two sentences, tags and picture. The worker and the clock do "
        "so by themselves, each outlet at its own pace; this is the way by hand."
    )
    examples = (
        ("--once", "those that are due, and what is to be found out"),
        ("--once --source 'Simon Willison'", "that outlet alone, due or not"),
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
        if not settings.INTAKE:
            raise CommandError(_OFF, returncode=2)
        if not Newsletter.objects.filter(is_active=True).exists():
            raise CommandError(_NO_NEWSLETTER, returncode=2)
        if name := options["source"]:
            self._tell([polling.poll_now(_named(name), timezone.now())])
            self._enrich()
            return
        if not Outlet.objects.asked().exists():
            raise CommandError(
                f"No newsletter asks any outlet; {_WHO_ASKS}", returncode=2
            )
        is_first = True
        while True:
            due = polling.poll_some(timezone.now())
            self._tell(due)
            is_idle = not self._enrich() and not due
            if is_idle and is_first:
                self.stdout.write(_nothing_due())
            if is_idle and options["once"]:
                return
            if is_idle:
                time.sleep(_LOOK_AGAIN_SECONDS)
            is_first = False

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

    def _tell(self, polled: Sequence[polling.Polled]) -> None:
        if fault := polling.common_fault(polled):
            again = _at(min(one.next_at for one in polled))
            told = f"None of {len(polled)} outlets answered: {fault}; {again}"
            self.stdout.write(told)
            return
        for one in polled:
            stories = "story" if one.found == 1 else "stories"
            what = one.fault or f"{one.found} {stories}, {one.new} new"
            self.stdout.write(f"{one.outlet.name}: {what}; {_at(one.next_at)}")


def _at(moment: datetime) -> str:
    return f"asked again {moment:%-d %b, %H:%M} UTC"


def _named(name: str) -> Outlet:
    if outlet := Outlet.objects.asked().filter(name=name).first():
        return outlet
    known = list(Outlet.objects.values_list("name", flat=True))
    if name in known:
        raise CommandError(f"No newsletter asks {name}; {_WHO_ASKS}", returncode=2)
    told = with_nearest(name, known) if known else f"{name}; there is none at all"
    raise CommandError(f"No outlet {told}. The desk lists them.", returncode=2)


def _nothing_due() -> str:
    turns = OutletHealth.objects.filter(outlet__in=Outlet.objects.asked())
    first = turns.aggregate(at=Min("next_at"))["at"]
    then = (
        f"the next outlet is {_at(first)}" if first else "all outlets are switched off"
    )
    return f"Nothing is due; {then}. With --source one is asked at once."


def _in_words(counted: Counter[str]) -> str:
    """How many results there are of each step."""
    return "Found out: " + ", ".join(f"{step} {n}" for step, n in counted.items())
