"""MCP over HTTP, by the SDK's own client against the live door: each request bears its key."""

import asyncio

import httpx2
import pytest
from django.db import connections
from mcp import Client as SdkClient
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from agents.access import keys
from agents.access.limits import limits
from agents.access.scopes import Scope
from agents.doors.live.app import Live
from agents.tests.support import approvals
from agents.tests.support.keys import make_key
from newsletter.tests.support.makers import make_newsletter

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("committed"),
]
ADDRESS = "http://localhost:8001/mcp"


@pytest.fixture(autouse=True)
def counted_anew():
    keys.forget()
    limits.forget()


def talk(conversation, *tokens):
    """Hold a conversation by one client for each token, all with the same door."""

    async def talked():
        live = Live()
        try:
            return [await one(live, token) for token in tokens]
        finally:
            await live.mcp.close()
            await live.hub.close()

    async def one(live, token):
        async with httpx2.AsyncClient(
            transport=httpx2.ASGITransport(app=live),
            headers={"Authorization": f"Bearer {token}"},
        ) as http:
            way = streamable_http_client(ADDRESS, http_client=http)
            async with SdkClient(way) as sdk:
                return await conversation(sdk)

    return asyncio.run(talked())


def test_each_client_is_told_of_what_its_own_key_may_do():
    session = approvals.begin(make_newsletter())

    async def conversation(sdk):
        names = {tool.name for tool in (await sdk.list_tools()).tools}
        about = {"session_id": session.name}
        try:
            told = await sdk.call_tool("check_workflow_status", about)
        except MCPError as error:
            return names, str(error)
        return names, told.structured_content["status"]

    may, may_not = talk(conversation, make_key(Scope.SESSIONS_READ)[1], make_key()[1])

    assert may[1] == "ok"
    assert may_not[1] == "Unknown tool: check_workflow_status"
    assert may[0] > may_not[0]
    assert not {name for name in may[0] if name.startswith(("begin", "run"))}


def test_a_key_that_was_revoked_is_worth_nothing_in_the_midst_of_a_conversation():
    key, token = make_key(Scope.SESSIONS_READ)

    async def revoked(sdk):
        await sdk.list_tools()
        await asyncio.to_thread(_revoke, key)
        with pytest.raises(MCPError):
            await sdk.call_tool("list_sessions", {})

    talk(revoked, token)


def _revoke(key):
    try:
        keys.revoke([key])
    finally:
        connections.close_all()
