"""MCP by streamable HTTP: each request bears its key, so none is remembered."""

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from agents.doors.mcp import server
from agents.doors.mcp.calling import Client


def manager() -> StreamableHTTPSessionManager:
    """Serves requests whose scope tells the caller (`agents.doors.live.app`)."""
    return StreamableHTTPSessionManager(
        server.build(_who), json_response=True, stateless=True
    )


async def _who(context: server.Context) -> Client:
    if context.request is None:
        raise RuntimeError("a request of HTTP without its scope")
    return Client(context.request.scope["state"]["caller"])
