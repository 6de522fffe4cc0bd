"""Problem details (RFC 9457): each error as data, with what to do about it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse

CONTENT_TYPE = "application/problem+json"
# Where each type is explained: an anchor on the page of documentation.
PAGE = "/api/v1/docs#problem-"


@dataclass(frozen=True, slots=True)
class Kind:
    """A type of problem: its name, its status, and what it means."""

    name: str
    status: int
    title: str
    todo: str
    headers: Mapping[str, str] = field(default_factory=dict)


KINDS = {
    kind.name: kind
    for kind in (
        Kind("bad-request", 400, "The request could not be read",
             "Send JSON in UTF-8, with Content-Type: application/json."),
        Kind("no-key", 401, "A key is needed",
             "Send Authorization: Bearer crux_…; keys are made on the desk, under "
             "API keys. A key that was revoked or has expired is worth nothing.",
             {"WWW-Authenticate": 'Bearer realm="Crux"'}),
        Kind("not-allowed", 403, "This key may not do that",
             "Use a key with the scope that is named, of an owner with that right."),
        Kind("not-found", 404, "There is no such thing",
             "Look at the list that it should be in."),
        Kind("wrong-method", 405, "This address does not take that method",
             "The header Allow names those it takes."),
        Kind("conflict", 409, "It cannot be done now",
             "Read the state of the session, then decide anew."),
        Kind("in-flight", 409, "The first request with this Idempotency-Key is still under way",
             "Wait as long as Retry-After says, then send the same request again."),
        Kind("withdrawn", 410, "The issue was taken down",
             "Do not show it any more."),
        Kind("too-large", 413, "The body is too large",
             "Send less."),
        Kind("invalid", 422, "The request does not fit its schema",
             "Mend what `errors` names."),
        Kind("key-reused", 422, "This Idempotency-Key was used for another request",
             "Take a new one for each new request."),
        Kind("too-many", 429, "Too many requests",
             "Wait as long as Retry-After says."),
        Kind("our-fault", 500, "Something went wrong here",
             "Try again; a POST with the same Idempotency-Key is not done twice. If "
             "it stays, tell the operator."),
        Kind("away", 503, "Crux cannot answer now",
             "Try again in a while."),
    )
}  # fmt: skip
_BY_STATUS = {
    400: "bad-request", 401: "no-key", 403: "not-allowed", 404: "not-found",
    405: "wrong-method", 409: "conflict", 410: "withdrawn", 413: "too-large",
    422: "invalid", 429: "too-many", 503: "away",
}  # fmt: skip


class Problem(Exception):
    """An error to be answered as data.

    `todo` is what to do about this one, where what its kind says does not fit.
    """

    def __init__(
        self,
        kind: str,
        detail: str = "",
        *,
        todo: str = "",
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(detail or kind)
        self.kind, self.detail = KINDS[kind], detail
        self.todo = todo or self.kind.todo
        self.headers, self.more = {**self.kind.headers, **(headers or {})}, more

    def as_json(self) -> dict[str, Any]:
        kind = self.kind
        told = {
            "type": f"{PAGE}{kind.name}",
            "title": kind.title,
            "status": kind.status,
            "detail": " ".join(filter(None, (self.detail, self.todo))),
        }
        return told | self.more

    def response(self) -> HttpResponse:
        return HttpResponse(
            json.dumps(self.as_json(), ensure_ascii=False),
            status=self.kind.status,
            content_type=CONTENT_TYPE,
            headers={"Cache-Control": "no-store", **self.headers},
        )


def of_status(status: int) -> Problem:
    """The problem that a bare status stands for."""
    fallback = "our-fault" if status >= 500 else "bad-request"
    return Problem(_BY_STATUS.get(status, fallback))


def invalid(errors: Sequence[Mapping[str, Any]]) -> Problem:
    """What pydantic found, without what was sent: that may be a secret."""
    found = [
        {"at": _place(error["loc"]), "says": str(error["msg"])} for error in errors
    ]
    return Problem("invalid", errors=found)


def _place(loc: Sequence[str | int]) -> list[str]:
    """Where it stands in the request: of a body, without our own name for it."""
    where, *within = map(str, loc)
    return [where, *(within[1:] if where == "body" else within)]
