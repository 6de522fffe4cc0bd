"""Makes the page that a fetch would have brought, for tests."""

from datetime import UTC, datetime

from newsletter.web.page import Fault, Page


def make_page(
    body: bytes = b"",
    *,
    content_type: str = "text/xml",
    final_url: str = "https://lab.test/page",
    status: int | None = 200,
    fault: Fault | None = None,
    truncated: bool = False,
) -> Page:
    return Page(
        url=final_url,
        final_url=final_url,
        status=status,
        chain=(),
        content_type=content_type,
        headers={},
        body=body,
        truncated=truncated,
        fault=fault,
        detail="",
        seconds=0.0,
        fetched_at=datetime(2025, 8, 7, 12, tzinfo=UTC),
    )
