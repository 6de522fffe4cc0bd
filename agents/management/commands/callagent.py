"""Call an agent from a terminal: list them, or give one its input."""

import json
from typing import Any

from django.core.management.base import CommandError, CommandParser

from agents.executions.calling import call
from agents.registry.catalogue import entries
from agents.registry.contract import (
    Problem,
    Request,
    RequestMetadata,
    Response,
    Trigger,
)
from newsletter.management.examples import Taught
from newsletter.management.usage import USAGE, usage

USER = "terminal"
FAILED = 1


class Command(Taught):
    help = (
        "Call an agent. Without one, list them. A value that is JSON is read as such."
    )
    examples = (
        ("", "which agents there are"),
        ("ask question='What is new?'", "ask one"),
        ("ask question='What is new?' --json", "the whole response, for a program"),
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("agent", nargs="?", metavar="AGENT", help="whom you call")
        parser.add_argument(
            "input", nargs="*", metavar="NAME=VALUE", help="what it is given"
        )
        parser.add_argument("--json", action="store_true", help="the whole response")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["agent"]:
            self._list(is_json=options["json"])
            return
        request = Request(
            user_id=USER,
            input=dict(map(_pair, options["input"])),
            metadata=RequestMetadata(trigger=Trigger.COMMAND),
        )
        response = call(options["agent"], request, waits=True)
        if options["json"]:
            self.stdout.write(response.model_dump_json())
        elif response.success:
            self.stdout.write(_told(response))
        if not response.success:
            is_failure = response.metadata.problem == Problem.FAILED
            raise CommandError(
                response.error or "It failed.",
                returncode=FAILED if is_failure else USAGE,
            )

    def _list(self, *, is_json: bool) -> None:
        known = entries()
        if is_json:
            told = [one.as_json() for one in known.values()]
            self.stdout.write(json.dumps(told, ensure_ascii=False))
            return
        width = max(map(len, known))
        for one in known.values():
            off = "" if one.is_on else " (switched off)"
            self.stdout.write(f"{one.id:{width}}  {one.purpose}{off}")


def _pair(given: str) -> tuple[str, Any]:
    name, equals, value = given.partition("=")
    if not equals:
        raise usage(f"{given!r} is no NAME=VALUE.")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _told(response: Response) -> str:
    output = response.output or {}
    text = output.get("text") or output.get("summary")
    if text:
        asks = [f"- {one}" for one in output.get("questions", ())]
        return "\n".join([str(text), *asks])
    return json.dumps(output, indent=2, ensure_ascii=False)
