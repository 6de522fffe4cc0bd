"""Is Crux well? `/healthz` and `/readyz`, for whoever watches over it.

They answer before any other middleware: a probe calls the machine by its number, not
by a name in ALLOWED_HOSTS, and follows no redirect to TLS.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass

import structlog
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse

logger = structlog.get_logger(__name__)

PATHS = frozenset({"/healthz", "/readyz"})


@dataclass(frozen=True, slots=True)
class Health:
    """What was found."""

    database: bool

    @property
    def is_well(self) -> bool:
        """Can Crux do its work?"""
        return self.database


def examine() -> Health:
    """Look at what Crux stands on."""
    return Health(database=_database_answers())


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        logger.warning("database_away", reason=type(error).__name__)
        return False
    return True


class HealthMiddleware:
    """Answers the probes and lets everything else pass."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Status 200 where all is well, else 503; the body says what is not."""
        if request.path_info not in PATHS:
            return self.get_response(request)
        if request.method not in {"GET", "HEAD"}:
            return HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
        health = examine()
        return JsonResponse(asdict(health), status=200 if health.is_well else 503)
