"""Checks that the logs of sessions are as they were written."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from agents.engine import log
from agents.management.which_session import named
from agents.models import Session
from newsletter.management.examples import Taught


class Command(Taught):
    help = (
        "Compute every log's chain of hashes again. Compare a head with the one in the "
        "session's summary: a log cut short at its end has a sound chain, but another "
        "head."
    )
    examples = (
        ("", "every session's log"),
        ("newsletter_20261105_090000_1a2b3c4d", "that one's alone"),
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "sessions", nargs="*", metavar="ID", help="empty: all of them"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        meant = [named(name) for name in dict.fromkeys(options["sessions"])]
        broken = 0
        for session in meant or Session.objects.order_by("pk").iterator():
            breach = log.breach(session)
            broken += bool(breach)
            found = (
                f"BROKEN: {breach}" if breach else f"sound, head {session.head_hash}"
            )
            self.stdout.write(f"{session.name}: {session.last_seq} lines, {found}")
        if broken:
            raise CommandError(f"{broken} logs are not as they were written.")
