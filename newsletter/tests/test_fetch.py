"""The one way out: what it refuses, where it stops, and how it treats a host."""

import asyncio
import gzip
import socket
import ssl
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from aiohttp import web
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from cryptography.x509.oid import NameOID

from newsletter import turns, wire
from newsletter.addresses import Refused
from newsletter.fetch import Fault, Fetcher, Limits, Page
from newsletter.tests.web import QUICK, Web, hang, html, in_turn, redirect
from newsletter.wire import PublicResolver, loopback_socket, public_socket

A = "https://a.org/"


def ask(site: Web, url: str = A, *, limits: Limits = QUICK, **options) -> Page:
    """What a fetcher makes of an address of the site."""

    async def go() -> Page:
        async with site.serving(), site.fetcher(limits, **options) as fetcher:
            return await fetcher.get(url)

    return asyncio.run(go())


def site_with(url: str, answer) -> Web:
    site = Web()
    site.put(url, answer)
    return site


# What it brings back


def test_a_page_comes_with_its_evidence():
    page = ask(site_with("a.org/", html("Hello", ETag='"1"')))

    assert (page.status, page.fault, page.chain, page.truncated) == (
        200,
        None,
        (),
        False,
    )
    assert page.url == page.final_url == A
    assert page.content_type == "text/html; charset=utf-8"
    assert page.headers["etag"] == '"1"'
    assert "<title>Hello</title>" in page.text
    assert datetime.now(UTC) - page.fetched_at < timedelta(minutes=1)


def test_a_routed_request_names_the_host_and_scheme_it_was_for():
    site = site_with("a.org/b%2Fc?d=e%20f", html("Hello"))

    page = ask(site, "https://a.org/b%2Fc?d=e%20f")

    (request,) = site.requests
    assert page.status == 200
    assert request.headers["Host"] == "a.org"
    assert request.headers["X-Forwarded-Proto"] == "https"
    assert not {"Cookie", "Authorization", "Referer"} & set(request.headers)


@pytest.mark.parametrize(
    ("content_type", "body", "text"),
    [
        ("text/html; charset=utf-8", "ä".encode(), "ä"),
        ("text/html; charset=iso-8859-1", b"\xe4", "ä"),
        ("text/html", "<meta charset='latin-1'>ä".encode("latin-1"), "ä"),
        (
            "text/xml",
            "<?xml version='1.0' encoding='latin-1'?>ä".encode("latin-1"),
            "ä",
        ),
        ("text/html; charset=no-such", "ä".encode(), "ä"),
        ("text/html", "\ufeffä".encode(), "ä"),
        ("text/html", b"\xff\xfe\xe4", "\ufffd"),
    ],
)
def test_a_body_is_decoded_as_it_says(content_type, body, text):
    async def answer(_):
        return web.Response(body=body, headers={"Content-Type": content_type})

    assert ask(site_with("a.org/", answer)).text.endswith(text)


# Where it does not go


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


# Redirects


def test_redirects_are_followed_and_kept():
    site = Web()
    site.put("a.org/", redirect("b?c=d", 301))
    site.put("a.org/b?c=d", redirect("//b.org/ä x", 308))
    site.put("b.org/%C3%A4%20x", html("Here"))

    page = ask(site)

    assert page.final_url == "https://b.org/%C3%A4%20x"
    assert [(hop.url, hop.status) for hop in page.chain] == [
        (A, 301),
        ("https://a.org/b?c=d", 308),
    ]


@pytest.mark.parametrize(("hops", "fault"), [(5, None), (6, Fault.TOO_MANY_REDIRECTS)])
def test_five_redirects_are_followed_and_no_more(hops, fault):
    site = Web()
    for number in range(hops):
        site.put(f"a.org/{number or ''}", redirect(f"/{number + 1}"))
    site.put(f"a.org/{hops}", "Here")

    assert ask(site).fault is fault


