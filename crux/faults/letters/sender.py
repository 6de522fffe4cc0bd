"""One sender, run in a process of its own."""

from collections.abc import Mapping
from multiprocessing.synchronize import Barrier
from os import environ

import django

environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
django.setup()

from django.conf import settings  # noqa: E402  only after the set-up

import crux.urls  # noqa: E402, F401  else each would load all pages, for the links of its letters
from newsletter.models import Issue  # noqa: E402
from subscribers.delivery.send import send  # noqa: E402

LONGEST_START_SECONDS = 60


def main(issue_id: int, changed: Mapping[str, object], start: Barrier) -> None:
    """Send under `changed` settings, from the moment when all are at the `start`."""
    for name, value in changed.items():
        setattr(settings, name, value)
    issue = Issue.objects.select_related("newsletter").get(pk=issue_id)
    start.wait(LONGEST_START_SECONDS)
    send(issue)
