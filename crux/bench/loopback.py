"""Many sites on loopback, from one process that does nothing but answer: HTTP/1.1, kept open.

Such a process prints its port and serves until its input ends.
"""

import asyncio
import sys
from collections.abc import Callable


class Connection(asyncio.Protocol):
    """One connection; each request is handed to `take`, as its head alone."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if isinstance(transport, asyncio.Transport):
            self.transport = transport
        self._buffer = b""

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        while b"\r\n\r\n" in self._buffer:
            head, _, self._buffer = self._buffer.partition(b"\r\n\r\n")
            self.take(head.decode("latin-1"))

    def take(self, head: str) -> None:
        """Answer a request, now or later, by `transport`."""
        raise NotImplementedError


def serve(connection: Callable[[], Connection], *, host: str = "127.0.0.1") -> None:
    """Print the port, and serve there until the input ends."""
    asyncio.run(_serve(connection, host))


async def _serve(connection: Callable[[], Connection], host: str) -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(connection, host, 0, backlog=4096)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await loop.run_in_executor(None, sys.stdin.read)
    server.close()
