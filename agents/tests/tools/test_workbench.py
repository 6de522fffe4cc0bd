"""The way out of an agent run: a network that is away, told from hosts that are."""

import pytest

from agents.brains.base import NetworkAway
from agents.models import Session
from agents.tests.support.workbench import make_bench
from agents.tools import workbench

pytestmark = pytest.mark.django_db


@pytest.fixture
def visit(make_session, monkeypatch):
    """Visits a web at whose hosts nobody answers, nor elsewhere where that is away."""
    session = make_session()
    session.sources = Session.Sources.LIVE
    bench = make_bench(session, "memory")
    monkeypatch.setattr(workbench.Fetcher, "is_cut_off", True)

    async def nothing(_):
        return "nothing"

    def go(*, network):
        monkeypatch.setattr(workbench, "is_there", lambda _: network)
        return bench.web(nothing)

    return go


def test_hosts_that_are_away_are_held_to_be_what_they_are(visit):
    assert visit(network=True) == "nothing"


def test_a_network_that_is_away_is_held_against_nobody(visit):
    with pytest.raises(NetworkAway):
        visit(network=False)


def test_where_nobody_waits_the_hosts_are_away(visit, settings):
    settings.MODEL_PATIENCE_MINUTES = 0

    assert visit(network=False) == "nothing"
