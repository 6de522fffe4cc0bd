"""What the engine does besides steps: folding a long log, sweeping many sessions.

`python -m crux.bench.engine.parts` prints one line each, on the database that is there.
"""

import os
import time
from collections.abc import Iterator
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
django.setup()

from django.conf import settings  # noqa: E402  Django comes first
from django.db import connection  # noqa: E402

from agents.engine import log, sweep  # noqa: E402
from agents.events.schema import Kind  # noqa: E402
from agents.models import Session  # noqa: E402
from agents.workers import canvas  # noqa: E402
from agents.workflows.fold import Line, fold  # noqa: E402
from crux.bench.engine import nine  # noqa: E402
from crux.bench.engine.tables import part  # noqa: E402
from crux.bench.measuring import milliseconds  # noqa: E402

EVENTS, SESSIONS, NEWSLETTERS = 5_000, 1_000, 20
TIMES = 7
LATER = "2025-08-07T09:00:00+00:00"


def main() -> None:
    """Print what each took, and its goal."""
    store = {"postgresql": "PostgreSQL", "sqlite": "SQLite"}[connection.vendor]
    lines = [Line(kind, data) for kind, data in _long_log()]
    if connection.vendor == "postgresql":
        took = milliseconds(
            lambda: fold(nine.NINE, lines), TIMES, clock=time.process_time
        )
        part(f"fold of {EVENTS} lines that all count, CPU", took, goal=5)
    session = nine.begin(nine.newsletter("long"))
    with log.opened(session.pk) as book:
        for kind, data in _long_log(session):
            book.append(kind, data)
    took = milliseconds(lambda: log.state(session), TIMES)
    part(f"the same, read from {store} too", took)
    _many_sessions()
    took = milliseconds(_sweep, TIMES, between=_forget)
    at_once = settings.SESSIONS_AT_ONCE
    part(f"{SESSIONS} open sessions swept, {at_once} offered, {store}", took, goal=200)


def _long_log(session: Session | None = None) -> Iterator[tuple[Kind, dict[str, Any]]]:
    """A step that is tried, fails, is given a new budget, and so on for ever."""
    if session is None:
        yield Kind.SESSION_STARTED, {}
    base = {"step": "one", "key": "one.1"}
    for number in range(EVENTS - 1):
        about = {**base, "attempt": number // 3 + 1}
        match number % 3:
            case 0:
                yield Kind.STEP_STARTED, {**about, "idempotency_key": "-"}
            case 1:
                flags = {"is_silent": False, "is_final": False, "retry_at": LATER}
                yield Kind.STEP_FAILED, {**about, "reason": "-", **flags}
            case _:
                yield Kind.OPERATOR_RETRIED, {"key": "one.1"}


def _many_sessions() -> None:
    """Open sessions that wait for their first step; a log have those that are offered."""
    first = [
        nine.begin(nine.newsletter(f"weekly-{number}")) for number in range(NEWSLETTERS)
    ]
    names = [
        one.attname for one in Session._meta.concrete_fields if one.attname != "id"
    ]
    others = []
    for number in range(SESSIONS - NEWSLETTERS):
        model = first[number % NEWSLETTERS]
        values = {name: getattr(model, name) for name in names}
        others.append(Session(**{**values, "name": f"{model.name}-{number}"}))
    Session.objects.bulk_create(others)


def _sweep() -> None:
    grace = sweep.message_grace()
    offered = sweep.sweep(
        canvas.publish, grace=grace, at_once=settings.SESSIONS_AT_ONCE
    )
    if offered != settings.SESSIONS_AT_ONCE:
        raise RuntimeError(f"The sweep offered {offered} sessions.")


def _forget() -> None:
    """As if no message had been sent."""
    Session.objects.filter(hinted_at__isnull=False).update(hinted_at=None)


if __name__ == "__main__":
    main()
