"""What a reader sees where a page could not be made (500), or the database is away (503)."""

import sys

from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.utils import translation

from newsletter.database_outage import AWAY
from newsletter.translations import ENGLISH

RETRY_SECONDS = 60


def broken(request: HttpRequest) -> HttpResponse:
    """Made of nothing but the template: whatever else there is may be what broke.

    Which newsletter it is of the database alone knows, so readers get their browser's
    language.
    """
    is_away = isinstance(sys.exception(), AWAY)
    match = request.resolver_match
    is_desk = match is not None and "admin" in match.namespaces
    spoken = ENGLISH if is_desk else translation.get_language_from_request(request)
    with translation.override(spoken):
        page = loader.get_template("500.html").render({"is_away": is_away})
    answer = HttpResponse(page, status=503 if is_away else 500)
    answer["Cache-Control"] = "no-store"
    answer["Vary"] = "Accept-Language"
    if is_away:
        answer["Retry-After"] = str(RETRY_SECONDS)
    return answer
