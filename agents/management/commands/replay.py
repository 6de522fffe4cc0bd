"""Plays a session again from what is on record, and says where it would differ."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from agents.engine.sessions import of_issues
from agents.models import Session
from agents.runs.replay import replay
from agents.workflows.table import UnknownWorkflow


class Command(BaseCommand):
    help = (
        "Play a session again offline: its tools answer from the ledger, its log is "
        "folded anew, and its page is rendered anew. Exit code 0: everything came out "
        "the same; 1: something did not; 2: there is no such session."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "session", nargs="?", help="its name; without one the newest"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        found = of_issues()
        if options["session"]:
            found = Session.objects.filter(name=options["session"])
        session = found.select_related("newsletter").order_by("-pk").first()
        if session is None:
            raise CommandError(
                f"No session {options['session'] or 'yet'!r}.", returncode=2
            )
        self.stdout.write(f"{session.name}")
        differences = 0
        try:
            for finding in replay(session):
                differences += bool(finding.difference)
                came = finding.difference or "the same"
                self.stdout.write(f"  {finding.what:<22} {finding.how:<52} {came}")
        except UnknownWorkflow as error:
            raise CommandError(
                f"Session {session.name!r} cannot be replayed here: {error}",
                returncode=2,
            ) from error
        if differences:
            raise CommandError(f"{differences} parts came out otherwise.", returncode=1)
