"""An operator's journey: what a person at the desk sees, presses and reads."""

import pytest

from crux.tests.support.browser.site import OPERATOR_ADDRESS, OTHER, link_in

pytestmark = [pytest.mark.browser, pytest.mark.long]
SOON = 60_000


def press(page, name):
    with page.expect_navigation():
        page.get_by_role("button", name=name, exact=True).first.click()


def unfold(page, name):
    page.locator("summary", has_text=name).first.click()


def test_an_operator_watches_a_session_and_reads_why_a_draft_was_rejected(
    visit, site, signed_in, screenshot
):
    page = visit(state=signed_in)

    with site.running("runnewsletter", "--newsletter", OTHER, "--as-of", "2025-08-07"):
        row = page.locator("#result_list tbody tr", has_text="Other")
        page.goto("/admin/agents/session/")
        while not row.count():
            page.reload()
        row.locator("th a").click()
        # Nobody reloads the page.
        page.get_by_role("heading", name="Finished").wait_for(timeout=SOON)
    screenshot(page, "operator/1 session")

    told = page.locator("#desk").inner_text()
    assert "What went wrong on the way" in told
    assert "links failed" in told
    page.goto("/admin/")
    screenshot(page, "operator/2 the desk")


@pytest.mark.parametrize(
    "way",
    [
        pytest.param({"script": False}, id="desktop, no script"),
        pytest.param({"phone": True, "dark": True}, id="phone, dark"),
    ],
)
def test_an_operator_tests_takes_down_and_corrects_an_issue(
    visit, site, signed_in, screenshot, way, request
):
    name = f"operator, {request.node.callspec.id}"
    page = visit(state=signed_in, **way)
    public = visit()
    desk = f"/admin/newsletter/issue/{site.key}/change/"
    page.goto(desk)
    screenshot(page, f"{name}/1 issue")

    # A letter to oneself.
    unfold(page, "Send me a test…")
    press(page, "Send it")
    assert site.letter(OPERATOR_ADDRESS, "GPT-5")["Subject"]

    # Take it down, and put it back: readers see it at once.
    page.goto(desk)
    unfold(page, "Take it down…")
    page.get_by_label("Why").fill("It names the wrong company.")
    press(page, "Take it down")
    answer = public.goto(f"/issues/{site.issue}/")
    assert answer.status == 410
    assert "It names the wrong company." in public.locator("main").inner_text()
    screenshot(public, f"{name}/2 taken down")
    press(page, "Put it back")
    assert public.goto(f"/issues/{site.issue}/").status == 200

    # An erratum, shown before it is told.
    page.get_by_role("link", name="Correct it…").click()
    said, right = page.locator("form.filled input[type=text]").all()[:2]
    said.fill("GPT-5 has four sizes.")
    right.fill(f"It has three, says {name}.")
    press(page, "See what readers will be told")
    screenshot(page, f"{name}/3 erratum")
    press(page, "Tell readers")
    public.goto(f"/issues/{site.issue}/")
    assert f"It has three, says {name}" in public.locator("main").inner_text()


def test_an_operator_edits_a_draft_and_says_yes_by_a_link(
    visit, site, signed_in, screenshot
):
    pk, _ = site.ask("approved")
    desk = visit(state=signed_in)
    phone = visit(phone=True, script=False)  # where nobody logged in

    # Another subject: it is asked about anew.
    subject = "GPT-5 for developers, and gpt-oss"
    desk.goto(f"/admin/agents/session/{pk}/edit/")
    desk.get_by_label("Subject").fill(subject)
    press(desk, "Check")
    assert "Nothing: no rule is broken" in desk.locator("#desk").inner_text()
    screenshot(desk, "operator/3 editing")
    press(desk, "Save as the draft")
    asked_anew = site.letter(OPERATOR_ADDRESS, subject)

    # By the letter's link: to look changes nothing, the button decides.
    phone.goto(link_in(asked_anew, "/approve/"))
    assert subject in phone.locator("main").inner_text()
    screenshot(phone, "operator/4 asked")
    phone.get_by_role("button", name="Yes, send it").click()
    phone.get_by_role("heading", name="Approved").wait_for()

    # It is delivered, and who said so stands in the session.
    assert site.letter("approved@example.com", subject)
    desk.goto(f"/admin/agents/session/{pk}/change/")
    desk.get_by_role("heading", name="Finished").wait_for(timeout=SOON)
    assert "operator" in desk.locator("#desk").inner_text()
    screenshot(desk, "operator/5 delivered")
