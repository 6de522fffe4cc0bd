"""A load generator (HTTP/1.1, keep-alive) on plain sockets of asyncio.

It reads no more of an answer than its length, so that the server is what is measured;
`python -m crux.bench.pages.client` says how much it could ask at most.
"""

import asyncio
import re
import time
from dataclasses import dataclass

CONNECTIONS = 8
_LENGTH = re.compile(rb"\r\nContent-Length: *(\d+)", re.IGNORECASE)
_STATUS = slice(9, 12)


@dataclass(frozen=True, slots=True)
class Load:
    """What was answered within some seconds."""

    answers: int
    seconds: float

    @property
    def a_second(self) -> float:
        return self.answers / self.seconds


def load(port: int, path: str, status: int, seconds: float, headers: str = "") -> Load:
    """Ask for one path over and over; raises RuntimeError on another status.

    `headers` are more of them, each with its end of line.
    """
    return asyncio.run(_load(port, path, status, seconds, headers))


async def _load(
    port: int, path: str, status: int, seconds: float, headers: str = ""
) -> Load:
    asked = (
        f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\n"
        f"Accept-Encoding: gzip, deflate\r\nAccept: text/html\r\n{headers}\r\n"
    ).encode()
    began = time.monotonic()
    until = began + seconds
    readers = (_reader(port, asked, b"%d" % status, until) for _ in range(CONNECTIONS))
    answers = sum(await asyncio.gather(*readers))
    return Load(answers, time.monotonic() - began)


async def _reader(port: int, asked: bytes, status: bytes, until: float) -> int:
    """One connection after another: a server may end one whenever it has answered."""
    answers = 0
    while time.monotonic() < until:
        incoming, outgoing = await asyncio.open_connection("127.0.0.1", port)
        try:
            while time.monotonic() < until:
                outgoing.write(asked)
                head = await incoming.readuntil(b"\r\n\r\n")
                if head[_STATUS] != status:
                    raise RuntimeError(f"It answered {head!r}.")
                length = _LENGTH.search(head)
                await incoming.readexactly(int(length[1]) if length else 0)
                answers += 1
                if b"\r\nConnection: close" in head:
                    break
        except (asyncio.IncompleteReadError, ConnectionResetError):
            pass  # a worker that was replaced: the answer counts for nobody
        finally:
            outgoing.close()
    return answers


async def limit(size: int, seconds: float) -> float:
    """Answers a second from a server that does nothing, in this very process."""
    answer = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (size, b"x" * size)

    async def serve(
        incoming: asyncio.StreamReader, outgoing: asyncio.StreamWriter
    ) -> None:
        try:
            while await incoming.readuntil(b"\r\n\r\n"):
                outgoing.write(answer)
        except asyncio.IncompleteReadError:
            outgoing.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        return (await _load(port, "/", 200, seconds)).a_second
