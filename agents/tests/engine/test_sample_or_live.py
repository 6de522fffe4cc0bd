"""Which web a session reads: what is set, else whatever answers."""

import socket

import pytest

from agents.engine import routes
from agents.engine import sample_or_live as web
from agents.models import Session
from newsletter.research import sample

LIVE, SAMPLE = Session.Sources.LIVE, Session.Sources.SAMPLE


@pytest.fixture
def internet(monkeypatch, settings):
    """Hosts that answer; all others do not."""
    settings.CRUX_SOURCES = "auto"
    answering = set()

    def connect(address, timeout):
        if address[0] not in answering:
            raise OSError("unreachable")
        return socket.socket()

    monkeypatch.setattr(web.socket, "create_connection", connect)
    return answering


def test_without_a_network_the_sample_is_read(internet):
    assert web.choose() == SAMPLE


@pytest.mark.parametrize("host", [host for host, _ in web.PROBES])
def test_one_host_that_answers_is_enough_for_the_live_web(internet, host):
    internet.add(host)

    assert web.choose() == LIVE


@pytest.mark.parametrize("sources", ["live", "sample"])
def test_what_is_set_is_read_whatever_answers(internet, settings, sources):
    settings.CRUX_SOURCES = sources
    internet.update(host for host, _ in web.PROBES)

    assert web.choose() == sources


def test_the_live_web_needs_no_routes():
    assert routes.routes(LIVE) is None


def test_the_sample_is_served_once_for_all_its_sessions():
    assert routes.routes(SAMPLE) is routes.routes(SAMPLE)


@pytest.mark.django_db
def test_the_sample_asks_only_the_sources_that_it_bundles():
    bundled = {spec.url for spec in sample.sources()}

    assert {spec.url for spec in routes.specs(SAMPLE)} == bundled
    assert {spec.url for spec in routes.specs(LIVE)} > bundled
