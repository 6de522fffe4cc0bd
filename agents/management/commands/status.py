"""How far a session is, from a terminal or for a program."""

import json
from typing import Any

from django.core.management.base import CommandParser

from agents.engine import log
from agents.engine.sessions import of_issues
from agents.management.what_next import what_next
from agents.models import Session
from agents.workflows.status import NEW, WorkflowStatus
from agents.workflows.table import UnknownWorkflow
from newsletter.management.examples import Taught
from newsletter.management.usage import usage


class Command(Taught):
    help = (
        "Say how far a session is, step by step; without a name, the newest one. "
        "A name that no session has is a new session's."
    )
    examples = (
        ("", "the newest session"),
        ("newsletter_20261105_090000_1a2b3c4d --json", "that one, for a program"),
    )

    besides = (
        "A step is not_started, waiting, running, complete, or error where it ended the "
        "session."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "session", nargs="?", metavar="SESSION", help="its name; else the newest"
        )
        parser.add_argument(
            "--json", action="store_true", help="for a program to read, on one line"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        found = of_issues()
        if name := options["session"]:
            found = Session.objects.filter(name=name)
        session = found.order_by("-created_at", "-id").first()
        status = _status(session) if session else NEW
        if options["json"]:
            named = {"name": session.name} if session else {}
            told = json.dumps(named | status.as_json(), ensure_ascii=False)
            self.stdout.write(told)
        else:
            self.stdout.write(_told(session, status, name or ""))


def _status(session: Session) -> WorkflowStatus:
    try:
        return log.status(session)
    except UnknownWorkflow as error:
        raise usage(f"Session {session.name!r} cannot be read here: {error}") from error


def _told(session: Session | None, found: WorkflowStatus, asked: str) -> str:
    if session is None:
        none = f"No session is named {asked}." if asked else "No session yet."
        return f"{none} Begin one with: manage.py runnewsletter"
    so_far = f"next: {found.next_step}" if found.next_step else found.message
    head = f"{session.name}: {session.get_status_display().lower()}, {found.percent} %"
    width = max(map(len, found.steps))
    lines = [
        f"  {name:{width}}  {step.status.replace('_', ' '):11}  {step.message}".rstrip()
        for name, step in found.steps.items()
    ]
    return "\n".join(
        [f"{head}; {so_far}" if so_far else head, *lines, *what_next(session)]
    )
