"""A session's page on the desk, its log 5,000 lines long: `python -m crux.bench.pages.session`.

A week's session as it goes, and then attempts that lose their workers over and over; the
last page, the first one, one line of it and the drafts, each asked for in this process.
"""

import os
import tempfile
import time
from statistics import median

import django

if __name__ == "__main__":
    _kept = tempfile.TemporaryDirectory()
    os.environ["DATABASE_URL"] = f"sqlite:///{_kept.name}/session.sqlite3"
    os.environ["VAR_DIR"] = _kept.name
    os.environ["LOG_OUTPUT"] = "none"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
    django.setup()

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from agents.engine import log, sessions, steering
from agents.engine.sessions import Plan
from agents.events.schema import Kind
from agents.models import Session
from newsletter.models import Newsletter

LINES, TRIES = 5_000, 9
GOAL_MILLISECONDS = 300


def main() -> None:
    """Print what each page takes; raises where one takes longer than it may."""
    call_command("migrate", verbosity=0)
    session = _long()
    person = get_user_model().objects.create_superuser("operator", password=None)
    browser = Client(SERVER_NAME="localhost")
    browser.force_login(person)
    page = reverse("admin:agents_session_change", args=[session.pk])
    pages = {
        "the last page": page,
        "the first page": f"{page}?page=1",
        "one line": reverse(
            "admin:agents_session_event", args=[session.pk, LINES // 2]
        ),
        "the drafts": reverse("admin:agents_session_drafts", args=[session.pk]),
    }
    slowest = max(_tell(browser, name, path) for name, path in pages.items())
    if slowest >= GOAL_MILLISECONDS:
        raise SystemExit(f"more than {GOAL_MILLISECONDS} ms")


def _tell(browser: Client, name: str, path: str) -> float:
    took, worked = [], []
    for _ in range(TRIES):
        began, at_work = time.perf_counter(), time.process_time()
        answer = browser.get(path)
        took.append(1000 * (time.perf_counter() - began))
        worked.append(1000 * (time.process_time() - at_work))
        if answer.status_code != 200:
            raise SystemExit(f"{path} answers {answer.status_code}")
    size = len(answer.content) / 1000
    print(  # noqa: T201
        f"{name:<15} {median(took):6.0f} ms, {median(worked):4.0f} of them at work, "
        f"{size:5.0f} kB"
    )
    return median(took)


def _long() -> Session:
    """A session that a worker began and lost, until its log is so long."""
    newsletter = Newsletter.objects.create(slug="long", title="Long", profile="Agents.")
    session = sessions.start(newsletter, Plan(sources=Session.Sources.SAMPLE))
    steering.pause(session)
    with log.opened(session.pk) as book:
        for attempt in range(1, LINES // 2):
            about = {"step": "memory", "key": "memory.1", "attempt": attempt}
            book.append(
                Kind.STEP_STARTED, {**about, "idempotency_key": f"memory.1:{attempt}"}
            )
            lost = {"reason": "its worker stopped", "is_released": True}
            book.append(Kind.STEP_LOST, {**about, **lost})
    session.refresh_from_db()
    return session


if __name__ == "__main__":
    main()
