"""A loopback server that speaks to the unmodified Anthropic SDK.

Agents, environments, sessions with events and SSE, and the Messages API. Its models are
minds: the local brain plays their part unless a script is given. It can be told to fail.

    python manage.py anthropicserver --port 8787
    export ANTHROPIC_BASE_URL=http://127.0.0.1:8787 CRUX_BRAINS=managed
    python manage.py syncagents && python manage.py demo
"""

import json
import queue
import re
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

from agents.testing.anthropic import replies
from agents.testing.anthropic.faults import STREAM, Fault, Faults, How
from agents.testing.anthropic.platform import Platform, Refusal
from agents.testing.anthropic.shapes import Row, now
from agents.testing.minds import Mind, local_mind

PING_SECONDS = 1.0
SILENCE_SECONDS = 3600.0


class AnthropicServer:
    """The server and its platform, for as long as a block or a process lives."""

    def __init__(self, mind: Mind = local_mind, port: int = 0) -> None:
        self.platform = Platform(mind)
        self.faults = Faults()
        self.requests: list[str] = []
        # What replies that were made to break off had told of their usage.
        self.lost: list[Row] = []
        self.is_closing = threading.Event()
        self.http = _Http(("127.0.0.1", port), _Handler)
        self.http.daemon_threads = True
        self.http.owner = self

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.http.server_port}"

    def __enter__(self) -> Self:
        serve = threading.Thread(
            target=self.http.serve_forever, args=(0.05,), name="platform", daemon=True
        )
        serve.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.is_closing.set()
        self.http.shutdown()
        self.http.server_close()


class _Http(ThreadingHTTPServer):
    owner: AnthropicServer
    request_queue_size = 64

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away in the middle is no error of ours."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body leave in two writes: the second must not wait for an acknowledgement.
    disable_nagle_algorithm = True
    server: _Http

    def do_GET(self) -> None:
        self._serve("GET")

    def do_POST(self) -> None:
        self._serve("POST")

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    @property
    def platform(self) -> Platform:
        return self.server.owner.platform

    def _serve(self, method: str) -> None:
        address = urlsplit(self.path)
        request = f"{method} {address.path}"
        self.server.owner.requests.append(request)
        length = int(self.headers.get("content-length") or 0)
        raw = self.rfile.read(length)
        query = {key: values[-1] for key, values in parse_qs(address.query).items()}
        fault = self.server.owner.faults.for_request(request)
        try:
            if fault and fault.how is How.REFUSED:
                self._refuse(fault)
                return
            if re.fullmatch(STREAM, request):
                self._stream_events(address.path.split("/")[3], request)
                return
            answer = self._route(method, address.path, json.loads(raw or b"{}"), query)
        except Refusal as refusal:
            self._say_no(refusal)
            return
        if fault and fault.how is How.LOST:
            self._hang_up()
        elif fault:
            self._refuse(fault)
        elif isinstance(answer, Iterator):
            self._stream(answer, self.server.owner.faults.for_stream(request))
        else:
            self._answer(200, answer)

    def _route(self, method: str, path: str, body: Row, query: Row) -> Any:
        for pattern, act in ROUTES:
            if found := re.fullmatch(pattern, f"{method} {path}"):
                with self.platform.lock if "messages" not in path else _Unlocked():
                    return act(self.platform, found.groups(), body, query)
        raise Refusal(404, "not_found_error", f"no {method} {path} here")

    def _answer(self, status: int, body: Any, headers: Row | None = None) -> None:
        raw = json.dumps(body, ensure_ascii=False).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(raw)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(raw)

    def _say_no(self, refusal: Refusal) -> None:
        error = {"type": refusal.kind, "message": refusal.message}
        self._answer(refusal.status, {"type": "error", "error": error})

    def _refuse(self, fault: Fault) -> None:
        error = {"type": fault.kind, "message": "as told"}
        body = {"type": "error", "error": error}
        self._answer(fault.status, body, fault.headers)

    def _hang_up(self) -> None:
        """Close the connection as a crash does: nothing more, no goodbye."""
        self.close_connection = True
        with suppress(OSError):  # who asked may have gone first
            self.connection.shutdown(socket.SHUT_RDWR)

    # --- Streams --------------------------------------------------------------------------

    def _stream_events(self, session_id: str, request: str) -> None:
        listener = self.platform.listen(session_id)
        fault = self.server.owner.faults.for_stream(request)
        self._stream(self._said(listener), fault)

    def _said(
        self, listener: "queue.SimpleQueue[Row | None]"
    ) -> Iterator[tuple[str, Row]]:
        while not self.server.owner.is_closing.is_set():
            try:
                event = listener.get(timeout=PING_SECONDS)
            except queue.Empty:
                yield "ping", {"type": "ping"}
                continue
            if event is None:
                return
            yield event["type"], event

    def _stream(self, events: Iterator[tuple[str, Row]], fault: Fault | None) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        said, usage = 0, dict[str, Any]()
        if fault and not fault.after and self._fail(fault):
            return
        for name, event in events:
            self._frame(name, event)
            said += name != "ping"
            usage |= event.get("message", event).get("usage", {})
            if fault and said >= fault.after:
                is_whole = fault.how is How.ENDED and name == "message_delta"
                self.server.owner.lost += [usage] if usage and not is_whole else []
                if self._fail(fault):
                    return
        self._chunk(b"")
        self.close_connection = True

    def _fail(self, fault: Fault) -> bool:
        """Do to the stream what the fault says; True when that was its end."""
        match fault.how:
            case How.BROKEN:
                self.wfile.flush()
                self._hang_up()
            case How.ENDED:
                self._chunk(b"")
                self.close_connection = True
            case How.ERROR:
                error = {"type": fault.kind, "message": "as told"}
                self._frame("error", {"type": "error", "error": error})
                self._chunk(b"")
                self.close_connection = True
            case How.SILENT:
                self.server.owner.is_closing.wait(SILENCE_SECONDS)
                self.close_connection = True
            case How.PINGS:
                until = time.monotonic() + SILENCE_SECONDS
                while time.monotonic() < until:
                    self._frame("ping", {"type": "ping"})
                    if self.server.owner.is_closing.wait(PING_SECONDS / 4):
                        break
                self.close_connection = True
            case _:
                return False
        return True

    def _frame(self, name: str, event: Row) -> None:
        data = json.dumps(event, ensure_ascii=False)
        self._chunk(f"event: {name}\ndata: {data}\n\n".encode())

    def _chunk(self, raw: bytes) -> None:
        self.wfile.write(f"{len(raw):x}\r\n".encode() + raw + b"\r\n")
        self.wfile.flush()


