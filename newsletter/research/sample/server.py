"""A small HTTP server on loopback that answers as the sample's publishers would."""

import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from newsletter.research.sample.catalogue import Catalogue

LOOPBACK = "127.0.0.1"
MOST_POSTED = 100_000


@dataclass(frozen=True, slots=True)
class Serving:
    """Where the sample answers, and an address where nothing does."""

    open: tuple[str, int]
    closed: tuple[str, int]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.closing = threading.Event()
        super().__init__((LOOPBACK, 0), _Handler)

    def server_bind(self) -> None:
        """Bind without asking any name server for this machine's name."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = LOOPBACK, self.server_address[1]

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that left early is no error here."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "CruxSample"
    sys_version = ""
    # Head and body leave together: apart, the second waits for the first to be heard.
    wbufsize = -1
    server: _Server

    def do_GET(self) -> None:
        self._reply(with_body=True)

    def do_HEAD(self) -> None:
        self._reply(with_body=False)

    def do_POST(self) -> None:
        told = self.headers.get("Content-Length", "")
        length = int(told) if told.isdecimal() else 0
        self._reply(with_body=True, body=self.rfile.read(min(length, MOST_POSTED)))

    def _reply(self, *, with_body: bool, body: bytes = b"") -> None:
        host = self.headers.get("Host", "")
        reply = self.server.catalogue.answer(host, self.path, body)
        if reply.delay_seconds:
            self.server.closing.wait(reply.delay_seconds)
        status = reply.status if with_body else reply.head_status or reply.status
        self.send_response(status)
        self.send_header("Content-Type", reply.content_type)
        self.send_header("Content-Length", str(len(reply.body)))
        if reply.location:
            self.send_header("Location", reply.location)
        self.end_headers()
        if with_body:
            self.wfile.write(reply.body)

    def log_message(self, format: str, *args: object) -> None:
        """The one who asks keeps the log."""


def is_possible() -> bool:
    """Can this machine talk to itself? In a bare network namespace it cannot."""
    with socket.socket() as listening, socket.socket() as asking:
        listening.bind((LOOPBACK, 0))
        listening.listen()
        asking.settimeout(5)
        return asking.connect_ex(listening.getsockname()) == 0


@contextmanager
def run(catalogue: Catalogue) -> Iterator[Serving]:
    """Serve until the context is left; begins within milliseconds."""
    # Bound but not listening: refuses every connection, and nobody else can take it.
    with socket.socket() as closed, _Server(catalogue) as server:
        closed.bind((LOOPBACK, 0))
        thread = threading.Thread(
            target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        )
        thread.start()
        try:
            port = server.server_address[1]
            yield Serving((LOOPBACK, port), (LOOPBACK, closed.getsockname()[1]))
        finally:
            server.closing.set()
            server.shutdown()
            thread.join()
