"""Which web a session reads: what is set, else whatever answers."""

import socket
import threading

import pytest

from agents.engine import sample_or_live
from agents.models import Session
from newsletter.research.sample.catalogue import outlets as sample_outlets
from newsletter.tests.support.makers import make_newsletter

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

    monkeypatch.setattr(sample_or_live.socket, "create_connection", connect)
    return answering


def test_without_a_network_nothing_is_chosen(internet):
    with pytest.raises(sample_or_live.WebSilent, match="try again later"):
        sample_or_live.choose()


def test_a_name_server_that_is_silent_is_not_waited_for(monkeypatch, settings):
    settings.CRUX_SOURCES = "auto"
    over = threading.Event()
    monkeypatch.setattr(sample_or_live, "LOOK_UP_SECONDS", 0.05)
    monkeypatch.setattr(sample_or_live, "_answers", lambda _: over.wait(60))

    with pytest.raises(sample_or_live.WebSilent):
        sample_or_live.choose()

    over.set()


@pytest.mark.parametrize("host", [host for host, _ in sample_or_live.PROBES])
def test_one_host_that_answers_is_enough_for_the_live_web(internet, host):
    internet.add(host)

    assert sample_or_live.choose() == LIVE


@pytest.mark.django_db
def test_one_outlet_of_the_newsletters_own_is_enough_too(internet):
    newsletter = make_newsletter()
    for name, url in (("A", "http://10.0.0.7/rss"), ("B", "https://vale.example/rss")):
        newsletter.outlets.create(name=name, how="feed", url=url)
    internet.add("10.0.0.7")

    with pytest.raises(sample_or_live.WebSilent):
        sample_or_live.choose([newsletter])
    internet.add("vale.example")

    assert sample_or_live.choose([newsletter]) == LIVE


@pytest.mark.parametrize("sources", ["live", "sample"])
def test_what_is_set_is_read_whatever_answers(internet, settings, sources):
    settings.CRUX_SOURCES = sources
    internet.update(host for host, _ in sample_or_live.PROBES)

    assert sample_or_live.choose() == sources


def test_the_live_web_needs_no_routes():
    assert sample_or_live.routes(LIVE) is None


def test_the_sample_is_served_once_for_all_its_sessions():
    assert sample_or_live.routes(SAMPLE) is sample_or_live.routes(SAMPLE)


@pytest.mark.django_db
def test_the_sample_asks_only_the_sources_that_it_bundles(make_session):
    bundled = {spec.url for spec in sample_outlets()}
    session = make_session()
    asked = {spec.url for spec in sample_or_live.outlets(session)}
    session.sources = LIVE
    live = session.newsletter.outlets.create(
        name="Own", how="feed", url="https://own.example/rss"
    )

    assert asked == bundled
    assert live.url in {spec.url for spec in sample_or_live.outlets(session)} - bundled


@pytest.mark.django_db
def test_a_newsletter_that_asks_no_shared_outlets_has_none_in_the_sample(make_session):
    session = make_session()
    session.newsletter.shared_outlets = False

    assert sample_or_live.outlets(session) == ()
