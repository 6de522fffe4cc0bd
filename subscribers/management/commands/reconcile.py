"""`manage.py reconcile LOG …`: settle uncertain deliveries by the mail server's log.

What the log holds was accepted. What it lacks is sent again, where the log is known to
be whole: --whole-until says up to when (default: its last change). The rest is held.
"""

from datetime import UTC, datetime
from fileinput import FileInput
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from newsletter.models import Issue
from subscribers.delivery.reconcile import read_log, reconcile
from subscribers.models import Delivery


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("logs", nargs="+", type=Path, metavar="LOG")
        parser.add_argument("--whole-until", metavar="TIME", help="2025-08-07T09:00Z")

    def handle(self, *args: Any, **options: Any) -> None:
        logs: list[Path] = options["logs"]
        missing = [str(log) for log in logs if not log.is_file()]
        if missing:
            raise CommandError(f"No log at {', '.join(missing)}.")
        whole_until = _time(options["whole_until"]) or max(
            datetime.fromtimestamp(log.stat().st_mtime, UTC) for log in logs
        )
        with FileInput(logs, encoding="utf-8", errors="replace") as lines:
            record = read_log(lines)
        uncertain = Delivery.objects.filter(state=Delivery.State.UNCERTAIN)
        issues = Issue.objects.filter(pk__in=uncertain.values("issue")).distinct()
        for issue in issues:
            done = reconcile(issue, record, whole_until=whole_until, now=timezone.now())
            self.stdout.write(
                f"issue {issue.pk}: {done.accepted} were accepted, {done.requeued} are"
                f" sent again, {done.held} are held"
            )
        if not issues:
            self.stdout.write("Nothing is uncertain.")


def _time(text: str | None) -> datetime | None:
    if not text:
        return None
    at = parse_datetime(text)
    if at is None or at.tzinfo is None:
        raise CommandError(f"{text!r} is no time with a zone; write 2025-08-07T09:00Z.")
    return at
