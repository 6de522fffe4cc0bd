"""Whose page a reader is on: where several newsletters live, nobody is led to another's."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from crux.tests.test_languages import make_weekly, readers_pages
from newsletter.tests.support.makers import make_issue, make_newsletter

pytestmark = pytest.mark.django_db
OWN = "/n/weekly/"


def heads(page):
    """Where the name and the links at the top of a page lead."""
    links = LexborHTMLParser(page.content.decode()).css("header.masthead a")
    return {link.attributes["href"] for link in links}


def ways_on(page):
    """Where the text of a page leads, within the site."""
    links = LexborHTMLParser(page.content.decode()).css("main a")
    return {link.attributes["href"] for link in links}


@pytest.mark.parametrize("language", ["de", "ja", "ar"])
def test_a_page_that_a_letter_leads_to_is_one_of_its_newsletter(
    client, settings, language
):
    settings.SIGNUPS_PER_IP = 100
    make_newsletter(slug="first", title="Another")
    weekly, issue = make_weekly(language)

    *pages, erased = readers_pages(client, weekly, issue)

    elsewhere = [
        page.request["PATH_INFO"]
        for page in pages
        if page.get("Content-Type", "").startswith("text/html")
        and heads(page) != {OWN, f"{OWN}issues/", f"{OWN}runs/", f"{OWN}about"}
    ]
    # The form that names no newsletter is the only one that can be of none.
    assert elsewhere == ["/subscribe"]
    assert heads(erased) == {"/", "/issues/", "/runs/", "/about"}


@pytest.mark.parametrize(
    "path", ["nothing-here", "issues/none/", "stories/none", "issues/none/sources"]
)
@pytest.mark.parametrize("language", ["de", "ja", "ar"])
def test_what_a_newsletter_has_not_is_missed_on_a_page_of_its_own(
    client, language, path
):
    make_newsletter(slug="first", title="Another")
    make_issue(make_newsletter(slug="weekly", title="Wochenblatt", language=language))

    page = client.get(f"{OWN}{path}")

    assert page.status_code == 404
    assert heads(page) == {OWN, f"{OWN}issues/", f"{OWN}runs/", f"{OWN}about"}
    assert ways_on(page) == {f"{OWN}issues/", f"{OWN}search", f"{OWN}latest"}
    assert "· Wochenblatt</title>" in page.content.decode()


@pytest.mark.parametrize("path", ["/nothing-here", "/n/none/", "/n/gone/issues/x/"])
def test_what_nobody_has_is_missed_on_the_sites_own_page(client, path):
    make_issue(make_newsletter(slug="first", title="Erstes", language="de"))
    make_newsletter(slug="gone", is_active=False)

    page = client.get(path)

    assert page.status_code == 404
    assert "· Erstes</title>" in page.content.decode()
    assert '<html lang="de"' in page.content.decode()
    assert ways_on(page) == {"/issues/", "/search", "/latest"}


def test_a_site_without_a_newsletter_misses_pages_all_the_same(client):
    page = client.get("/nothing-here")

    assert page.status_code == 404
    # Its other pages are not there either.
    assert ways_on(page) == {"/admin/"}


def test_the_form_of_a_newsletter_stays_its_own_after_a_slip(client):
    make_newsletter(slug="first", title="Another")
    weekly = make_newsletter(slug="weekly", title="Wochenblatt", language="de")
    make_issue(weekly)
    slip = {"email": "ada@", "newsletter": "weekly"}

    pages = [client.get(f"/subscribe?newsletter={weekly.slug}")]
    pages += [client.post("/subscribe", slip)]

    for page in pages:
        assert OWN in heads(page)
        assert "Another" not in page.content.decode()  # nobody asked for it
