"""An issue, a session that is open and a key, in the database of DATABASE_URL; as JSON."""

import io
import json
import os
import sys

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
    django.setup()

from django.contrib.auth import get_user_model
from django.core.management import call_command

from agents.access import keys
from agents.access.scopes import Scope
from agents.engine import sessions, steering
from agents.engine.sessions import Plan
from agents.models import Session
from newsletter.models import Issue, Newsletter

MOST = 2**31 - 1


def main() -> None:
    """Fill the database and tell what is in it."""
    call_command("migrate", verbosity=0)
    call_command("demo", stdout=io.StringIO())
    issue = Issue.objects.latest("number")
    watched = sessions.start(
        Newsletter.objects.create(slug="watched", title="Watched", profile="Agents."),
        Plan(sources=Session.Sources.SAMPLE),
    )
    steering.pause(watched)
    owner = get_user_model().objects.create_superuser("operator", password=None)
    scopes = (Scope.SESSIONS_READ,)
    _, token = keys.make(owner, "of a bench", scopes, requests_per_hour=MOST)
    told = {
        "page": f"/issues/{issue.slug}/",
        "read": f"/api/v1/newsletters/{issue.newsletter.slug}/issues/{issue.slug}",
        "session": watched.name,
        "token": token,
    }
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()
