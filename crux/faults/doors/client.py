"""A client of MCP that drives a session: the SDK's own, on stdio or over HTTP.

    python -m crux.faults.doors.client stdio|URL SESSION

It does what the prompt `digest_workflow` says, and prints each step before it calls it.
CRUX_KEY holds the key for HTTP.
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

STDIO = "stdio"
MOST_CALLS = 60
TIMEOUT_SECONDS = 120.0


@asynccontextmanager
async def connected(where: str) -> AsyncIterator[Client]:
    """The SDK's client, connected to `where`: stdio, or an address."""
    if where == STDIO:
        command = StdioServerParameters(
            command=sys.executable, args=["manage.py", "mcp"], env=dict(os.environ)
        )
        async with Client(stdio_client(command)) as client:
            yield client
        return
    headers = {"Authorization": f"Bearer {os.environ['CRUX_KEY']}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=TIMEOUT_SECONDS) as http,
        Client(streamable_http_client(where, http_client=http)) as client,
    ):
        yield client


async def drive(client: Client, session: str) -> list[str]:
    """Call what is due until nothing is; the steps that were called."""
    called: list[str] = []
    own = {tool.name for tool in (await client.list_tools()).tools}
    for _ in range(MOST_CALLS):
        status = await _told(client, "check_workflow_status", session_id=session)
        step = status["next_step"]
        if step is None:
            return called
        print(step, flush=True)  # noqa: T201
        named = (step, {}) if step in own else ("run_step", {"step": step})
        answer = await _told(client, named[0], session_id=session, **named[1])
        if answer["status"] == "error":
            raise SystemExit(f"{step}: {answer['message']}")
        called.append(step)
    raise SystemExit(f"more than {MOST_CALLS} calls")


async def _told(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    answer = await client.call_tool(tool, arguments)
    return dict(answer.structured_content or {})


async def main(where: str, session: str) -> None:
    """Drive the session to its end."""
    async with connected(where) as client:
        await drive(client, session)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:3]))
