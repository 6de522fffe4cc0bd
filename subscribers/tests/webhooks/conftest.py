"""A webhook on this machine, and endpoints of the desk that lead to it."""

import base64
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from subscribers.models import WebhookEndpoint, WebhookEvent
from subscribers.webhooks import endpoints

KEY = b"0123456789abcdef0123456789abcdef"


@pytest.fixture
def receiver(settings):
    """A webhook on this machine: what came, and what it answers."""
    came, answer = [], {"status": 200, "headers": {}}

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            length = int(self.headers["Content-Length"])
            came.append((dict(self.headers), self.rfile.read(length)))
            self.send_response(answer["status"])
            for name, value in answer["headers"].items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.01}
    )
    thread.start()
    settings.ALERT_WEBHOOK = f"http://127.0.0.1:{server.server_port}/hook"
    settings.ALERT_WEBHOOK_SECRET = ["whsec_" + base64.b64encode(KEY).decode()]
    settings.WEBHOOK_OWN_HOSTS = ["127.0.0.1"]
    yield came, answer
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def at_desk(receiver, settings):
    """Makes an endpoint of the desk that leads there."""

    def make(*events, **values):
        row = WebhookEndpoint(
            name=values.pop("name", "Archive"),
            url=values.pop("url", settings.ALERT_WEBHOOK),
            events=[str(one) for one in events or WebhookEvent.values],
            **values,
        )
        row.secret = endpoints.furnish(row)
        row.save()
        return row

    return make
