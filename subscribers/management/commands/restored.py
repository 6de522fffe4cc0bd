"""`manage.py restored LOG …`: after a restore from a dump, before anything may be sent.

Give it the mail server's logs since the dump. What they say was taken is not sent again;
what they prove was not taken is sent; the rest is held for a person, as with --hold all
that the dump says was not sent.
"""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from newsletter.management.examples import Taught
from newsletter.management.usage import usage
from subscribers.delivery import restoring
from subscribers.delivery.reconcile import Record
from subscribers.management.commands.reconcile import record_of


class Command(Taught):
    help = __doc__
    examples = (
        ("/var/log/mail.log.1 /var/log/mail.log", "with the logs since the dump"),
        ("--hold", "without one: all of it waits for you"),
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "logs", nargs="*", type=Path, metavar="LOG", help="the mail server's log"
        )
        parser.add_argument("--hold", action="store_true", help="there is no log")

    def handle(self, *args: Any, **options: Any) -> None:
        logs, now = options["logs"], timezone.now()
        if bool(logs) == options["hold"]:
            raise usage("Give the mail server's logs since the dump, or --hold.")
        done = restoring.settle(record_of(logs, now) if logs else Record(), now)
        self.stdout.write(
            f"{done.accepted} had left, {done.queued} are sent, {done.held} are held:"
            " see Dispatches in the admin. Each newsletter's next issue waits there,"
            " too, until you press “Go on”."
        )
