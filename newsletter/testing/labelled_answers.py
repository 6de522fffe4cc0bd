"""HTTP responses as bytes, ready to be written."""

_PARAGRAPH = "<p>A paragraph about {title}, as any page has it, with words enough.</p>"
_PAGE = (
    "<!doctype html><html><head><title>{title}</title>{head}</head><body>{body}"
    "</body></html>"
)


def page(
    title: str, status: int = 200, *, head: str = "", body: str = "", headers: str = ""
) -> bytes:
    """A response with a page of about a hundred words, or with the body given."""
    said = body or f"<h1>{title}</h1>" + _PARAGRAPH.format(title=title) * 12
    text = _PAGE.format(title=title, head=head, body=said)
    return response(status, text.encode(), headers=headers)


def response(
    status: int,
    body: bytes = b"",
    *,
    kind: str = "text/html; charset=utf-8",
    headers: str = "",
) -> bytes:
    """A whole response; each of `headers` ends with a line end."""
    head = (
        f"HTTP/1.1 {status} Said\r\nContent-Type: {kind}\r\n"
        f"Content-Length: {len(body)}\r\n{headers}\r\n"
    )
    return head.encode() + body


def redirect(location: str, status: int = 302) -> bytes:
    """A response that sends one on."""
    return response(status, headers=f"Location: {location}\r\n")
