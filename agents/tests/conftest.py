"""What the engine's tests stand on: sessions to run, and commits that others see."""

from collections.abc import Callable, Iterator

import pytest
from django.db import connection
from django.db.models import QuerySet

from agents.engine import db_triggers, heartbeat, sessions
from agents.models import AgentEvent, Session
from agents.tests.support import newsroom
from agents.tests.support import small_week as small_week_
from agents.tests.support.workbench import make_bench
from agents.tools import base as tools_base
from agents.tools.workbench import Workbench
from newsletter.models import Newsletter
from newsletter.tests.support.makers import make_newsletter

MakeSession = Callable[..., Session]


@pytest.fixture
def committed(transactional_db: None) -> Iterator[None]:
    """Real commits, for tests with several connections; emptied afterwards."""
    yield
    db_triggers.lift()


@pytest.fixture(autouse=True)
def no_heart_beats_on() -> Iterator[None]:
    """A lease that a test left behind is not renewed during the next one."""
    yield
    heartbeat.HEART.leases.clear()


@pytest.fixture
def make_session() -> MakeSession:
    """Begins a session of a newsletter that is made at need."""

    def make(slug: str = "weekly", **plan: object) -> Session:
        newsletter, _ = Newsletter.objects.get_or_create(
            slug=slug,
            defaults={
                "title": slug.title(),
                "profile": "Agents.",
                "shared_outlets": True,
            },
        )
        return sessions.start(
            newsletter, sessions.Plan(sources=Session.Sources.SAMPLE, **plan)
        )

    return make


@pytest.fixture
def small_week() -> Iterator[None]:
    """Sessions of the sample read three makers, and the papers of one field."""
    with small_week_.told_by(*small_week_.MAKERS):
        yield


@pytest.fixture(scope="module")
def researched(standing, tmp_path_factory) -> Session:
    """A session over honest pages whose writer is to begin; tests take `to_write`."""
    directory = tmp_path_factory.mktemp("var")
    return standing(
        lambda: newsroom.played(make_newsletter(), directory, until="writer")
    )


@pytest.fixture
def to_write(researched: Session, db: None) -> Session:
    """A session over honest pages that is done up to its writer, as a test finds it."""
    return Session.objects.get(pk=researched.pk)


@pytest.fixture
def is_postgres() -> bool:
    return connection.vendor == "postgresql"


@pytest.fixture
def unguarded(db: None) -> Callable[..., None]:
    """Changes rows as somebody would who has the database to himself."""

    def change(rows: QuerySet[AgentEvent], **values: object) -> None:
        db_triggers.lift()
        super(type(rows), rows).update(**values)
        db_triggers.install(using="default")

    return change


@pytest.fixture
def bench(make_session: MakeSession) -> Workbench:
    """The memory agent's, at the start of a session."""
    return make_bench(make_session(), "memory")


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long was waited, in seconds, without waiting."""
    waited: list[float] = []
    monkeypatch.setattr(tools_base.time, "sleep", waited.append)
    return waited
