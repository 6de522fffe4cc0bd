"""Prints what each agent's model is given for the sample week, and what it costs."""

import json
import subprocess
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from agents.management.numbers import whole
from agents.prices import AS_OF
from agents.testing.context_sizes import Weighed
from newsletter.management.examples import Taught

HEAD = ("agent", "requests", "prompt", "cached", "not cached", "told")
# More no week ever had.
MOST_STORIES = 1000
MONEY = ("first", "further")
NOTE = (
    "An issue costs {first} when its first draft passes, and {further} for each further "
    "round, at the list of {as_of:%-d %B %Y}: four bytes a token, nothing thought."
)


class Command(Taught):
    help = (
        "Bytes given to each agent's model for the sample week: all prompts, what a "
        "cache covers of them, what it does not, and what a managed agent is told. "
        "And dollars by the Messages API: of the first round, and of each further one."
    )
    examples = (
        ("", "of the weekly brief, for the sample week"),
        ("--workflow digest --stories 40", "of the digest, for a long week"),
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--stories",
            type=whole(0, MOST_STORIES),
            default=0,
            help="So many launches and papers each, as long as in a live week "
            "(default: those of the sample).",
        )
        parser.add_argument(
            "--workflow",
            default="brief",
            choices=("brief", "digest"),
            help="Whose agents are weighed (default: brief).",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "agents.testing.context_sizes"],
            input=json.dumps(
                {"stories": options["stories"], "workflow": options["workflow"]}
            ),
            cwd=settings.BASE_DIR,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise CommandError(done.stderr.strip().splitlines()[-1])
        weighed = [Weighed(**row) for row in json.loads(done.stdout)]
        self.stdout.write(_line(*HEAD, *MONEY))
        for one in weighed:
            self.stdout.write(_line(one.agent, *_numbers([one]), *_dollars([one])))
        first, further = _dollars(weighed)
        self.stdout.write(_line("in all", *_numbers(weighed), first, further))
        self.stdout.write(NOTE.format(first=first, further=further, as_of=AS_OF))


def _numbers(weighed: list[Weighed]) -> tuple[str, ...]:
    columns = ("requests", "prompt_bytes", "cached_bytes", "fresh_bytes", "told_bytes")
    return tuple(f"{sum(getattr(one, name) for one in weighed):,}" for name in columns)


def _dollars(weighed: list[Weighed]) -> tuple[str, str]:
    """Of the first round and, on average, of each further one."""
    rounds = max((len(one.further_dollars) for one in weighed), default=0)
    further = sum(sum(one.further_dollars) for one in weighed) / max(rounds, 1)
    return f"${sum(one.first_dollars for one in weighed):.4f}", f"${further:.4f}"


def _line(agent: str, *numbers: str) -> str:
    return f"{agent:<18}" + "".join(f"{number:>12}" for number in numbers)
