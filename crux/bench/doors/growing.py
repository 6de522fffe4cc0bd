"""Appends lines to a session's log until it is ended: `… growing SESSION SECONDS`.

Two lines each time, as where a worker is lost over and over.
"""

import os
import sys
import time

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
    django.setup()

from agents.engine import log
from agents.events.schema import Kind
from agents.models import Session


def main(name: str, pause: float) -> None:
    """Grow the log for ever."""
    session, attempt = Session.objects.get(name=name), 0
    while True:
        attempt += 1
        about = {"step": "memory", "key": "memory.1", "attempt": attempt}
        lost = {"reason": "its worker stopped", "is_released": True}
        with log.opened(session.pk) as book:
            book.append(
                Kind.STEP_STARTED, {**about, "idempotency_key": f"memory.1:{attempt}"}
            )
            book.append(Kind.STEP_LOST, {**about, **lost})
        time.sleep(pause)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
