"""The gate of the API (middleware): who asks, how much they have asked, and the headers
that every answer bears.

It stands outside of what keeps public pages, so that these are counted too. It reads no
cookie: who is logged in to the desk may do nothing here without a key. Errors leave as
problem details, whoever made them.
"""

from collections.abc import Callable

import structlog
from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from agents.access import keys
from agents.access.keys import BadKey, Caller
from agents.access.limits import Allowance, limits
from agents.doors import problems
from agents.doors.problems import Problem
from subscribers.consent.networks import client_ip, machine_of

logger = structlog.get_logger(__name__)

ROOT = "/api/v1/"
_ERROR = 400
_TOLD_TO_PAGES = (
    "ETag, Location, Link, Retry-After, RateLimit, RateLimit-Policy, "
    "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset"
)


class ApiGate:
    """Lets those in who may come in, and everything that is no API pass."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(ROOT):
            return self.get_response(request)
        if _is_preflight(request):
            return _with_cors(request, HttpResponse(status=204))
        return _with_cors(request, self._answer(request))

    def _answer(self, request: HttpRequest) -> HttpResponseBase:
        allowance = None
        try:
            caller, allowance = _admit(request)
            request.caller = caller  # type: ignore[attr-defined]
            answer = _tidy(self._asked(request))
        except Problem as problem:
            allowance = problem.more.pop("allowance", allowance)
            answer = problem.response()
        except DatabaseError:
            logger.exception("api_without_database")
            answer = Problem("away", headers={"Retry-After": "5"}).response()
        except Exception:
            logger.exception("api_fault", path=request.path_info)
            answer = Problem("our-fault").response()
        if allowance:
            _tell(answer, allowance)
        return answer

    def _asked(self, request: HttpRequest) -> HttpResponseBase:
        """HEAD is GET without its body (RFC 9110, 9.3.2)."""
        if request.method != "HEAD":
            return self.get_response(request)
        request.method = "GET"
        answer = self.get_response(request)
        request.method = "HEAD"
        if isinstance(answer, HttpResponse):
            length = str(len(answer.content))
            answer.content = b""
            answer["Content-Length"] = length
        return answer


def _admit(request: HttpRequest) -> tuple[Caller | None, Allowance]:
    """Who asks, None without a key, and what they may still ask; raises Problem."""
    caller, is_bad = None, False
    if token := _token(request):
        try:
            caller = keys.find(token)
        except BadKey:
            is_bad = True
    now = timezone.now()
    if caller:
        allowance = limits.take("api", caller.counted_as, caller.most, now)
    else:
        who = machine_of(client_ip(request)) or "unknown"
        most = settings.API_REQUESTS_PER_HOUR_WITHOUT_KEY
        allowance = limits.take("api without key", who, most, now)
    if allowance.is_used_up:
        raise Problem(
            "too-many",
            f"{allowance.limit} an hour are allowed.",
            headers={"Retry-After": str(allowance.reset_seconds)},
            allowance=allowance,
        )
    if is_bad:
        raise Problem("no-key", allowance=allowance)
    return caller, allowance


def _token(request: HttpRequest) -> str:
    """What follows Bearer (RFC 6750); "" without such a header."""
    scheme, _, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else scheme and "?"


def _tidy(answer: HttpResponseBase) -> HttpResponseBase:
    """An error that others made, as a problem."""
    is_told = answer.get("Content-Type", "").startswith(problems.CONTENT_TYPE)
    if answer.status_code < _ERROR or is_told:
        return answer
    problem = problems.of_status(answer.status_code)
    allow = {"Allow": answer["Allow"]} if "Allow" in answer else {}
    return Problem(problem.kind.name, headers=allow).response()


def _tell(answer: HttpResponseBase, allowance: Allowance) -> None:
    """The limit in the words of the draft, and in the older ones that clients know.

    https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
    """
    left, resets = max(0, allowance.remaining), allowance.reset_seconds
    answer["RateLimit-Policy"] = f'"hour";q={allowance.limit};w=3600'
    answer["RateLimit"] = f'"hour";r={left};t={resets}'
    answer["X-RateLimit-Limit"] = str(allowance.limit)
    answer["X-RateLimit-Remaining"] = str(left)
    answer["X-RateLimit-Reset"] = str(resets)


def _is_preflight(request: HttpRequest) -> bool:
    asks = "Access-Control-Request-Method" in request.headers
    return request.method == "OPTIONS" and asks


def _with_cors(request: HttpRequest, answer: HttpResponseBase) -> HttpResponseBase:
    """Other sites' pages may read only where API_CORS_ORIGINS names them; no cookies."""
    if not settings.API_CORS_ORIGINS:
        return answer
    patch_vary_headers(answer, ["Origin"])
    origin = request.headers.get("Origin", "")
    if origin in settings.API_CORS_ORIGINS:
        answer["Access-Control-Allow-Origin"] = origin
        answer["Access-Control-Expose-Headers"] = _TOLD_TO_PAGES
        answer["Access-Control-Allow-Methods"] = "GET, HEAD, POST"
        answer["Access-Control-Allow-Headers"] = (
            "Authorization, Content-Type, Idempotency-Key, If-None-Match"
        )
        answer["Access-Control-Max-Age"] = "600"
    return answer
