"""Feeds of 40 sources on loopback, which honour If-None-Match.

Run as a program it prints its port and serves until its input ends. `/more/5` gives each
source five entries more.
"""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from io import BytesIO

from PIL import Image

from crux.bench.loopback import Connection, serve

SOURCES, ENTRIES = 40, 20
_SAID = (
    "The team says what is new in this version of the tool, and why it was made: it reads "
    "a file of {number} lines in half of the time, and it can be had by all who use it."
)


def host(source: int) -> str:
    return f"source-{source}.test"


def story_url(source: int, number: int) -> str:
    return f"https://{host(source)}/story/{number}"


def title(source: int, number: int) -> str:
    return f"Version {number} of the tool of house {source} is out"


def _page(number: int) -> bytes:
    """A story's own page: 12 paragraphs, a picture, and what else pages have."""
    said = "".join(
        f"<p>{_SAID.format(number=number * 100 + paragraph)} It costs {paragraph} less "
        "than the one before, as its makers say, and the weights of its language model "
        "are open to all who ask for them under a licence that lets them sell it.</p>"
        for paragraph in range(12)
    )
    links = "".join(f"<li><a href='/{n}'>More of {n}</a></li>" for n in range(60))
    return (
        f"<html><head><title>Version {number} is out</title>"
        f"<meta property='og:image' content='/{number}.jpeg'></head><body><nav><ul>{links}"
        f"</ul></nav><article><h1>Version {number} is out</h1>{said}</article>"
        f"<footer><ul>{links}</ul></footer></body></html>"
    ).encode()


def _picture() -> bytes:
    """As large as pages name them, in colours that run into each other like a photo's."""
    bands = [Image.linear_gradient("L").rotate(turn) for turn in (0, 90, 180)]
    file = BytesIO()
    Image.merge("RGB", bands).resize((1200, 630)).save(file, "JPEG", quality=85)
    return file.getvalue()


_PICTURE = _picture()


class Feeds:
    """What every source holds just now: its newest entries."""

    def __init__(self) -> None:
        self.newest = ENTRIES
        self.began = datetime.now(UTC) - timedelta(hours=1)
        self._bodies: dict[int, bytes] = {}

    def more(self, number: int) -> None:
        self.newest += number
        self._bodies.clear()

    def body(self, source: int) -> bytes:
        if source not in self._bodies:
            numbers = range(self.newest, self.newest - ENTRIES, -1)
            items = "".join(self._item(source, number) for number in numbers)
            told = f"<rss version='2.0'><channel>{items}</channel></rss>"
            self._bodies[source] = told.encode()
        return self._bodies[source]

    def _item(self, source: int, number: int) -> str:
        return (
            f"<item><title>{title(source, number)}</title>"
            f"<link>{story_url(source, number)}</link>"
            f"<pubDate>{format_datetime(self.began)}</pubDate>"
            f"<description>{_SAID.format(number=number)}</description></item>"
        )


class _Connection(Connection):
    feeds = Feeds()

    def take(self, head: str) -> None:
        self.transport.write(self._answer(head))

    def _answer(self, head: str) -> bytes:
        target = head.split(" ", 2)[1]
        if target.startswith("/more/"):
            self.feeds.more(int(target.rpartition("/")[2]))
            return _response("200 OK", b"", "")
        if target.startswith("/story/"):
            return _response("200 OK", _page(int(target.rpartition("/")[2])), "")
        if target.endswith(".jpeg"):
            return _response("200 OK", _PICTURE, "")
        if not target.startswith("/feed/"):
            return _response("404 Not Found", b"", "")
        tag = f'"{self.feeds.newest}"'
        if f"if-none-match: {tag}" in head.lower():
            return _response("304 Not Modified", b"", tag)
        return _response("200 OK", self.feeds.body(int(target.rpartition("/")[2])), tag)


def _response(status: str, body: bytes, tag: str) -> bytes:
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: application/rss+xml\r\n"
        f"Content-Length: {len(body)}\r\n" + (f"ETag: {tag}\r\n" if tag else "")
    )
    return f"{head}\r\n".encode() + body


if __name__ == "__main__":
    serve(_Connection)
