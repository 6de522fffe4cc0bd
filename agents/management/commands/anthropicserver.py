"""Serves a platform on loopback that stands in for Anthropic's: no key is needed."""

import threading
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from agents.management.numbers import whole
from agents.testing.anthropic.server import AnthropicServer
from newsletter.management.examples import Taught


class Command(Taught):
    help = (
        "Serve Managed Agents and the Messages API on loopback; rules do the thinking."
    )
    examples = (
        ("--port 8700", "ANTHROPIC_BASE_URL=http://localhost:8700 leads to it"),
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--port",
            metavar="N",
            type=whole(0, settings.LAST_PORT),
            default=8787,
            help="where it listens",
        )

    def handle(self, *args: Any, port: int, **options: Any) -> None:
        try:
            serving = AnthropicServer(port=port)
        except OSError as error:
            why = str(error).rstrip(".")
            raise CommandError(f"Cannot serve at port {port}: {why}.") from error
        with serving as server:
            self.stdout.write(f"ANTHROPIC_BASE_URL={server.url}")
            self.stdout.flush()
            try:
                threading.Event().wait()
            except KeyboardInterrupt:
                return
