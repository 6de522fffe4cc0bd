"""What every address does with its answer: ETags, and POSTs that are sent twice."""

import hashlib
from collections.abc import Callable
from functools import wraps

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, set_response_etag
from django.views.decorators.csrf import csrf_exempt

from agents.access import idempotency
from agents.access.idempotency import InFlight, OtherRequest
from agents.doors.api.access import caller_of
from agents.doors.problems import Problem

View = Callable[..., HttpResponse]
_OK = 200
# Among what a request brings: a name under which it may come again.
ONCE = "crux.once"
_HEADER = "Idempotency-Key"
# Addresses behind which agents think.
_LONG = "/requests"


def answered(view: View) -> View:
    """The view of one address, as the whole API answers."""

    @csrf_exempt  # no cookie is read
    @wraps(view)
    def answer(request: HttpRequest, **arguments: str) -> HttpResponse:
        try:
            if request.method == "POST" and _HEADER in request.headers:
                return _once(view, request, arguments)
            found = view(request, **arguments)
        except Problem as problem:
            return problem.response()
        except RequestDataTooBig:
            return Problem("too-large").response()
        if request.method == "GET" and found.status_code == _OK:
            return _conditional(request, found)
        found.setdefault("Cache-Control", "no-store")
        return found

    return answer


def _conditional(request: HttpRequest, found: HttpResponse) -> HttpResponse:
    """With an ETag, or 304 where the client has it already."""
    is_for_all = getattr(request, "is_for_all", False)
    found["Cache-Control"] = "public, no-cache" if is_for_all else "private, no-cache"
    if not is_for_all:
        found["Vary"] = "Authorization"
    set_response_etag(found)
    answer = get_conditional_response(request, found["ETag"], None, found)
    return answer if isinstance(answer, HttpResponse) else found


def _once(view: View, request: HttpRequest, arguments: dict[str, str]) -> HttpResponse:
    caller = caller_of(request)
    if caller is None:
        return view(request, **arguments)  # which refuses
    value = request.headers[_HEADER].strip()
    if not 0 < len(value) <= idempotency.LONGEST:
        raise Problem(
            "bad-request",
            f"{_HEADER} has to have 1 to {idempotency.LONGEST} characters.",
            todo="Give it another one, or leave it out.",
        )
    asked = f"{request.method} {request.get_full_path()}\n".encode() + request.body
    named = f"{caller.key_id}\n{value}\n".encode() + asked
    request.META[ONCE] = hashlib.sha256(named).hexdigest()[:32]
    try:
        found = idempotency.once(
            caller.key_id,
            value,
            asked,
            lambda: view(request, **arguments),
            is_long=request.path_info.endswith(_LONG),
        )
    except OtherRequest:
        raise Problem("key-reused") from None
    except InFlight:
        raise Problem("in-flight", headers={"Retry-After": "5"}) from None
    found.setdefault("Cache-Control", "no-store")
    return found
