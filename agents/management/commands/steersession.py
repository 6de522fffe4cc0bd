"""Approves, pauses, ends or tries again a session, from a terminal."""

import getpass
from typing import Any

from django.core.management.base import CommandParser

from agents.approval import repeats
from agents.engine import log, steering
from agents.engine.again import copying
from agents.events.approval import Via
from agents.management.which_session import named
from agents.models import Session
from agents.workflows.table import UnknownWorkflow
from newsletter.management.examples import Taught
from newsletter.management.usage import usage


class Command(Taught):
    help = (
        "Approve a session's issue or stop it, hold a session, let it go on, end it, or "
        "have a step of it tried again."
    )
    examples = (
        ("ID approve --reason 'Reads well.'", "its issue goes out"),
        ("ID pause", "no further step begins; `unpause` lets it go on"),
        ("ID retry", "the step that failed has a new budget"),
        ("ID again --step writer", "a new session, from the writer on"),
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("session", metavar="ID", help="its name")
        parser.add_argument(
            "act",
            choices=[
                "approve",
                "stop",
                "pause",
                "unpause",
                "cancel",
                "retry",
                "again",
            ],
            help="approve, stop: the issue that waits for a yes; retry: the step that failed, with a new budget; "
            "again: a new session from --step on, with a copy of the log up to there",
        )
        parser.add_argument("--step", metavar="NAME", help="where `again` begins")
        parser.add_argument("--reason", default="", help="kept in the log")

    def handle(self, *args: Any, **options: Any) -> None:
        session = named(options["session"])
        try:
            self.stdout.write(self._act(session, options))
        except steering.NotPossible as error:
            raise usage(error) from error
        except UnknownWorkflow as error:
            raise usage(
                f"Session {session.name!r} cannot be steered here: {error}"
            ) from error

    def _act(self, session: Session, options: dict[str, Any]) -> str:
        by, reason = getpass.getuser(), options["reason"]
        match options["act"]:
            case "approve" | "stop" as act:
                return _decide(session, by, reason, is_yes=act == "approve")
            case "pause":
                steering.pause(session, by=by, reason=reason)
            case "unpause":
                steering.unpause(session, by=by, reason=reason)
            case "cancel":
                steering.cancel(session, by=by, reason=reason)
            case "retry":
                return f"{session}: {steering.retry(session, by=by)} is tried again."
            case "again":
                if not options["step"]:
                    raise usage("`again` needs --step NAME.")
                return f"{copying.run_again(session, options['step'])}: begun."
        return f"{session}: {session.status}."


def _decide(session: Session, by: str, why: str, *, is_yes: bool) -> str:
    """A yes or no to the draft that is asked about now."""
    asking = log.state(session).asking
    draft = asking.draft if asking else ""
    decision = steering.Decision(is_yes, draft, by, Via.COMMAND, why)
    repeats.decide(session, decision)
    if not is_yes:
        return f"{session}: stopped; nothing goes out."
    if session.status == Session.Status.PAUSED:
        return f"{session}: approved; it goes out once you unpause it."
    return f"{session}: approved; a worker delivers it."
