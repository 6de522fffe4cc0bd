"""Makes the agents on Anthropic's platform, and keeps them as prompts/*.md say."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from agents.brains.anthropic.client import client
from agents.brains.anthropic.retries import TROUBLES, USUAL, Trying, describe
from agents.brains.base import BrainFailed, Usage
from agents.runs.provisioning import Ambiguous, Sync, Synced
from newsletter.management.examples import Taught

PATIENCE_SECONDS = 300


class Command(Taught):
    help = "Create or update one environment and the agents that agents/prompts/*.md describe."
    examples = (
        ("--check", "whether all is well; changes nothing"),
        ("", "make what is missing, and push what changed"),
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check",
            action="store_true",
            help="Change nothing; fail if all is not well.",
        )
        parser.add_argument(
            "--force",
            action="store_true",
            help="Push our prompts over versions made elsewhere and ids set by hand, and "
            "make anew what the platform does not know.",
        )

    def handle(self, *args: Any, check: bool, force: bool, **options: Any) -> None:
        until = time.monotonic() + PATIENCE_SECONDS
        trying = Trying(USUAL, lambda: until - time.monotonic(), Usage())
        try:
            sync = Sync(client(), trying, is_check=check, is_forced=force)
            faults = [found for found in map(self._tell, sync.run()) if found.is_fault]
        except (BrainFailed, Ambiguous) as error:
            raise CommandError(str(error)) from error
        except TROUBLES as trouble:
            raise CommandError(describe(trouble)) from trouble
        if faults:
            raise CommandError(f"{len(faults)} not as prompts/*.md say.")

    def _tell(self, finding: Synced) -> Synced:
        line = f"{finding.name:<18} {finding.state:<10} {finding.detail}"
        self.stdout.write(line.rstrip())
        return finding
