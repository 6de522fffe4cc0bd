"""Telling the operator: by letter, by webhook, and never at the cost of the caller."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.core import mail

from subscribers import alerts as operators


@pytest.fixture
def webhook(settings):
    """A loopback webhook; what was posted, and the status it answers with."""
    posted, answer = [], {"status": 200}

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            length = int(self.headers["Content-Length"])
            posted.append(json.loads(self.rfile.read(length)))
            self.send_response(answer["status"])
            self.end_headers()

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    settings.OPERATOR_WEBHOOK = f"http://127.0.0.1:{server.server_port}/hook?key=secret"
    yield posted, answer
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_operator_is_told_by_letter_and_by_webhook(settings, webhook):
    posted, _ = webhook
    settings.OPERATOR_EMAILS = ["operator@example.com"]

    operators.tell("no issue", "The critic rejected a third draft.")

    assert posted == [{"text": "no issue\nThe critic rejected a third draft."}]
    assert [letter.subject for letter in mail.outbox] == ["[Crux] no issue"]


def test_without_letter_and_webhook_the_log_has_it(settings, caplog):
    settings.OPERATOR_EMAILS, settings.OPERATOR_WEBHOOK = [], ""

    operators.tell("no issue", "")

    assert "no issue" in caplog.text


def test_a_webhook_that_fails_harms_nobody_and_tells_no_secret(webhook, caplog):
    _, answer = webhook
    answer["status"] = 500

    operators.tell("no issue", "")

    assert "webhook failed: HTTPStatusError" in caplog.text
    assert "secret" not in caplog.text


def test_a_webhook_that_is_away_harms_nobody(settings, caplog):
    settings.OPERATOR_WEBHOOK = "http://127.0.0.1:9/hook"

    operators.tell("no issue", "")

    assert "webhook failed: ConnectError" in caplog.text
