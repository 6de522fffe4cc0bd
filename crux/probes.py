"""Probes (readiness, liveness, metrics): `/readyz`, `/healthz` and `/metrics`.

`/readyz` says whether this process can serve pages: ask it before sending it readers.
`/healthz` says whether Crux as a whole does its work: wake a person when it fails.
`/metrics` says so in numbers, for Prometheus.

They answer before any other middleware: a probe calls the machine by its number, not
by a name in ALLOWED_HOSTS, and follows no redirect to TLS.
"""

from collections.abc import Callable
from dataclasses import asdict

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.utils.crypto import constant_time_compare

from crux import health, metrics

_NOT_KEPT = {"Cache-Control": "no-store"}


class ProbeMiddleware:
    """Answers the probes and lets everything else pass."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = _ANSWERS.get(request.path_info)
        if answer is None:
            return self.get_response(request)
        if request.method not in {"GET", "HEAD"}:
            return HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
        return answer(request)


def _readyz(_: HttpRequest) -> HttpResponse:
    found = health.examine()
    return _told(found, is_well=found.is_ready)


def _healthz(_: HttpRequest) -> HttpResponse:
    found = health.examine()
    return _told(found, is_well=found.is_well)


def _told(found: health.Health, *, is_well: bool) -> HttpResponse:
    """Status 200 where all is well, else 503; the body says what is not."""
    status = 200 if is_well else 503
    return JsonResponse(asdict(found), status=status, headers=_NOT_KEPT)


def _metrics(request: HttpRequest) -> HttpResponse:
    """The gauges; where METRICS_TOKEN is set, to who bears it alone (RFC 6750)."""
    token = settings.METRICS_TOKEN
    borne = request.headers.get("Authorization", "")
    if token and not constant_time_compare(borne, f"Bearer {token}"):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    text = metrics.exposition()
    return HttpResponse(text, content_type=metrics.CONTENT_TYPE, headers=_NOT_KEPT)


_ANSWERS: dict[str, Callable[[HttpRequest], HttpResponse]] = {
    "/readyz": _readyz,
    "/healthz": _healthz,
    "/metrics": _metrics,
}
