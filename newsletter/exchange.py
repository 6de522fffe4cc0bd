"""One request and what came of it: what a server does wrong becomes a value here."""

import asyncio
import os
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import aiohttp
from yarl import URL

from newsletter.addresses import Refused
from newsletter.pages import NO_SUCH_HOST, Fault

_KEPT_HEADERS = (
    "cf-mitigated", "content-language", "content-length", "date", "etag",
    "last-modified", "link", "retry-after", "server", "x-amzn-waf-action",
    "x-datadome", "x-robots-tag",
)  # fmt: skip
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_CHUNK = 65_536
_NO_SUCH_NAME = frozenset(
    {
        socket.EAI_NONAME,
        getattr(socket, "EAI_NODATA", socket.EAI_NONAME),
    }
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What one request brought."""

    status: int | None = None
    location: str | None = None
    content_type: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    truncated: bool = False
    fault: Fault | None = None
    detail: str = ""


class Exchange:
    """One request and what came of it, also when it was cut off."""

    def __init__(
        self,
        session: aiohttp.ClientSession,
        method: str,
        url: URL,
        headers: Mapping[str, str],
        most: int,
    ) -> None:
        self._session = session
        self._method = method
        self._url = url
        self._headers = headers
        self._most = most
        self._answer = Answer()
        self._body = bytearray()

    async def perform(self, within: float) -> Answer:
        """The answer, with a fault where it is not whole."""
        try:
            async with asyncio.timeout(within):
                await self._read()
        except (aiohttp.ClientError, OSError, ValueError) as error:
            fault, detail = _fault_of(error)
            self._answer = replace(self._answer, fault=fault, detail=detail)
        return replace(self._answer, body=bytes(self._body))

    async def _read(self) -> None:
        request = self._session.request(
            self._method, self._url, headers=self._headers, allow_redirects=False
        )
        async with request as response:
            location = response.headers.get("Location")
            is_redirect = response.status in _REDIRECTS and location is not None
            self._answer = Answer(
                status=response.status,
                location=location if is_redirect else None,
                content_type=response.headers.get("Content-Type", "")[:200],
                headers={
                    name: response.headers[name][:500]
                    for name in _KEPT_HEADERS
                    if name in response.headers
                },
            )
            if not is_redirect:
                await self._read_body(response)

    async def _read_body(self, response: aiohttp.ClientResponse) -> None:
        async for chunk in response.content.iter_chunked(_CHUNK):
            self._body += chunk
            if len(self._body) > self._most:
                del self._body[self._most :]
                self._answer = replace(self._answer, truncated=True)
                response.close()
                return


def _fault_of(error: Exception) -> tuple[Fault, str]:
    """What an exception of the client means, and in which words to tell it."""
    cause = error.os_error if isinstance(error, aiohttp.ClientConnectorError) else error
    match error:
        case _ if isinstance(cause, Refused):
            return Fault.REFUSED, str(cause)
        case TimeoutError():
            return Fault.TIMEOUT, "no complete answer in time"
        case aiohttp.ClientConnectorDNSError():
            return Fault.DNS, _about_name(cause)
        case aiohttp.ClientSSLError() | ssl.SSLError():
            return Fault.TLS, _shortly(cause)
        case aiohttp.ClientConnectorError():
            return Fault.CONNECT, os.strerror(error.errno) if error.errno else str(
                cause
            )
        case aiohttp.InvalidURL():
            return Fault.MALFORMED, _shortly(error)
        case aiohttp.ClientResponseError(message=message) if "more than" in message:
            return Fault.TOO_LARGE, "its headers are too long"
        case _:
            return Fault.PROTOCOL, _shortly(error)


def _about_name(cause: BaseException) -> str:
    if isinstance(cause, socket.gaierror) and cause.errno in _NO_SUCH_NAME:
        return NO_SUCH_HOST
    return f"its host could not be looked up: {_shortly(cause)}"


def _shortly(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:200]
