"""Plays a session again from what is on record, and says where it would differ."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from agents.engine.sessions import of_issues
from agents.management.which_session import named
from agents.runs.replay import replay
from agents.workflows.table import UnknownWorkflow
from newsletter.management.examples import Taught
from newsletter.management.usage import usage


class Command(Taught):
    help = (
        "Play a session again offline: its tools answer from the ledger, its log is "
        "folded anew, and its page is rendered anew. Exit code 0: everything came out "
        "the same; 1: something did not; 2: there is no such session."
    )
    examples = (
        ("", "the newest session"),
        ("newsletter_20261105_090000_1a2b3c4d", "that one"),
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "session", nargs="?", help="its name; without one the newest"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["session"]
        session = named(name) if name else of_issues().order_by("-pk").first()
        if session is None:
            raise usage("No session yet; begin one with: manage.py runnewsletter")
        self.stdout.write(f"{session.name}")
        differences = 0
        try:
            for finding in replay(session):
                differences += bool(finding.difference)
                came = finding.difference or "the same"
                self.stdout.write(f"  {finding.what:<22} {finding.how:<52} {came}")
        except UnknownWorkflow as error:
            raise usage(
                f"Session {session.name!r} cannot be replayed here: {error}"
            ) from error
        if differences:
            raise CommandError(f"{differences} parts came out otherwise.", returncode=1)