class _Unlocked:
    """A model may think for long; nobody else need wait for it."""

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


Act = Callable[[Platform, tuple[str, ...], Row, Row], Any]


def _page(rows: list[Row], query: Row) -> Row:
    start, limit = int(query.get("page", 0)), int(query.get("limit", 20))
    following = start + limit
    return {
        "data": rows[start:following],
        "next_page": str(following) if following < len(rows) else None,
    }


def _list_sessions(platform: Platform, _: Any, __: Row, query: Row) -> Row:
    rows = [
        talk.row
        for talk in platform.talks.values()
        if query.get("agent_id") in (None, talk.row["agent"]["id"])
        and not talk.row["archived_at"]
    ]
    return _page(rows, query)


def _list_agents(platform: Platform, _: Any, __: Row, query: Row) -> Row:
    return _page([versions[-1] for versions in platform.agents.values()], query)


def _say(platform: Platform, _: Any, body: Row, __: Row) -> Any:
    message = replies.reply(platform, body)
    return replies.stream(message) if body.get("stream") else message


def _model(_: Platform, found: tuple[str, ...], __: Row, ___: Row) -> Row:
    shown = {"type": "model", "id": found[0], "display_name": found[0]}
    return {**shown, "lifecycle": "active", "retires_at": None, "created_at": now()}


_ID = "([^/]+)"
ROUTES: tuple[tuple[str, Act], ...] = (
    (r"GET /v1/environments", lambda p, f, b, q: _page([*p.environments.values()], q)),
    (r"POST /v1/environments", lambda p, f, b, q: p.create_environment(b)),
    (r"GET /v1/agents", _list_agents),
    (r"POST /v1/agents", lambda p, f, b, q: p.create_agent(b)),
    (rf"GET /v1/agents/{_ID}", lambda p, f, b, q: p.agent(f[0])),
    (rf"POST /v1/agents/{_ID}", lambda p, f, b, q: p.update_agent(f[0], b)),
    (rf"GET /v1/models/{_ID}", _model),
    (r"GET /v1/sessions", _list_sessions),
    (r"POST /v1/sessions", lambda p, f, b, q: p.create_session(b)),
    (rf"GET /v1/sessions/{_ID}", lambda p, f, b, q: p.talk(f[0]).row),
    (rf"POST /v1/sessions/{_ID}", lambda p, f, b, q: p.update_session(f[0], b)),
    (rf"POST /v1/sessions/{_ID}/archive", lambda p, f, b, q: p.archive(f[0])),
    (
        rf"GET /v1/sessions/{_ID}/events",
        lambda p, f, b, q: _page(p.talk(f[0]).events, q),
    ),
    (
        rf"POST /v1/sessions/{_ID}/events",
        lambda p, f, b, q: {"data": p.send(f[0], b["events"])},
    ),
    (r"POST /v1/messages", _say),
)
