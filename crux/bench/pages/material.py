"""Material of the bench: an issue that was really made, and a site full of its copies.

`python -m crux.bench.pages.material` fills the database in DATABASE_URL, prepared or
not, and prints the slug of an issue in the middle.
"""

import io
import os
import sys
import uuid
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import TypeVar

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
    django.setup()

from django.contrib.auth import get_user_model
from django.core.management import call_command

from agents.events.schema import Kind
from agents.models import AgentEvent, Session
from crux.bench.pages.sizes import ISSUES, LINES, SESSIONS
from newsletter.issues import search
from newsletter.models import Citation, Coverage, Issue

OPERATOR, LONG = "operator", "long"
_AT_ONCE = 5_000
_Row = TypeVar("_Row", Citation, Coverage)


def main() -> None:
    """Fill the database."""
    call_command("migrate", verbosity=0)
    call_command("demo", stdout=io.StringIO())
    issue = Issue.objects.latest("number")
    session = Session.objects.get(name=issue.session_name)
    _more_issues(issue)
    lines = list(session.events.all())
    _more_sessions(session, lines)
    _long_session(session, lines)
    get_user_model().objects.create_superuser(OPERATOR, password=None)
    middle = Issue.objects.get(number=ISSUES // 2)
    sys.stdout.write(f"{middle.slug}\n")


def _more_issues(first: Issue) -> None:
    """Each a week before the one before, with citations, coverage and its own words."""
    citations, coverage = list(first.citations.all()), list(first.coverage.all())
    Issue.objects.filter(pk=first.pk).update(number=ISSUES)
    for number in range(first.number, ISSUES):
        ago = timedelta(weeks=ISSUES - number)
        values = {
            field.attname: getattr(first, field.attname)
            for field in Issue._meta.concrete_fields
        }
        assert first.covers_until  # noqa: S101  for mypy
        day = first.covers_until - ago
        values |= {
            "id": None,
            "number": number,
            "slug": f"{day:%Y-%m-%d}-issue-{number}",
            "session_name": f"{first.session_name}_{number}",
            "subject": f"{first.subject}, week{number:03}",
            "covers_until": day,
            "published_at": first.created_at - ago,
        }
        issue = Issue.objects.create(**values)
        Citation.objects.bulk_create(_copies(citations, issue_id=issue.pk))
        Coverage.objects.bulk_create(_copies(coverage, issue_id=issue.pk))
        search.keep(issue)


def _copies(rows: Sequence[_Row], **changes: int) -> list[_Row]:
    model = type(rows[0])
    return [
        model(**{
            field.attname: getattr(row, field.attname)
            for field in model._meta.concrete_fields
            if not field.primary_key
        } | changes)
        for row in rows
    ]  # fmt: skip


def _more_sessions(first: Session, lines: Sequence[AgentEvent]) -> None:
    gathered: list[AgentEvent] = []
    for number in range(1, SESSIONS):
        session = _session(first, f"{first.name}_{number}", len(lines))
        session.created_at = first.created_at - timedelta(days=number)
        session.save()
        gathered += _renumbered(session, lines)
        if len(gathered) > _AT_ONCE:
            AgentEvent.objects.bulk_create(gathered)
            gathered = []
    AgentEvent.objects.bulk_create(gathered)


def _long_session(first: Session, lines: Sequence[AgentEvent]) -> None:
    """One that lost its worker over and over before it went on."""
    began = next(line for line in lines if line.event_type == Kind.STEP_STARTED).seq
    before, after = lines[: began - 1], lines[began - 1 :]
    session = _session(first, LONG, LINES)
    session.save()
    lost = list(_lost(LINES - len(lines)))
    AgentEvent.objects.bulk_create(
        _renumbered(session, [*before, *lost, *after]), batch_size=_AT_ONCE
    )


def _lost(wanted: int) -> Iterator[AgentEvent]:
    for attempt in range(1, wanted // 2 + 1):
        about = {"step": "memory", "key": "memory.1", "attempt": attempt}
        started = {"idempotency_key": f"memory.1:{attempt}", "worker": "bench:0:0:0"}
        yield AgentEvent(event_type=Kind.STEP_STARTED, data={**about, **started})
        lost = {"reason": "its worker died", "is_released": True}
        yield AgentEvent(event_type=Kind.STEP_LOST, data={**about, **lost})


def _session(first: Session, name: str, lines: int) -> Session:
    values = {
        field.attname: getattr(first, field.attname)
        for field in Session._meta.concrete_fields
    }
    return Session(**values | {"id": None, "name": name, "last_seq": lines})


def _renumbered(session: Session, lines: Sequence[AgentEvent]) -> Iterator[AgentEvent]:
    for seq, line in enumerate(lines, 1):
        yield AgentEvent(
            id=uuid.uuid4(),
            session=session,
            seq=seq,
            event_type=line.event_type,
            agent_name=line.agent_name,
            brain=line.brain,
            data=line.data,
            created_at=line.created_at or session.created_at,
            hash=line.hash,
        )


if __name__ == "__main__":
    main()
