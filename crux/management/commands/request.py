"""A request in words, from a terminal: the orchestrator finds who can do it."""

from typing import Any
from uuid import UUID

from django.core.management.base import CommandParser

from agents.assistants.task import CannotDo
from agents.conversations.history import NoConversation
from agents.orchestrator.requests import request
from agents.registry.contract import Trigger
from agents.workers.threads import drive
from newsletter.management.examples import Taught
from newsletter.management.usage import usage

USER = "terminal"


class Command(Taught):
    help = "Ask in words, of past issues, or for a post about one."
    examples = (
        ("'What does Opus 4.1 cost, and write a post for X about it'", ""),
        (
            "'And who says so?' --conversation 6f1c2e9a-0b1d-4c7e-9a53-2f6d8e1b7c40",
            "go on with what was said",
        ),
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("text", help="what you ask, in words")
        parser.add_argument(
            "--conversation", type=UUID, metavar="ID", help="one to go on with"
        )
        parser.add_argument(
            "--newsletter",
            default="",
            metavar="SLUG",
            help="whose issues; needed where several are active",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            answer = request(
                options["text"],
                user=USER,
                conversation=options["conversation"],
                newsletter=options["newsletter"],
                trigger=Trigger.COMMAND,
                drive=drive,
            )
        except (CannotDo, NoConversation) as error:
            raise usage(error) from error
        self.stdout.write(
            f"{answer.text}\n\nwhy {answer.why}\nconversation {answer.conversation}"
        )
