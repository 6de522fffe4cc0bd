"""Where the one way out does not go: private addresses, by whatever way they come."""

import asyncio
import socket

import pytest

from newsletter.tests.support.web import A, Web, ask, html, redirect, site_with
from newsletter.web.connector import PublicResolver, loopback_socket, public_socket
from newsletter.web.fetch import Fault, Fetcher, Limits, Page
from newsletter.web.guard import Refused


@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.1/", "http://[::1]/", "http://169.254.169.254/latest/",
        "http://10.0.0.1/", "http://[::ffff:127.0.0.1]/", "http://2130706433/",
        "http://localhost/", "http://a.org:22/", "http://u:p@a.org/",
        "file:///etc/passwd", "gopher://127.0.0.1/", "ftp://a.org/",
    ],
)  # fmt: skip
def test_a_redirect_is_judged_like_an_address(target):
    page = ask(site_with("a.org/", redirect(target)))

    assert page.fault is Fault.REFUSED
    assert [hop.url for hop in page.chain] == [A]


def test_the_servers_own_loopback_address_is_refused_although_hosts_lead_there():
    async def go() -> Page:
        site = Web()
        limits = Limits(ports=frozenset({80, 443}) | set(range(1024, 65536)))
        async with site.serving(), site.fetcher(limits) as fetcher:
            # No host is routed when its name is not asked for.
            fetcher._routes = {}
            return await fetcher.get(f"http://127.0.0.1:{site.port}/")

    assert asyncio.run(go()).fault is Fault.REFUSED


@pytest.mark.parametrize(
    "answers",
    [
        ["10.0.0.1"],
        ["127.0.0.1"],
        ["93.184.215.14", "127.0.0.1"],
        ["93.184.215.14", "::1"],
        ["64:ff9b::a00:1"],
        ["169.254.169.254"],
    ],
)
def test_a_host_with_one_private_address_is_refused_whole(answers):
    page = ask(Web(), closed=frozenset({"a.org"}), lookup=lambda _: answers)

    assert page.fault is Fault.REFUSED
    assert "not public" in page.detail


def test_a_name_that_changes_its_mind_is_refused_where_the_socket_opens():
    """The judgement does not rest on the lookup: the address connected to is judged."""
    info = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 80))

    with pytest.raises(Refused, match=r"127\.0\.0\.1"):
        public_socket(info)


def test_a_second_lookup_that_turns_private_is_refused():
    answers = [["93.184.215.14"], ["127.0.0.1"]]
    resolver = PublicResolver(lambda _: answers.pop(0), threads=1)

    async def go() -> None:
        await resolver.resolve("a.org", 80)
        with pytest.raises(Refused):
            await resolver.resolve("a.org", 80)
        await resolver.close()

    asyncio.run(go())


def test_a_routed_request_can_reach_this_machine_alone():
    info = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.215.14", 80))

    with pytest.raises(Refused):
        loopback_socket(info)
    loopback_socket(
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 80))
    ).close()


def test_a_route_to_another_machine_is_an_error_of_ours():
    async def go() -> None:
        async with Fetcher(routes={"a.org": ("10.0.0.1", 80)}) as fetcher:
            await fetcher.get(A)

    with pytest.raises(ValueError, match=r"10\.0\.0\.1"):
        asyncio.run(go())


def test_a_proxy_of_the_environment_is_not_used(monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1/")
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:1/")

    assert ask(site_with("a.org/", "Hello")).status == 200


def test_a_cookie_is_not_given_back():
    site = Web()
    site.put("a.org/", redirect("/next"))
    site.put("a.org/next", html("Next", Set_Cookie="a=b"))

    async def go() -> None:
        async with site.serving(), site.fetcher() as fetcher:
            await fetcher.get("https://a.org/next")
            await fetcher.get(A)

    asyncio.run(go())

    assert not any("Cookie" in request.headers for request in site.requests)
