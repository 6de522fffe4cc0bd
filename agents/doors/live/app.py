"""The application (ASGI) of the live door: `/live/<session>`, `/mcp`, `/readyz`."""

import asyncio
from typing import Any

import structlog

from agents.access.keys import Caller
from agents.doors.live.events import Events
from agents.doors.live.http import (
    NOT_FOUND,
    Receive,
    Scope,
    Send,
    admit,
    check_host,
    refuse,
)
from agents.doors.live.hub import Hub
from agents.doors.problems import Problem

logger = structlog.get_logger(__name__)


class Live:
    """Sends each request to its door; what is refused is a problem."""

    def __init__(self) -> None:
        self.hub = Hub()
        self.events = Events(self.hub)
        self.mcp = _Mcp(self.hub)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
            return
        if scope["type"] != "http":
            return
        begun = False

        async def watched_send(message: Any) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._door(scope, receive, watched_send)
        except Problem as problem:
            await refuse(send, problem)
        except Exception:
            logger.exception("live_fault", path=scope["path"])
            if not begun:
                await refuse(send, Problem("our-fault"))

    async def _door(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if path == "/readyz":
            await _ready(send)
            return
        check_host(scope)
        if path.startswith("/live/"):
            if scope["method"] != "GET":
                raise Problem("wrong-method", headers={"Allow": "GET"})
            await self.events(scope, receive, send)
        elif path in {"/mcp", "/mcp/"}:
            await self.mcp(scope, receive, send)
        else:
            raise NOT_FOUND

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                await send({"type": "lifespan.startup.complete"})
            else:
                await self.mcp.close()
                await self.hub.close()
                await send({"type": "lifespan.shutdown.complete"})
                return


class _Mcp:
    """MCP by streamable HTTP; its library is loaded by the first who asks for it."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._manager: Any = None
        self._stop = asyncio.Event()
        self._running: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        caller: Caller = await self.hub.ask(admit, scope)
        manager = await self._begun()
        scope.setdefault("state", {})["caller"] = caller
        await manager.handle_request(scope, receive, send)

    async def _begun(self) -> Any:
        async with self._lock:
            if self._manager is None:
                # Who only watches events has no use for it, and it is 20 MB.
                from agents.doors.mcp import over_http  # noqa: PLC0415

                manager, ready = over_http.manager(), asyncio.Event()
                self._running = asyncio.create_task(_run(manager, ready, self._stop))
                await ready.wait()
                self._manager = manager
        return self._manager

    async def close(self) -> None:
        self._stop.set()
        if self._running:
            await self._running


async def _run(manager: Any, ready: asyncio.Event, stop: asyncio.Event) -> None:
    async with manager.run():
        ready.set()
        await stop.wait()


async def _ready(send: Send) -> None:
    headers = [(b"content-type", b"text/plain"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"ready\n"})
