"""A loopback platform for tests, the agents on it, and one step done with a brain."""

from collections.abc import Callable, Iterator

import pytest

from agents.brains.anthropic import client as anthropic_client
from agents.brains.base import Brief, Hands
from agents.brains.local.asking import ask, emit
from agents.brains.local.roles import ROLES
from agents.engine import leases, sessions
from agents.engine.leases import Lease
from agents.events.brief import CoveredTopics
from agents.events.schema import Kind
from agents.models import Agent, Environment, Session
from agents.prompts.loader import roster
from agents.runs import harness, provisioning
from agents.runs.outcome import Outcome
from agents.testing.anthropic.server import AnthropicServer
from agents.testing.arena import Arena, hasty_brains, with_front
from newsletter.models import Newsletter

DoStep = Callable[..., Outcome]


def _look_and_tell(_: Brief, hands: Hands) -> None:
    ask(hands, "get_events", event_types=[Kind.ISSUE_PUBLISHED])
    emit(hands, Kind.COVERED_TOPICS, CoveredTopics())


@pytest.fixture
def first_step(monkeypatch) -> Iterator[None]:
    """The first step, which is code's else, in two turns: it looks, and then tells."""
    monkeypatch.setitem(ROLES, "memory", _look_and_tell)
    with with_front("memory", by_code=False, tools=("get_events", "emit_event")):
        yield


@pytest.fixture
def server(settings, first_step) -> Iterator[AnthropicServer]:
    """The platform, where the settings look for it; brains are in haste."""
    with AnthropicServer() as server, hasty_brains():
        settings.ANTHROPIC_BASE_URL = server.url
        yield server
        anthropic_client.forget()


@pytest.fixture
def platform(server, db):
    """The platform with the agents on it, as `syncagents` would have made them."""
    place = server.platform.create_environment(
        {"name": provisioning.APP, "config": provisioning.CONFIG}
    )
    Environment.objects.create(name=provisioning.APP, remote_id=place["id"])
    rows = []
    for spec in roster().values():
        sha256 = provisioning.spec_sha256(spec)
        made = server.platform.create_agent(
            provisioning.definition(spec)
            | {"metadata": provisioning.metadata(spec, sha256)}
        )
        on_record = {
            "remote_id": made["id"],
            "remote_version": made["version"],
            "spec_sha256": sha256,
        }
        rows.append(Agent(slug=spec.slug, **on_record))
    Agent.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["slug"],
        update_fields=[*on_record],
    )
    return server.platform


@pytest.fixture
def weekly(db) -> Session:
    """A session whose first step, memory, is due."""
    newsletter = Newsletter.objects.create(
        slug="weekly", title="Weekly", profile="Agents."
    )
    return sessions.start(newsletter, sessions.Plan(sources=Session.Sources.SAMPLE))


@pytest.fixture
def taken(weekly) -> Lease:
    """The lease on the memory step."""
    return leases.take(weekly.pk, "memory")


@pytest.fixture
def remember(weekly, taken) -> DoStep:
    """Has the memory step done by these brains."""

    def do(*brains: str) -> Outcome:
        Session.objects.filter(pk=weekly.pk).update(brains=list(brains))
        return harness.run(taken)

    return do


@pytest.fixture
def succeed(weekly, taken, remember, monkeypatch) -> DoStep:
    """Has the memory step done by a brain whose first worker dies at a tool's answer."""

    def do(brain: str) -> Outcome:
        with monkeypatch.context() as patch:
            patch.setattr(f"agents.brains.anthropic.{brain}.render", _die)
            with pytest.raises(SystemExit):
                remember(brain)
        leases.lose(taken, "its worker died")
        return harness.run(leases.take(weekly.pk, "memory"))

    return do


def _die(*_: object) -> None:
    raise SystemExit


@pytest.fixture
def arena(settings, tmp_path) -> Iterator[Arena]:
    """Whole sessions of the sample over real HTTP."""
    settings.CRUX_SOURCES = "sample"
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"
    with AnthropicServer() as server:
        arena = Arena(server)
        arena.prepare()
        yield arena
        anthropic_client.forget()
