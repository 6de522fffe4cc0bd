"""The row of a very long log: its pages open in a moment."""

import time
import uuid
from collections.abc import Iterator

from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from agents.engine import log
from agents.events.schema import Kind
from agents.models import AgentEvent, Session
from crux.faults.sessions.stage import Stage
from crux.faults.sessions.trials import Trial

LINES = 100_000
AT_ONCE = 5_000
LIMIT_SECONDS = 1.0
TRIES = 3


def long_log(stage: Stage) -> Trial:
    """A session that lost its worker tens of thousands of times, on the desk and outside."""
    trial = Trial("long", f"a log of {LINES:,} lines, opened on the desk and outside")
    session = stage.session(is_published=False)
    _lengthen(session)
    person = get_user_model().objects.create_superuser("operator", password=None)
    browser = Client(SERVER_NAME="localhost")
    browser.force_login(person)
    desk = reverse("admin:agents_session_change", args=[session.pk])
    for page in (desk, f"{desk}?page=1", f"/runs/{session.name}/"):
        seconds, at_work = min(_opened(browser, page) for _ in range(TRIES))
        trial.expect(at_work < LIMIT_SECONDS, f"{page} took {at_work:.1f} s")
        trial.tell(f"{seconds:.2f} s, {at_work:.2f} of them at work")
    person.delete()
    return trial


def _opened(browser: Client, page: str) -> tuple[float, float]:
    """The seconds until it was there, and those that this process was at work for."""
    began, worked = time.monotonic(), time.process_time()
    answer = browser.get(page)
    answer.content  # noqa: B018  rendered by now
    if answer.status_code != 200:
        raise AssertionError(f"{page} answers {answer.status_code}")
    return time.monotonic() - began, time.process_time() - worked


def _lengthen(session: Session) -> None:
    """Attempts begun and lost, over and over, as the engine would have written them."""
    lines: list[AgentEvent] = []
    for kind, data in _attempts():
        event = AgentEvent(
            id=uuid.uuid4(),
            session=session,
            seq=session.last_seq + 1,
            event_type=kind,
            data=data,
            created_at=session.created_at,
        )
        event.hash = log.digest(session.name, session.head_hash, event)
        session.last_seq, session.head_hash = event.seq, event.hash
        lines.append(event)
        if len(lines) == AT_ONCE:
            AgentEvent.objects.bulk_create(lines)
            lines = []
    AgentEvent.objects.bulk_create(lines)
    Session.objects.filter(pk=session.pk).update(
        last_seq=session.last_seq, head_hash=session.head_hash
    )


def _attempts() -> Iterator[tuple[str, dict[str, object]]]:
    for attempt in range(1, LINES // 2):
        about = {"step": "memory", "key": "memory.1", "attempt": attempt}
        started = {"idempotency_key": f"memory.1:{attempt}", "worker": "stage:0:0:0"}
        yield Kind.STEP_STARTED, {**about, **started}
        lost = {"reason": "its worker died", "is_released": True}
        yield Kind.STEP_LOST, {**about, **lost}
