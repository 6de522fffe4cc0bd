"""What a reader sees where a page could not be made (500), or what it is made with is
away or set wrongly (503).
"""

import sys

from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.utils import translation

from newsletter.database_outage import AWAY
from newsletter.translations import ENGLISH

RETRY_SECONDS = 60


class SetWrongly(Exception):
    """A setting keeps a page from what it was asked for, and nothing was changed."""


def broken(request: HttpRequest) -> HttpResponse:
    """Made of nothing but the template: whatever else there is may be what broke.

    Which newsletter it is of the database alone knows, so readers get their browser's
    language.
    """
    error = sys.exception()
    is_away = isinstance(error, AWAY)
    is_refused = isinstance(error, SetWrongly)
    match = request.resolver_match
    is_desk = match is not None and "admin" in match.namespaces
    spoken = ENGLISH if is_desk else translation.get_language_from_request(request)
    with translation.override(spoken):
        context = {
            "is_away": is_away,
            "is_refused": is_refused,
            "why": str(error) if is_refused and is_desk else "",
        }
        page = loader.get_template("500.html").render(context)
    is_passing = is_away or is_refused
    answer = HttpResponse(page, status=503 if is_passing else 500)
    answer["Cache-Control"] = "no-store"
    answer["Vary"] = "Accept-Language"
    if is_passing:
        answer["Retry-After"] = str(RETRY_SECONDS)
    return answer
