"""The operator on this stage: a webhook on loopback that writes down what it is told."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Operator:
    """Whom OPERATOR_WEBHOOK reaches."""

    def __init__(self) -> None:
        told: list[str] = []

        class Hook(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                told.append(str(json.loads(self.rfile.read(length))["text"]))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Nobody reads it."""

        self.told = told
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Hook)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/"

    def has_heard(self, words: str, since: int) -> bool:
        """Whether they were told so since they had been told so many things."""
        return any(words in text for text in self.told[since:])

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()
