"""Serves what lasts: sessions' events as they happen, and MCP over HTTP."""

import sys
from contextlib import suppress
from socket import socket
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management.base import CommandParser

from agents.doors.live.app import Live
from agents.management.numbers import whole
from newsletter.management.examples import Taught


class Command(Taught):
    help = (
        "Send sessions' events as they happen (server-sent events) and speak MCP at "
        "/mcp, in one process of its own."
    )
    examples = (
        ("", "as in the Procfile"),
        ("--host 127.0.0.1 --port 8001", "behind a proxy on this machine"),
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--port",
            metavar="N",
            type=whole(1, settings.LAST_PORT),
            default=settings.LIVE_PORT,
            help="where it listens; else LIVE_PORT",
        )
        parser.add_argument(
            "--host",
            metavar="ADDRESS",
            default="0.0.0.0",  # noqa: S104  as the site does
            help="on which address of this machine; else on all",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        live = Live()
        config = uvicorn.Config(
            live,
            host=options["host"],
            port=options["port"],
            log_config=None,
            access_log=False,
            loop="asyncio",
            lifespan="on",
            server_header=False,
            timeout_graceful_shutdown=5,
        )
        server = _Server(config, live)
        with suppress(KeyboardInterrupt):
            server.run()
        if not server.started:
            sys.exit(3)  # as uvicorn.run has it


class _Server(uvicorn.Server):
    """Lets go of who watches first: uvicorn would wait for them, then break them off."""

    def __init__(self, config: uvicorn.Config, live: Live) -> None:
        super().__init__(config)
        self.live = live

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        self.live.events.ended.set()
        await super().shutdown(sockets)
