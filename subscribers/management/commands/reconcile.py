"""`manage.py reconcile LOG …`: settle uncertain deliveries by the mail server's log.

Of Postfix, Exim, OpenSMTPD or Sendmail, gzipped ones too. What the log says was taken
was accepted. What it does not name is sent again, where the log proves that it is whole
from before the letter began until a quarter of an hour after. The rest is held.
"""

from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from newsletter.management.examples import Taught
from newsletter.management.usage import usage
from newsletter.models import Issue
from subscribers.delivery.mail_logs import UnknownLog
from subscribers.delivery.reconcile import Record, read_logs, reconcile
from subscribers.models import Delivery

NOT_PROVEN = (
    "The logs prove no absence: none of them holds a letter of which the ledger knows"
    " that it was accepted, so nobody can tell whose logs they are and in which zone."
)


class Command(Taught):
    help = __doc__
    examples = (
        (
            "/var/log/mail.log.1 /var/log/mail.log",
            "what these logs say of uncertain letters",
        ),
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "logs", nargs="+", type=Path, metavar="LOG", help="the mail server's log"
        )
        parser.add_argument(
            "--whole-until",
            metavar="TIME",
            help="believe no absence after that, as 2025-08-07T09:00Z",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        record = record_of(options["logs"], now, _time(options["whole_until"]))
        uncertain = Delivery.objects.filter(state=Delivery.State.UNCERTAIN)
        issues = Issue.objects.filter(pk__in=uncertain.values("issue")).distinct()
        for issue in issues:
            done = reconcile(issue, record, now=now)
            self.stdout.write(
                f"issue {issue.pk}: {done.accepted} were accepted, {done.requeued} are"
                f" sent again, {done.held} are held"
            )
        if not issues:
            self.stdout.write("Nothing is uncertain.")
        elif not record.whole:
            self.stdout.write(NOT_PROVEN)


def record_of(
    logs: list[Path], now: datetime, whole_until: datetime | None = None
) -> Record:
    """What the logs say; raises CommandError where one cannot be believed."""
    missing = [str(log) for log in logs if not log.is_file()]
    if missing:
        raise usage(f"No log at {', '.join(missing)}.")
    try:
        return read_logs(logs, now, whole_until=whole_until)
    except UnknownLog as error:
        raise usage(f"Nothing is settled by {error}") from error


def _time(text: str | None) -> datetime | None:
    if not text:
        return None
    at = parse_datetime(text)
    if at is None or at.tzinfo is None:
        raise usage(f"{text!r} is no time with a zone; write 2025-08-07T09:00Z.")
    return at
