"""Connections that can reach public addresses only, judged when they are opened."""

import asyncio
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from newsletter.web.guard import Refused, is_public

# Asks for the addresses of a host; may block, raises OSError when there are none.
Lookup = Callable[[str], list[str]]
AddressInfo = tuple[
    int | socket.AddressFamily, int | socket.SocketKind, int, str, tuple[object, ...]
]

_NAMES_KEPT_SECONDS = 60
_IDLE_SECONDS = 3.0
# A look-up that nobody waits for any more still holds its thread until it ends.
_LOOK_UPS_A_REQUEST = 4


def look_up(host: str) -> list[str]:
    """The addresses of a host, as this machine's resolver tells them."""
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))


class PublicResolver(AbstractResolver):
    """Answers only for hosts all of whose addresses are public.

    One private address among public ones is how a host is made to lead inside.
    """

    def __init__(self, lookup: Lookup, threads: int) -> None:
        self._lookup = lookup
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="names")

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """The addresses of a host; raises Refused when one is not public."""
        loop = asyncio.get_running_loop()
        addresses = await loop.run_in_executor(self._pool, self._lookup, host)
        for address in addresses:
            if not is_public(address):
                raise Refused(f"{host} leads to {address}, which is not public")
        return [
            ResolveResult(
                hostname=host,
                host=address,
                port=port,
                family=socket.AF_INET6 if ":" in address else socket.AF_INET,
                proto=0,
                flags=socket.AI_NUMERICHOST,
            )
            for address in addresses
        ]

    async def close(self) -> None:
        """Let the threads go without waiting for a name server that is silent."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def public_socket(info: AddressInfo) -> socket.socket:
    """A socket for a public address; raises Refused before anything is sent."""
    return _socket(info, is_allowed=is_public)


def loopback_socket(info: AddressInfo) -> socket.socket:
    """A socket for this machine alone, for addresses that are routed to it."""
    return _socket(info, is_allowed=is_loopback)


def is_loopback(address: str) -> bool:
    """Whether the address is of this machine, written plainly."""
    return address.startswith("127.") or address == "::1"


def _socket(info: AddressInfo, *, is_allowed: Callable[[str], bool]) -> socket.socket:
    family, kind, protocol, _, sockaddr = info
    address = str(sockaddr[0])
    if not is_allowed(address):
        raise Refused(f"{address} is not an address that may be reached from here")
    return socket.socket(family, kind, protocol)


def public_connector(lookup: Lookup, at_once: int) -> aiohttp.TCPConnector:
    """Connections to public addresses; how many at once is the caller's business."""
    return aiohttp.TCPConnector(
        resolver=PublicResolver(lookup, threads=_LOOK_UPS_A_REQUEST * at_once),
        socket_factory=public_socket,
        limit=0,
        ttl_dns_cache=_NAMES_KEPT_SECONDS,
        keepalive_timeout=_IDLE_SECONDS,
    )


def loopback_connector() -> aiohttp.TCPConnector:
    """Connections to this machine alone."""
    return aiohttp.TCPConnector(
        socket_factory=loopback_socket, limit=0, keepalive_timeout=_IDLE_SECONDS
    )
