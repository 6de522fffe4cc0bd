"""Accessibility (WCAG 2.2 AA, by axe-core): no violation on any page."""

import re
from urllib.parse import urljoin

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
# Pages whose template and fields are the same for every model.
_ALIKE = re.compile(r"/\w+/\w+/\*/(?=(history|delete)/$)")
_LINKS = re.compile(r'<a\b[^>]*\shref="([^"]+)"')
PARTS = 4  # a test has ninety seconds


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
    wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    return [*told, *([f"{page.url}: wider than it"] if page.evaluate(wide) else [])]


@pytest.mark.parametrize("way", WAYS)
def test_no_public_page_has_a_violation(visit, site, way):
    page = visit(**way)
    told = []
    for path in PUBLIC:
        page.goto(path.format(issue=site.issue, session=site.session))
        told += violations(page)

    assert told == []


READERS = "/admin/subscribers/subscriber/"
OPML = (
    b'<opml version="2.0"><body><outline text="A" type="rss" '
    b'xmlUrl="https://a.example/feed"/><outline text="B"/></body></opml>'
)


def asks_about_readers(page):
    """Each bulk act of readers, as it asks before anything is done."""
    for act in ("tag", "untag", "let_go", "never_write_again", "take_back", "erase"):
        page.goto(READERS)
        page.locator("input.action-select").first.check()
        page.locator("select[name=action]").select_option(act)
        page.get_by_role("button", name="Go").click()
        yield page


def asks_about_stories(page):
    """Each act on stories, as it asks before anything is done."""
    for act in ("approve", "reject", "must_have", "let_be", "retry", "from_step"):
        page.goto("/admin/newsletter/story/")
        page.locator("input.action-select").first.check()
        page.locator("select[name=action]").select_option(act)
        page.get_by_role("button", name="Go").click()
        yield page


def asks_about_outlets(page):
    """What an OPML file would add."""
    page.goto("/admin/newsletter/newsletter/1/outlets/")
    page.locator("input[type=file]").set_input_files(
        {"name": "outlets.opml", "mimeType": "text/x-opml", "buffer": OPML}
    )
    page.locator("form:has(input[type=file]) button").first.click()
    yield page


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "asks", [asks_about_readers, asks_about_stories, asks_about_outlets]
)
def test_no_page_that_asks_has_a_violation(visit, signed_in, way, asks):
    told = []
    for page in asks(visit(state=signed_in, **way)):
        told += violations(page)

    assert told == []


@pytest.fixture(scope="module")
def desk_pages(browser, site, signed_in):
    """The addresses of the desk, by its links: one of each kind for each model."""
    held, _ = site.ask("held")
    context = browser.new_context(base_url=site.address, storage_state=signed_in)
    found, seen = [], set()
    session = f"/admin/agents/session/{held}"
    left = [
        "/admin/",
        f"{session}/change/",
        f"{session}/edit/",
        "/admin/password_reset/",
    ]
    while left:
        answer = context.request.get(left.pop())
        assert answer.ok, answer.url
        found.append(answer.url)
        for link in _LINKS.findall(answer.text()):
            address = urljoin(answer.url, link).split("#")[0].split("?")[0]
            shape = _ALIKE.sub("/*/", _NAMES.sub("/*", address))
            if "/admin/" in address and address.endswith("/") and shape not in seen:
                seen.add(shape)
                left.append(address)
    context.close()
    assert len(found) > 60, "the crawl did not get far"
    return found


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("way", WAYS)
def test_no_page_of_the_desk_has_a_violation(visit, signed_in, desk_pages, way, part):
    page = visit(state=signed_in, **way)
    told = []
    for address in desk_pages[part::PARTS]:
        page.goto(address)
        told += violations(page)

    assert told == []
