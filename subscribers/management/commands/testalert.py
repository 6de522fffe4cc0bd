"""Sends a test alert by every way there is, and says what came of each."""

from typing import Any

from django.core.management.base import CommandError

from newsletter.management.examples import Taught
from subscribers import alerts

NOBODY = "Nobody would be told: set OPERATOR_EMAILS, OPERATOR_WEBHOOK or ALERT_WEBHOOK."


class Command(Taught):
    help = (
        "Send a test alert by letter and by webhook, as far as each is set; the exit "
        "code is 1 where one did not arrive."
    )
    examples = (("", "by letter and by webhook, as far as each is set"),)

    def handle(self, **_: Any) -> None:
        faults = alerts.try_out("manage.py testalert")
        if not faults:
            raise CommandError(NOBODY)
        for way, fault in faults.items():
            self.stdout.write(f"{way}: {fault or 'sent'}")
        if any(faults.values()):
            raise CommandError("Not every way works; the log says more.")
