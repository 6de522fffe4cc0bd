"""Where the one way out stops: sizes, times, and servers that break the rules."""

import asyncio
import gzip
import socket
import ssl
import threading
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
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

from newsletter.tests.support.web import QUICK, A, Web, ask, hang, html, site_with
from newsletter.web import connector
from newsletter.web.fetch import Fault, Fetcher, Limits, Page


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
    "headers",
    [
        {"Content-Security-Policy": "x" * 60_000},
        {f"X-{n}": "x" * 600 for n in range(100)},
    ],
)
def test_headers_that_a_browser_bears_are_borne(headers):
    page = ask(site_with("a.org/", html("x", **headers)))

    assert page.status == 200


@pytest.mark.parametrize(
    "headers", [{"X-Long": "x" * 70_000}, {f"X-{n}": "x" * 4000 for n in range(600)}]
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
    assert "Error" not in page.detail
    assert "127.0.0.1" not in page.detail


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


@pytest.mark.parametrize(
    ("answers", "is_cut_off"),
    [([], True), (["10.0.0.1"], False)],  # what leads inside is never asked
)
def test_who_met_nobody_at_all_is_cut_off(answers, is_cut_off):
    def lookup(_: str) -> list[str]:
        if not answers:
            raise socket.gaierror(socket.EAI_AGAIN, "told")
        return answers

    async def go() -> bool:
        async with Fetcher(limits=Limits(retries=0), lookup=lookup) as fetcher:
            await fetcher.get("https://a.org/")
            return fetcher.is_cut_off

    assert asyncio.run(go()) is is_cut_off


def test_name_servers_that_are_silent_do_not_keep_other_hosts_waiting():
    over = threading.Event()

    def lookup(host: str) -> list[str]:
        if host.startswith("silent"):
            over.wait(60)
        return ["10.0.0.1"]

    async def go() -> tuple[Page, Page]:
        limits = Limits(total_seconds=0.5, at_once=2, retries=0)
        async with Fetcher(limits=limits, lookup=lookup) as fetcher:
            silent = [f"https://silent{number}.org/" for number in range(4)]
            pages = await fetcher.get_all(silent)
            return pages[silent[0]], await fetcher.get("https://a.org/")

    try:
        silent, other = asyncio.run(go())
    finally:
        over.set()

    assert silent.fault is Fault.TIMEOUT
    assert other.fault is Fault.REFUSED  # it was looked up, and leads inside


def test_a_look_up_that_finds_no_thread_free_is_a_time_out_and_the_next_goes_on():
    over = threading.Event()

    def lookup(_: str) -> list[str]:
        over.wait(60)
        return ["10.0.0.1"]

    async def go() -> tuple[list[Page], Page]:
        limits = Limits(total_seconds=0.05, at_once=1, per_host=1, retries=0)
        async with Fetcher(limits=limits, lookup=lookup) as fetcher:
            names = range(connector._LOOK_UPS_A_REQUEST + 1)
            held = await fetcher.get_all(f"https://silent{name}.org/" for name in names)
            over.set()
            return list(held.values()), await fetcher.get("https://a.org/")

    try:
        held, other = asyncio.run(go())
    finally:
        over.set()

    assert [page.fault for page in held] == [Fault.TIMEOUT] * len(held)
    assert other.fault is Fault.REFUSED  # it was looked up, and leads inside


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
    monkeypatch.setattr(connector, "is_public", lambda _: True)

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
