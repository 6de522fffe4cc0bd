"""What outlets' servers answer, in the forms that publishers use: RSS, Atom, JSON. Pure.

The sample and the tests are answered so.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from html import escape

HTML = "text/html; charset=utf-8"
XML = "application/xml; charset=utf-8"
JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer; `head_status` is what HEAD gets where it differs."""

    status: int = 200
    content_type: str = HTML
    body: bytes = b""
    location: str = ""
    head_status: int | None = None
    delay_seconds: float = 0


# What is answered to a query; and at which addresses.
Answer = Callable[[dict[str, str]], Reply]
Answers = dict[str, Answer]


def always(reply: Reply) -> Answer:
    return lambda _: reply


def atom(
    title: str, entries: Iterable[str], *, names: str = "", head: str = ""
) -> Reply:
    """An Atom feed; `names` are other namespaces, `head` stands before its entries."""
    body = (
        '<?xml version="1.0" encoding="UTF-8"?>'
        f'<feed xmlns="http://www.w3.org/2005/Atom"{names}>'
        f"<title>{escape(title)}</title>{head}{''.join(entries)}</feed>"
    )
    return Reply(content_type="application/atom+xml; charset=utf-8", body=body.encode())


def rss(title: str, items: Iterable[str]) -> Reply:
    """An RSS feed, in which `content:encoded` is known."""
    body = (
        '<?xml version="1.0" encoding="UTF-8"?>'
        '<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">'
        f"<channel><title>{escape(title)}</title>{''.join(items)}</channel></rss>"
    )
    return Reply(content_type=XML, body=body.encode())


def as_json(value: object) -> Reply:
    return Reply(content_type=JSON, body=json.dumps(value).encode())


def paragraphs(text: Iterable[str]) -> str:
    return "".join(f"<p>{escape(paragraph)}</p>" for paragraph in text)


def iso(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def number(text: str | None, default: int) -> int:
    return int(text) if text and text.isdecimal() else default
