"""Makes the agents on Anthropic's platform, and keeps them as prompts/*.md say."""

import time
from argparse import ArgumentParser
from contextlib import nullcontext
from typing import Any

from django.core.management.base import CommandError

from agents.brains.anthropic.client import client
from agents.brains.anthropic.retries import TROUBLES, USUAL, Trying, describe
from agents.brains.base import BrainFailed, Usage
from agents.runs.mutex import Busy, alone
from agents.runs.provisioning import Ambiguous, Sync, Synced
from newsletter.management.examples import Taught

PATIENCE_SECONDS = 300
OTHER = "Another syncagents is at work"


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
        # Two at once would each make what is missing.
        lone = (
            nullcontext()
            if check
            else alone("syncagents", PATIENCE_SECONDS, self._waits)
        )
        try:
            with lone:
                faults = self._sync(is_check=check, is_forced=force)
        except Busy as busy:
            told = f"{OTHER} for {PATIENCE_SECONDS} s: end it, or try again later."
            raise CommandError(told) from busy
        except (BrainFailed, Ambiguous) as error:
            raise CommandError(str(error)) from error
        except TROUBLES as trouble:
            raise CommandError(describe(trouble)) from trouble
        if faults:
            raise CommandError(f"{len(faults)} not as prompts/*.md say.")

    def _sync(self, *, is_check: bool, is_forced: bool) -> list[Synced]:
        """What is not as the prompts say."""
        until = time.monotonic() + PATIENCE_SECONDS
        trying = Trying(USUAL, lambda: until - time.monotonic(), Usage())
        sync = Sync(client(), trying, is_check=is_check, is_forced=is_forced)
        return [found for found in map(self._tell, sync.run()) if found.is_fault]

    def _waits(self) -> None:
        self.stdout.write(f"{OTHER}: waiting until it ends.")
        self.stdout.flush()

    def _tell(self, finding: Synced) -> Synced:
        line = f"{finding.name:<18} {finding.state:<10} {finding.detail}"
        self.stdout.write(line.rstrip())
        return finding
