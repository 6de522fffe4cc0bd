"""One request and what came of it: what a server does wrong becomes a value here."""

import asyncio
import os
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field

import aiohttp
from yarl import URL

from newsletter.web.guard import Refused
from newsletter.web.page import NO_SUCH_HOST, Fault

_KEPT_HEADERS = (
    "cache-control", "cf-mitigated", "content-language", "content-length", "date",
    "etag", "expires", "last-modified", "link", "retry-after", "server", "x-amzn-waf-action",
    "x-datadome", "x-robots-tag", "x-vercel-mitigated",
)  # fmt: skip
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_NO_SUCH_NAME = frozenset(
    {
        socket.EAI_NONAME,
        getattr(socket, "EAI_NODATA", socket.EAI_NONAME),
    }
)


@dataclass(slots=True)
class Answer:
    """What one request brought; filled in as it comes."""

    status: int | None = None
    location: str | None = None
    content_type: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    truncated: bool = False
    fault: Fault | None = None
    detail: str = ""


async def perform(
    session: aiohttp.ClientSession,
    method: str,
    url: URL,
    headers: Mapping[str, str],
    most: int,
    *,
    within: float,
    body: bytes | None = None,
) -> Answer:
    """Ask, and read at most so many bytes within so many seconds.

    When it was cut off, the answer holds what came before, and the fault.
    """
    answer = Answer()
    request = session.request(
        method, url, headers=headers, data=body, allow_redirects=False
    )
    try:
        async with asyncio.timeout(within), request as response:
            _read_head(answer, response)
            if answer.location is None:
                await _read_body(answer, response, most)
    except (aiohttp.ClientError, OSError, ValueError) as error:
        answer.fault, answer.detail = _fault_of(error)
    return answer


def _read_head(answer: Answer, response: aiohttp.ClientResponse) -> None:
    given = response.headers
    answer.status = response.status
    answer.content_type = given.get("Content-Type", "")[:200]
    answer.headers = {
        name: given[name][:500] for name in _KEPT_HEADERS if name in given
    }
    if response.status in _REDIRECTS:
        answer.location = given.get("Location")


async def _read_body(
    answer: Answer, response: aiohttp.ClientResponse, most: int
) -> None:
    content, body = response.content, bytearray()
    try:
        while not content.at_eof():
            body += await content.readany()
            if len(body) > most:
                answer.truncated = True
                response.close()
                return
    finally:
        answer.body = bytes(body[:most])


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
            return Fault.PROTOCOL, _about_answer(error)


def _about_answer(error: Exception) -> str:
    """In which words an answer is told that is no whole one, without those of our client."""
    if "content-encoding" in str(error):
        return "its answer is compressed in a way that cannot be undone"
    match error:
        case aiohttp.ClientPayloadError():
            return "its answer broke off"
        case aiohttp.ServerDisconnectedError() | OSError():
            return "it broke off the connection"
        case aiohttp.ClientResponseError():
            return "its answer is not HTTP"
        case _:
            return _shortly(error)


def _about_name(cause: BaseException) -> str:
    if isinstance(cause, socket.gaierror) and cause.errno in _NO_SUCH_NAME:
        return NO_SUCH_HOST
    return f"its host could not be looked up: {_shortly(cause)}"


def _shortly(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]