def test_a_circle_of_redirects_is_seen():
    site = Web()
    site.put("a.org/", redirect("/b"))
    site.put("a.org/b", redirect("/"))

    page = ask(site)

    assert (page.fault, len(page.chain)) == (Fault.LOOP, 2)


@pytest.mark.parametrize("location", ["http://[", "http://", "\x80http://\xff"])
def test_a_redirect_to_nonsense_is_malformed(location):
    page = ask(site_with("a.org/", redirect(location)))

    assert page.fault in (Fault.MALFORMED, Fault.REFUSED, None)


def test_a_redirect_without_a_location_is_an_answer():
    assert ask(site_with("a.org/", html("x", status=302))).status == 302


# Limits


def test_a_body_is_cut_at_the_limit():
    page = ask(site_with("a.org/", html("x" * 5000)), limits=Limits(max_bytes=1000))

    assert (len(page.body), page.truncated, page.fault) == (1000, True, None)


def test_a_bomb_is_cut_after_decompression_and_does_not_fill_the_memory():
    bomb = gzip.compress(bytes(100_000_000))

    async def answer(_):
        return web.Response(body=bomb, headers={"Content-Encoding": "gzip"})

    tracemalloc.start()
    page = ask(site_with("a.org/", answer), limits=Limits(max_bytes=512_000))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert (len(page.body), page.truncated) == (512_000, True)
    assert most < 16_000_000


def test_an_endless_body_is_cut():
    async def answer(request):
        response = web.StreamResponse()
        await response.prepare(request)
        while True:
            await response.write(b"x" * 50_000)

    page = ask(site_with("a.org/", answer), limits=Limits(max_bytes=512_000))

    assert (page.truncated, page.fault) == (True, None)


def test_a_slow_drip_ends_in_time_with_what_came():
    async def answer(request):
        response = web.StreamResponse()
        await response.prepare(request)
        for _ in range(200):
            await response.write(b"drip ")
            await asyncio.sleep(0.02)
        return response

    limits = Limits(total_seconds=0.2, retries=0)
    page = ask(site_with("a.org/", answer), limits=limits)

    assert page.fault is Fault.TIMEOUT
    assert page.status == 200
    assert page.body.startswith(b"drip ")


def test_a_server_that_says_nothing_ends_in_time():
    page = ask(site_with("a.org/", hang), limits=Limits(total_seconds=0.1, retries=0))

    assert page.fault is Fault.TIMEOUT
    assert page.seconds < 2


def test_the_time_is_for_all_hops_together():
    async def slow_redirect(request):
        await asyncio.sleep(0.12)
        number = int(request.path[1:] or 0)
        return web.Response(status=302, headers={"Location": f"/{number + 1}"})

    site = Web()
    for number in range(5):
        site.put(f"a.org/{number or ''}", slow_redirect)

    page = ask(site, limits=Limits(total_seconds=0.3, retries=0))

    assert page.fault is Fault.TIMEOUT
    assert 1 <= len(page.chain) <= 2


@pytest.mark.parametrize(
    "headers", [{"X-Long": "x" * 20_000}, {f"X-{n}": "x" * 4000 for n in range(600)}]
)
def test_headers_beyond_measure_are_a_fault(headers):
    page = ask(site_with("a.org/", html("x", **headers)))

    assert page.fault in (Fault.TOO_LARGE, Fault.PROTOCOL)


def raw_server(speak: Callable[[asyncio.StreamWriter], None]) -> Page:
    """What a fetcher makes of a server that speaks as it likes."""

    async def serve(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        speak(writer)
        writer.close()

    async def go() -> Page:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with (
            server,
            Fetcher(routes={"a.org": ("127.0.0.1", port)}, limits=QUICK) as fetcher,
        ):
            return await fetcher.get(A)

    return asyncio.run(go())


@pytest.mark.parametrize(
    "words",
    [
        b"",
        b"SSH-2.0-OpenSSH_9.6\r\n",
        b"\x00\x01\x02",
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope",
        b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
        b"HTTP/1.1 99999 What\r\n\r\n",
    ],
)
def test_what_is_not_http_is_a_fault(words):
    page = raw_server(lambda writer: writer.write(words))

    assert page.fault in (Fault.PROTOCOL, Fault.TOO_LARGE)
    assert page.detail


def test_nobody_listening_is_a_fault():
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))

        async def go() -> Page:
            async with Fetcher(routes={"a.org": closed.getsockname()}) as fetcher:
                return await fetcher.get(A)

        page = asyncio.run(go())

    assert page.fault is Fault.CONNECT
    assert "refused" in page.detail.lower()


