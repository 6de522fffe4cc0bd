"""Makes pages as a fetch brings them, and judges them, for tests of verification."""

from datetime import UTC, datetime

from newsletter.drafts.links import Link, LinkKind
from newsletter.standards.outcomes import Outcome
from newsletter.verification.links.judge import judge
from newsletter.web.page import Fault, Hop, Page

A = "https://a.org/blog/2025/new-model"
PLENTY = "<p>" + "Words of an ordinary page. " * 40


def make_page(url: str = A, title: str = "A new model", **given) -> Page:
    values = {
        "url": url,
        "final_url": url,
        "status": 200,
        "chain": (),
        "content_type": "text/html",
        "headers": {},
        "body": f"<title>{title}</title><h1>{title}</h1>{PLENTY}".encode(),
        "truncated": False,
        "fault": None,
        "detail": "",
        "seconds": 0.1,
        "fetched_at": datetime(2025, 8, 7, tzinfo=UTC),
    }
    return Page(**(values | given))


def moved(to: str, url: str = A, **given) -> Page:
    return make_page(url, final_url=to, chain=(Hop(url, 301),), **given)


def failed(fault: Fault, detail: str = "", **given) -> Page:
    nothing = {"status": None, "content_type": "", "body": b""}
    return make_page(fault=fault, detail=detail, **(nothing | given))


def link_to(url: str, text: str = "the new model") -> Link:
    return Link(url, text, LinkKind.INLINE, 3)


def outcome_of(page: Page, **given) -> Outcome:
    return judge(link_to(page.url), page, **given).outcome
