"""Feeds in the operator's own network: those that are named, and nothing behind them."""

import asyncio
import socket

import pytest

from newsletter.research.outlets.own_hosts import is_own
from newsletter.research.outlets.registry import fault_of
from newsletter.tests.support.web import QUICK, Web, redirect
from newsletter.web.fetch import Fault, Fetcher, Page

NAMED = ["rsshub.internal:1200", "10.0.0.5"]


@pytest.mark.parametrize(
    ("url", "may_be_read"),
    [
        ("http://rsshub.internal:1200/github/issue", True),
        ("http://RSSHUB.internal:1200/", True),
        ("http://rsshub.internal/", False),
        ("http://rsshub.internal:6379/", False),
        ("http://a.rsshub.internal:1200/", False),
        ("https://10.0.0.5/feed.xml", True),
        ("http://10.0.0.5:8080/feed.xml", False),
        ("http://10.0.0.5@10.0.0.6/feed.xml", False),
        ("ftp://10.0.0.5/feed.xml", False),
        ("http://[::1/", False),
    ],
)
def test_own_is_the_host_that_is_named_with_its_port(settings, url, may_be_read):
    settings.OUTLET_OWN_HOSTS = NAMED
    assert is_own(url) is may_be_read


def test_a_named_feed_may_be_an_outlet(settings):
    settings.OUTLET_OWN_HOSTS = NAMED
    assert fault_of("feed", "https://10.0.0.5/feed.xml") == ""
    assert fault_of("feed", "http://10.0.0.5:8080/feed.xml")


def test_without_a_name_the_refusal_says_what_would_help(settings):
    settings.OUTLET_OWN_HOSTS = []
    told = fault_of("feed", "http://10.0.0.5:8080/feed.xml")
    assert "OUTLET_OWN_HOSTS" in told


def test_no_other_kind_of_outlet_may_be_there(settings):
    settings.OUTLET_OWN_HOSTS = ["10.0.0.5"]
    assert fault_of("mastodon", "https://10.0.0.5/@ada")


def test_what_is_named_is_read_and_leads_nowhere_else_inside():
    site = Web()

    def nobody(_host: str) -> list[str]:
        raise socket.gaierror(socket.EAI_NONAME, "no such host")

    async def read() -> list[Page]:
        async with (
            site.serving(),
            Fetcher(limits=QUICK, lookup=nobody) as fetcher,
        ):
            here = f"http://127.0.0.1:{site.port}/"
            site.put(here.removeprefix("http://") + "feed.xml", "<rss/>")
            site.answers[here.removeprefix("http://") + "on"] = redirect(
                here + "feed.xml"
            )
            pages = [
                await fetcher.get(here + "feed.xml", is_own=True),
                await fetcher.get(here + "on", is_own=True),
                await fetcher.get(here + "feed.xml", max_bytes=99),
            ]
            await fetcher.get("https://a.org/")
            # What is one's own answers though the web is away.
            assert fetcher.is_cut_off
            return pages

    named, led_on, by_another = asyncio.run(read())
    assert (named.status, named.fault) == (200, None)
    assert led_on.fault is by_another.fault is Fault.REFUSED
    assert sum(site.asked.values()) == 2
