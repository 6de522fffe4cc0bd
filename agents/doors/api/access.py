"""Who may call an address: everybody, or who bears a key with its scope.

An address that says neither is open to nobody.
"""

from typing import Any

from django.http import HttpRequest
from ninja.security import HttpBearer

from agents.access.keys import Caller
from agents.access.scopes import Scope
from agents.doors.problems import Problem


class Key(HttpBearer):
    """A key with this scope."""

    openapi_description = "A key from the desk: crux_…"

    def __init__(self, scope: Scope) -> None:
        super().__init__()
        self.scope = scope

    def __call__(self, request: HttpRequest) -> Caller:
        caller = known_caller(request)
        if not caller.may(self.scope):
            raise Problem(
                "not-allowed", f"It takes the scope {self.scope}.", scope=self.scope
            )
        return caller

    def authenticate(self, request: HttpRequest, token: str) -> Any:
        """The gate has read the token."""
        raise NotImplementedError


def anybody(request: HttpRequest) -> bool:
    """Open to all, and the same for all: the answer may be kept and shared."""
    request.is_for_all = True  # type: ignore[attr-defined]
    return True


def nobody(request: HttpRequest) -> bool:
    """What an address has that does not say whom it is open to."""
    raise Problem("not-allowed")


def caller_of(request: HttpRequest) -> Caller | None:
    """Who the gate let in; None without a key."""
    found: Caller | None = getattr(request, "caller", None)
    return found


def known_caller(request: HttpRequest) -> Caller:
    """Who asks, of an address that is open with a key alone."""
    caller = caller_of(request)
    if caller is None:
        raise Problem("no-key")
    return caller
