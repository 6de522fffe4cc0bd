"""Prints what each agent's model is given for the sample week, in bytes."""

import json
import subprocess
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from agents.testing.context_sizes import Weighed

HEAD = ("agent", "requests", "prompt", "cached", "not cached", "told")


class Command(BaseCommand):
    help = (
        "Bytes given to each agent's model for the sample week: all prompts, what a "
        "cache covers of them, what it does not, and what a managed agent is told."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "agents.testing.context_sizes"],
            cwd=settings.BASE_DIR,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise CommandError(done.stderr.strip().splitlines()[-1])
        weighed = [Weighed(**row) for row in json.loads(done.stdout)]
        self.stdout.write(_line(*HEAD))
        for one in weighed:
            self.stdout.write(_line(one.agent, *_numbers([one])))
        self.stdout.write(_line("in all", *_numbers(weighed)))


def _numbers(weighed: list[Weighed]) -> tuple[str, ...]:
    columns = ("requests", "prompt_bytes", "cached_bytes", "fresh_bytes", "told_bytes")
    return tuple(f"{sum(getattr(one, name) for one in weighed):,}" for name in columns)


def _line(agent: str, *numbers: str) -> str:
    return f"{agent:<18}" + "".join(f"{number:>12}" for number in numbers)
