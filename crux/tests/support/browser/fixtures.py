"""A browser, a site for it, and pages as people have them: wide or narrow, light or dark."""

import os
import shutil
from pathlib import Path

import pytest

from crux.tests.support.browser.site import OPERATOR, PASSWORD, ROOT, serving

SCREENSHOTS = ROOT / "var" / "screenshots"
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def browser():
    playwright_ = pytest.importorskip(
        "playwright.sync_api",
        reason="no Playwright: pip install -r requirements-dev.txt",
    )
    found = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None
    )
    root = ["--no-sandbox"] if os.geteuid() == 0 else []  # it refuses root one
    with playwright_.sync_playwright() as playwright:
        try:
            chromium = playwright.chromium.launch(executable_path=found, args=root)
        except playwright_.Error as error:
            first = str(error).strip().splitlines()[0]
            pytest.skip(
                "no browser: apt install chromium, or playwright install chromium "
                f"({first})"
            )
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def site(browser, tmp_path_factory):
    with serving(tmp_path_factory.mktemp("site")) as served:
        yield served


@pytest.fixture
def visit(browser, site):
    """Opens pages as somebody: `visit(phone=True, dark=True, script=False)`."""
    contexts = []

    def begin(*, phone=False, dark=False, script=True, state=None):
        context = browser.new_context(
            base_url=site.address,
            viewport=PHONE if phone else DESKTOP,
            color_scheme="dark" if dark else "light",
            java_script_enabled=script,
            has_touch=phone,
            is_mobile=phone,
            storage_state=state,
        )
        contexts.append(context)
        return context.new_page()

    yield begin
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def signed_in(browser, site):
    """The cookies of an operator who has logged in."""
    context = browser.new_context(base_url=site.address)
    page = context.new_page()
    page.goto("/admin/")
    page.get_by_label("Username").fill(OPERATOR)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    state = context.storage_state()
    context.close()
    return state


@pytest.fixture
def screenshot(request):
    """Keeps what a page looks like under var/screenshots."""

    def take(page, name: str) -> Path:
        file = SCREENSHOTS / f"{name}.png"
        file.parent.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=file, full_page=True)
        return file

    return take
