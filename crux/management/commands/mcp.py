"""Speaks MCP on standard input and output, for a program that starts it."""

import asyncio
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_REQUEST

from agents.access import keys
from agents.access.keys import BadKey
from agents.doors.mcp import server
from agents.doors.mcp.calling import Client
from newsletter.management.examples import Taught
from newsletter.models import Newsletter


class Command(Taught):
    help = (
        "Speak MCP on standard input and output. Whoever starts it may do what a command "
        "may; with CRUX_KEY set, what that key may."
    )
    examples = (("", "as a program starts it; see docs/mcp.md"),)
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        # A program is told little of what its tools lack: a person hears it at once.
        Newsletter.objects.exists()
        if settings.CRUX_KEY:
            _keyed()  # a key that is none ends it at once, with a sentence
        asyncio.run(_serve())


def _keyed() -> Client:
    """The client, as long as the key is in force."""
    try:
        return Client(keys.find(settings.CRUX_KEY))
    except BadKey as error:
        told = "CRUX_KEY is no key that is in force."
        raise CommandError(told, returncode=2) from error


async def _who(_: server.Context) -> Client:
    if not settings.CRUX_KEY:
        return Client(None)
    try:
        return await server.in_thread(_keyed)
    except CommandError as error:
        raise MCPError(INVALID_REQUEST, str(error)) from error


async def _serve() -> None:
    served = server.build(_who)
    try:
        async with stdio_server() as (read, write):
            await served.run(read, write, served.create_initialization_options())
    except* BrokenPipeError:  # the client is gone; what it began goes on by itself
        pass
