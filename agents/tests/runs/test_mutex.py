"""One process at a time: the second one says so, and waits or gives up."""

import pytest
from django.core.management import CommandError, call_command

from agents.management.commands import syncagents
from agents.models import Agent
from agents.runs.mutex import alone

pytest_plugins = ["agents.tests.support.platform_fixtures"]
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def place(settings, tmp_path):
    settings.VAR_DIR = tmp_path


def test_a_second_sync_makes_nothing_while_another_is_at_work(
    server, monkeypatch, capsys
):
    monkeypatch.setattr(syncagents, "PATIENCE_SECONDS", 0)

    with (
        alone("syncagents", 0, lambda: None),
        pytest.raises(
            CommandError, match="Another syncagents is at work for 0 s: end it"
        ),
    ):
        call_command("syncagents")

    assert not Agent.objects.exists()
    assert not server.requests


def test_it_goes_on_when_the_other_one_has_ended(monkeypatch):
    told = []
    first = alone("thing", 0, lambda: None)
    first.__enter__()
    monkeypatch.setattr("time.sleep", lambda _: first.__exit__(None, None, None))

    with alone("thing", 60, lambda: told.append("waits")):
        assert told == ["waits"]
