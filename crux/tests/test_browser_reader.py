"""A reader's journey, as a person goes it: from the form to the last trace of them."""

import pytest

from crux.tests.support.browser.site import link_in

pytestmark = pytest.mark.browser
WAYS = [
    pytest.param({"phone": True, "script": False}, id="phone, no script"),
    pytest.param({"dark": True}, id="desktop, dark", marks=pytest.mark.long),
    pytest.param(
        {"phone": True, "dark": True}, id="phone, dark", marks=pytest.mark.long
    ),
]


@pytest.mark.parametrize("way", WAYS)
def test_a_reader_comes_reads_and_leaves_no_trace(
    visit, site, screenshot, way, request
):
    name = request.node.callspec.id
    who = f"{name.replace(', ', '.').replace(' ', '.')}@example.com"
    page = visit(**way)
    heading = page.get_by_role("heading", level=1)

    def press(button: str):
        with page.expect_navigation():
            page.get_by_role("button", name=button, exact=True).click()

    def keep(what: str):
        screenshot(page, f"reader, {name}/{what}")

    # Subscribe; who is quick is asked for one more click.
    page.goto("/")
    keep("1 front page")
    page.get_by_label("E-mail address").fill(who)
    press("Subscribe")
    while "once more" in page.locator("main").inner_text():
        page.wait_for_timeout(1000)
        press("Subscribe")
    assert heading.inner_text() == "Nearly there"

    # Confirm, by the letter's link.
    page.goto(link_in(site.letter(who, "Please confirm"), "/confirm/"))
    press("Confirm")
    assert heading.inner_text() == "Welcome"
    keep("2 welcome")

    # Read, and open a claim.
    page.get_by_role("link", name="Read the latest issue").click()
    assert site.issue in page.url
    keep("3 issue")
    page.get_by_role("link", name="Evidence 3", exact=True).click()
    claim = page.locator("#c3")
    assert claim.locator("mark").inner_text()
    assert claim.bounding_box()["y"] < page.viewport_size["height"]
    keep("4 evidence")

    # Preferences: choose an edition, look at it, pause.
    links = site.links(who)
    page.goto(links["preferences"])
    page.get_by_label("The three that come first for me").check()
    press("Save")
    page.get_by_role("link", name="The newest issue as you would get it").click()
    assert page.get_by_text("Your edition, chosen and ordered").count() == 1
    assert page.locator("article article").count() == 3
    keep("5 edition")
    page.goto(links["preferences"])
    page.get_by_label("No letters for now").check()
    press("Save")
    assert page.get_by_role("status").inner_text() == "Saved."
    keep("6 preferences")

    # Leave, and undo it.
    press("Unsubscribe")
    assert heading.inner_text() == "You have left"
    keep("7 left")
    press("I did not mean to")
    assert "Welcome back" in heading.inner_text()

    # Erase, by a link that comes by letter.
    page.goto(links["preferences"])
    press("Send me a link")
    page.goto(link_in(site.letter(who, "What is stored"), "/your-data/"))
    page.get_by_label("I want everything about me erased.").check()
    keep("8 erase")
    press("Erase")
    assert heading.inner_text() == "Erased"
    page.goto(links["preferences"])
    assert heading.inner_text() == "Nobody is here"


@pytest.mark.parametrize("path", ["/nothing-here", "/confirm/x", "/issues/none/"])
def test_an_error_has_a_way_on(visit, path):
    page = visit(phone=True, script=False)

    page.goto(path)

    assert page.locator("main a").count()


def test_a_long_word_makes_no_page_wider_than_a_phone(visit, site):
    page = visit(phone=True)
    page.set_viewport_size({"width": 320, "height": 640})

    page.goto(f"/issues/{site.issue}/")
    page.evaluate(
        """() => {
          const links = document.querySelectorAll(".masthead .name, .turn a");
          for (const link of links) link.lastChild.textContent = "Weltraum".repeat(9);
        }"""
    )

    assert page.locator(".turn a").count() > 0
    assert page.evaluate("document.documentElement.scrollWidth") == 320
