"""What the live door shares: reading a request (ASGI), and who asks."""

from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.utils import timezone

from agents.access import keys
from agents.access.keys import BadKey, Caller
from agents.access.limits import limits
from agents.doors import problems
from agents.doors.problems import Problem

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


def headers_of(scope: Scope) -> dict[str, str]:
    return {
        name.decode("latin-1"): value.decode("latin-1")
        for name, value in scope["headers"]
    }


def query_of(scope: Scope) -> dict[str, str]:
    return dict(parse_qsl(scope["query_string"].decode("latin-1")))


def check_host(scope: Scope) -> None:
    """Neither another name than ours, nor a page of another site; raises Problem.

    What MCP asks of servers against DNS rebinding.
    """
    headers = headers_of(scope)
    own = urlsplit(settings.LIVE_URL).hostname or "localhost"
    host, _ = split_domain_port(headers.get("host", ""))
    if not validate_host(host, [*settings.ALLOWED_HOSTS, own]):
        raise Problem(
            "bad-request",
            "This host is not among ALLOWED_HOSTS.",
            todo="Ask at one that is, or have the operator add it.",
        )
    origin = headers.get("origin")
    known = {settings.BASE_URL, settings.LIVE_URL, *settings.API_CORS_ORIGINS}
    if origin and origin not in known:
        raise Problem(
            "not-allowed",
            "This origin is not among API_CORS_ORIGINS.",
            todo="Have the operator add it.",
        )


def admit(scope: Scope) -> Caller:
    """Who bears the key of this request, counted as one of theirs; raises Problem."""
    scheme, _, token = headers_of(scope).get("authorization", "").partition(" ")
    try:
        caller = keys.find(token.strip() if scheme.lower() == "bearer" else "")
    except BadKey:
        raise Problem("no-key") from None
    allowance = limits.take("api", caller.counted_as, caller.most, timezone.now())
    if allowance.is_used_up:
        wait = {"Retry-After": str(allowance.reset_seconds)}
        raise Problem("too-many", headers=wait)
    return caller


async def refuse(send: Send, problem: Problem) -> None:
    """Answer with a problem."""
    answer = problem.response()
    headers = [
        (name.lower().encode(), value.encode()) for name, value in answer.items()
    ]
    body = answer.content
    headers.append((b"content-length", str(len(body)).encode()))
    await send(
        {
            "type": "http.response.start",
            "status": answer.status_code,
            "headers": headers,
        }
    )
    await send({"type": "http.response.body", "body": body})


NOT_FOUND = problems.of_status(HTTPStatus.NOT_FOUND)
