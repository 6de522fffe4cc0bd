"""A bare Django view for gunicorn: no middleware, no database; so many bytes.

`BARE` in the environment says what each path answers: `{path: [status, bytes]}`.
"""

import json
import os

import django
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import re_path

_ANSWERS = {
    path: (status, b"x" * size)
    for path, (status, size) in json.loads(os.environ["BARE"]).items()
}


def view(request: HttpRequest) -> HttpResponse:
    """As many bytes as Crux answers on that path."""
    status, body = _ANSWERS[request.path]
    answer = HttpResponse(body, status=status, headers={"Content-Length": len(body)})
    if status == 302:
        answer["Location"] = "/"
    return answer


urlpatterns = [re_path("", view)]
settings.configure(
    SECRET_KEY="bare",  # noqa: S106  it signs nothing
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    MIDDLEWARE=[],
    LOGGING_CONFIG=None,
)
django.setup()
application = get_wsgi_application()