@pytest.mark.parametrize(
    ("code", "names_no_host"), [(socket.EAI_NONAME, True), (socket.EAI_AGAIN, False)]
)
def test_a_name_unknown_is_told_from_a_name_server_that_is_silent(code, names_no_host):
    def lookup(_: str) -> list[str]:
        raise socket.gaierror(code, "told")

    page = ask(Web(), closed=frozenset({"a.org"}), lookup=lookup)

    assert page.fault is Fault.DNS
    assert page.names_no_host is names_no_host


def self_signed(folder: Path) -> ssl.SSLContext:
    """A server's side of TLS, with a certificate that nobody vouches for."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "a.org")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(datetime(2025, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(2035, 1, 1, tzinfo=UTC))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("a.org")]), False)
        .sign(key, hashes.SHA256())
    )
    pem = certificate.public_bytes(Encoding.PEM) + key.private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    )
    (folder / "both.pem").write_bytes(pem)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(folder / "both.pem")
    return context


def test_a_certificate_that_nobody_vouches_for_is_a_fault(monkeypatch, tmp_path):
    monkeypatch.setattr(wire, "is_public", lambda _: True)

    async def go() -> Page:
        server = await asyncio.start_server(
            lambda *_: None, "127.0.0.1", 0, ssl=self_signed(tmp_path)
        )
        port = server.sockets[0].getsockname()[1]
        limits = Limits(ports=frozenset({port}))
        async with (
            server,
            Fetcher(limits=limits, lookup=lambda _: ["127.0.0.1"]) as fetcher,
        ):
            return await fetcher.get(f"https://a.org:{port}/")

    page = asyncio.run(go())

    assert page.fault is Fault.TLS
    assert "self-signed" in page.detail


# Patience, and manners


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_a_passing_fault_is_asked_about_once_more(status):
    site = site_with("a.org/", in_turn(html("Wait", status=status), html("Here")))

    assert ask(site).status == 200
    assert site.asked["GET a.org/"] == 2


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 451, 999])
def test_an_answer_that_stands_is_not_asked_about_again(status):
    site = site_with("a.org/", html("No", status=status))

    assert ask(site).status == status
    assert site.asked["GET a.org/"] == 1


def test_a_lasting_fault_is_asked_about_twice_and_no_more():
    site = site_with("a.org/", html("Broken", status=503))

    assert ask(site).status == 503
    assert site.asked["GET a.org/"] == 2


def test_a_time_out_is_asked_about_once_more():
    site = site_with("a.org/", in_turn(hang, html("Here")))

    assert (
        ask(site, limits=Limits(total_seconds=0.2, retry_wait_seconds=0)).status == 200
    )


@pytest.mark.parametrize(
    ("header", "waited"),
    [("7", 7.0), ("Thu, 07 Aug 2025 09:00:08 GMT", 8.0), ("soon", 1.0)],
)
def test_a_server_that_asks_to_wait_is_waited_for(header, waited, monkeypatch):
    naps = []

    async def nap(seconds: float) -> None:
        naps.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", nap)
    busy = html("Busy", status=429, Retry_After=header)
    with time_machine.travel("2025-08-07T09:00:00Z", tick=False):
        page = ask(
            site_with("a.org/", in_turn(busy, html("Here"))),
            limits=Limits(retry_wait_seconds=1.0),
        )

    assert page.status == 200
    assert [seconds for seconds in naps if seconds] == [waited]


def test_a_server_that_asks_for_too_long_is_not_waited_for():
    site = site_with("a.org/", html("Busy", status=429, Retry_After="3600"))

    page = ask(site)

    assert (page.status, page.headers["retry-after"]) == (429, "3600")
    assert site.asked["GET a.org/"] == 1


def test_a_host_is_asked_four_times_at_once_and_others_do_not_wait():
    async def slow(_):
        await asyncio.sleep(0.02)
        return web.Response(text="x")

    site = Web()
    urls = [f"https://{host}/{n}" for host in ("a.org", "b.org") for n in range(12)]
    for url in urls:
        site.put(url.removeprefix("https://"), slow)

    async def go() -> dict[str, Page]:
        async with site.serving(), site.fetcher() as fetcher:
            return await fetcher.get_all([*urls, *urls])

    pages = asyncio.run(go())

    assert list(pages) == urls
    assert all(page.status == 200 for page in pages.values())
    assert site.most_at_once == {"a.org": 4, "b.org": 4}
    assert len(site.requests) == len(urls)


def test_a_host_that_wants_pauses_is_asked_one_by_one(monkeypatch):
    naps = []

    async def nap(seconds: float) -> None:
        naps.append(round(seconds))

    monkeypatch.setattr(turns, "_LAST_ASKED", {})
    monkeypatch.setattr(asyncio, "sleep", nap)
    limits = Limits(retries=0, spacing_seconds={"a.org": 3.0})

    async def go() -> None:
        async with Fetcher(limits=limits, lookup=lambda _: ["10.0.0.1"]) as fetcher:
            await fetcher.get_all([f"https://a.org/{n}" for n in range(3)])

    asyncio.run(go())

    assert naps == [0, 3, 6]


def test_the_sample_wants_no_pauses():
    site = site_with("a.org/", "Hello")

    page = ask(site, limits=Limits(spacing_seconds={"a.org": 60.0}))

    assert page.status == 200


# The cache


def test_an_address_is_asked_once_and_again_when_its_time_is_over():
    site = site_with("a.org/", html("Hello", ETag='"1"', Last_Modified="then"))

    async def go() -> None:
        async with site.serving(), site.fetcher() as fetcher:
            first = await fetcher.get(A)
            assert await fetcher.get(A) is first
            with time_machine.travel(datetime.now(UTC) + timedelta(hours=2)):
                await fetcher.get(A)

    asyncio.run(go())

    before, after = site.requests
    assert "If-None-Match" not in before.headers
    assert after.headers["If-None-Match"] == '"1"'
    assert after.headers["If-Modified-Since"] == "then"


def test_what_did_not_change_is_kept():
    async def unchanged(_):
        return web.Response(status=304)

    site = site_with("a.org/", in_turn(html("Hello", ETag='"1"'), unchanged))

    async def go() -> tuple[Page, Page]:
        async with site.serving(), site.fetcher() as fetcher:
            first = await fetcher.get(A)
            with time_machine.travel(datetime.now(UTC) + timedelta(hours=2)):
                return first, await fetcher.get(A)

    first, second = asyncio.run(go())

    assert (second.status, second.body) == (200, first.body)
    assert second.fetched_at > first.fetched_at


@pytest.mark.parametrize(
    ("status", "minutes", "asked"),
    [(200, 50, 1), (200, 70, 2), (404, 50, 1), (404, 70, 2), (403, 9, 1), (403, 11, 2)],
)  # fmt: skip
def test_an_answer_holds_as_long_as_it_is_likely_to(status, minutes, asked):
    site = site_with("a.org/", html("x", status=status))

    async def go() -> None:
        async with site.serving(), site.fetcher() as fetcher:
            await fetcher.get(A)
            with time_machine.travel(datetime.now(UTC) + timedelta(minutes=minutes)):
                await fetcher.get(A)

    asyncio.run(go())

    assert len(site.requests) == asked
