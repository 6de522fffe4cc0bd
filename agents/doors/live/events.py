"""Events live (server-sent events): a session's log as it grows, to whoever may see it."""

import asyncio
import time
from collections.abc import AsyncIterator

from agents.access import keys
from agents.access.scopes import Scope as KeyScope
from agents.doors import tickets
from agents.doors.live.http import (
    Receive,
    Scope,
    Send,
    admit,
    headers_of,
    query_of,
)
from agents.doors.live.hub import Hub
from agents.doors.problems import Problem
from agents.models import Session

MOST_STREAMS = 1000
# A comment, so that proxies do not think it dead.
HEARTBEAT_SECONDS = 15.0
# After so long the client begins anew, with its key and where it left off.
LONGEST_SECONDS = 600.0
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx would wait for more
    (b"x-content-type-options", b"nosniff"),
]


class Events:
    """The address `/live/<session>`, with a ticket in its query or a key in its headers."""

    def __init__(self, hub: Hub) -> None:
        self.hub, self.streams = hub, 0
        # Set as the process ends: a stream stops without `end`, so its client returns.
        self.ended = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = scope["path"].removeprefix("/live/")
        session, key_id = await self.hub.ask(_admitted, scope, name)
        if session.is_over and _returned_after(scope) >= session.last_seq:
            # EventSource would come back for ever; only this tells it not to
            # (https://html.spec.whatwg.org/multipage/server-sent-events.html).
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body", "body": b""})
            return
        if self.streams >= MOST_STREAMS:
            raise Problem("away", headers={"Retry-After": "30"})
        self.streams += 1
        try:
            await self._stream(session.pk, key_id, _after(scope), receive, send)
        finally:
            self.streams -= 1

    async def _stream(
        self, session_id: int, key_id: int, after: int, receive: Receive, send: Send
    ) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        gone = asyncio.create_task(_until_gone(receive))
        try:
            async for text in self._frames(session_id, key_id, after, gone):
                await send(
                    {"type": "http.response.body", "body": text, "more_body": True}
                )
            if not gone.done():
                await send({"type": "http.response.body", "body": b""})
        finally:
            gone.cancel()

    async def _frames(
        self, session_id: int, key_id: int, seq: int, gone: "asyncio.Task[None]"
    ) -> AsyncIterator[bytes]:
        """What is sent until the session is over, the client gone, or the time up."""
        watched = await self.hub.join(session_id)
        ended = asyncio.create_task(self.ended.wait())
        ends_at = time.monotonic() + LONGEST_SECONDS
        try:
            yield b"retry: 2000\n\n"
            while not (gone.done() or ended.done()) and time.monotonic() < ends_at:
                moved = asyncio.create_task(watched.moved.wait())
                frames = await self.hub.lines(session_id, watched, seq)
                if frames:
                    moved.cancel()
                    seq = frames[-1].seq
                    yield b"".join(frame.text for frame in frames)
                    continue
                if watched.is_over:
                    moved.cancel()
                    yield b"event: end\ndata: {}\n\n"
                    return
                done, _ = await asyncio.wait(
                    {moved, gone, ended},
                    timeout=HEARTBEAT_SECONDS,
                    return_when=asyncio.FIRST_COMPLETED,
                )
                moved.cancel()
                if not done:
                    if not await self.hub.ask(keys.still_stands, key_id):
                        return
                    yield b":\n\n"
        finally:
            ended.cancel()
            self.hub.leave(session_id)


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _after(scope: Scope) -> int:
    """The last line that the client has: as it says itself, or as its address does."""
    return _returned_after(scope) or _number(query_of(scope).get("after", ""))


def _returned_after(scope: Scope) -> int:
    """The last line that a client has whose stream broke off or ended; else 0."""
    return _number(headers_of(scope).get("last-event-id", ""))


def _number(told: str) -> int:
    return int(told) if told.isdecimal() and len(told) < len(str(2**31)) else 0


def _admitted(scope: Scope, name: str) -> tuple[Session, int]:
    """The session, and whose key it is watched with; raises Problem."""
    ticket = query_of(scope).get("ticket", "")
    if ticket and (found := tickets.read(ticket)):
        session = Session.objects.filter(pk=found.session, name=name).first()
        if session is None or not keys.still_stands(found.key):
            raise Problem("no-key", "The ticket is of another session.")
        return session, found.key
    caller = admit(scope)
    if not caller.may(KeyScope.SESSIONS_READ):
        raise Problem("not-allowed", f"It takes the scope {KeyScope.SESSIONS_READ}.")
    session = Session.objects.filter(name=name).first()
    if session is None:
        raise Problem("not-found", f"No session {name!r}.")
    return session, caller.key_id
