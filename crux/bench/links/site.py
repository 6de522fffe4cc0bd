"""A web of many hosts on loopback, each on an address of its own, that answers late.

Run as a program it prints its port and serves until its input ends.
"""

import asyncio
import sys
from collections import Counter

from newsletter.testing.labelled import SHARED, behaviours
from newsletter.testing.labelled_answers import page, response

DELAY_SECONDS = 0.05


class _Connection(asyncio.Protocol):
    """One connection, kept open; each request is answered after a delay."""

    _known = {behaviour.path: behaviour for behaviour in behaviours()}
    _times: Counter[str] = Counter()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if isinstance(transport, asyncio.Transport):
            self._transport = transport
        self._buffer = b""

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        while b"\r\n\r\n" in self._buffer:
            head, _, self._buffer = self._buffer.partition(b"\r\n\r\n")
            method, target, _ = head.decode("latin-1").split(" ", 2)
            self._take(method, target)

    def _take(self, method: str, target: str) -> None:
        if behaviour := self._known.get(target):
            said = behaviour.answer(method, self._times[target])
            self._times[target] += method == "GET"
        else:
            said = _ordinary(target)
        if said is not None:
            asyncio.get_running_loop().call_later(DELAY_SECONDS, self._send, said)

    def _send(self, said: bytes) -> None:
        if not said:
            self._transport.abort()
        elif not self._transport.is_closing():
            self._transport.write(said)


def _ordinary(target: str) -> bytes:
    if target.startswith("/wayback/"):
        return response(200, b'{"archived_snapshots": {}}', kind="application/json")
    if target.startswith("/story/"):
        return page("Story " + target.rpartition("/")[2])
    if target.startswith("/any/"):
        return SHARED["/"]
    return SHARED.get(target) or page("Not Found", 404)


async def serve() -> None:
    """Serve on all of loopback until the input ends."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(_Connection, "0.0.0.0", 0, backlog=4096)  # noqa: S104  127.0.0.0/8 has no other name
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await loop.run_in_executor(None, sys.stdin.read)
    server.close()


if __name__ == "__main__":
    asyncio.run(serve())
