"""Accessibility (WCAG 2.2 AA, by axe-core): no violation on any page."""

import re
from collections import Counter

import pytest

axe = pytest.importorskip(
    "axe_playwright_python.sync_playwright", reason="no axe: requirements-dev.txt"
)
pytestmark = pytest.mark.browser

LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
PUBLIC = (
    *("/", "/issues/", "/about", "/privacy", "/search?q=model", "/search?q=zzz"),
    *("/subscribe", "/unsubscribe", "/runs/", "/runs/{session}/", "/nothing-here"),
    *("/issues/{issue}/", "/issues/{issue}/sources", "/confirm/x", "/preferences/x"),
)
WAYS = [
    pytest.param({}, id="desktop", marks=pytest.mark.long),
    pytest.param({"phone": True, "dark": True}, id="phone in the dark"),
]
# What stands for many alike in an address: ids, and names of sessions.
_NAMES = re.compile(
    r"/(\d+|[0-9a-f]{8}-[0-9a-f-]{27}|newsletter_\d{8}_\d{6}_\w+)(?=/|$)"
)


def violations(page) -> list[str]:
    """What axe holds against a page, and what does not fit it, each in a line."""
    found = axe.Axe().run(page, options={"runOnly": LEVELS}).response
    assert "target-size" in {
        rule["id"] for rule in found["passes"] + found["violations"]
    }
    told = [
        f"{page.url}: {rule['id']} {node['target']}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]
    wide = "document.documentElement.scrollWidth > innerWidth"
    return [*told, *([f"{page.url}: wider than it"] if page.evaluate(wide) else [])]


@pytest.mark.parametrize("way", WAYS)
def test_no_public_page_has_a_violation(visit, site, way):
    page = visit(**way)
    told = []
    for path in PUBLIC:
        page.goto(path.format(issue=site.issue, session=site.session))
        told += violations(page)

    assert told == []


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
def test_no_page_of_the_desk_has_a_violation(visit, signed_in, way):
    page = visit(state=signed_in, **way)
    told, seen = [], Counter()
    left = ["/admin/"]
    while left:
        answer = page.goto(left.pop())
        assert answer.status < 400, page.url
        told += violations(page)
        links = page.eval_on_selector_all("a[href]", "all => all.map(a => a.href)")
        for link in links:
            address = link.split("#")[0].split("?")[0]
            shape = _NAMES.sub("/*", address)
            if "/admin/" in address and address.endswith("/") and not seen[shape]:
                seen[shape] += 1
                left.append(address)

    assert told == []
    assert len(seen) > 60, "the crawl did not get far"
