"""Where newsletters are on the site, and what one that is switched off still shows."""

import pytest

from newsletter.models import Issue
from newsletter.pages.paths import PERSONAL, address_of, default_newsletter, place_of
from newsletter.tests.support.makers import make_issue, make_newsletter

pytestmark = pytest.mark.django_db


def switched_off(newsletter):
    newsletter.is_active = False
    newsletter.save()
    return newsletter


@pytest.mark.parametrize("language", ["en", "de", "ja"])
@pytest.mark.parametrize("others", [0, 1])
def test_what_its_letters_lead_to_stays(client, others, language):
    for number in range(others):
        make_newsletter(title=f"Another {number}")
    newsletter = make_newsletter(title="At Rest", language=language)
    issue = make_issue(newsletter)
    led_to = address_of(issue).removeprefix("http://localhost:8000")

    switched_off(newsletter)

    home = place_of(newsletter).home
    pages = [led_to, f"{led_to}sources", home, place_of(newsletter).archive]
    feeds = [place_of(newsletter).atom, place_of(newsletter).rss]
    assert {client.get(page).status_code for page in (*pages, *feeds)} == {200}
    assert "At Rest" in client.get(home).content.decode()


def test_it_takes_no_reader(client):
    newsletter = make_newsletter()
    issue = make_issue(newsletter)

    assert 'name="email"' in client.get("/").content.decode()
    switched_off(newsletter)

    for page in ("/", f"/issues/{issue.slug}/"):
        told = client.get(page).content.decode()
        assert 'name="email"' not in told
        assert "#subscribe" not in told
        assert "Every Thursday" not in told


def test_one_that_published_nothing_has_no_page(client):
    newsletter = switched_off(make_newsletter(slug="draft"))
    make_issue(newsletter, status=Issue.Status.PREVIEW, published_at=None)

    assert client.get("/n/draft/").status_code == 404
    assert default_newsletter() is None


def test_it_leaves_the_root_to_the_first_that_is_active(client):
    first, second = make_newsletter(title="One"), make_newsletter(title="Two")
    issue = make_issue(first)

    switched_off(first)

    assert default_newsletter() == second
    assert client.get(f"/issues/{issue.slug}/").status_code == 200
    assert address_of(issue).endswith(f"/n/{first.slug}/issues/{issue.slug}/")


def test_an_issue_of_one_persons_interests_has_no_page(client):
    make_newsletter()
    own = switched_off(make_newsletter(slug=f"{PERSONAL}ada"))
    issue = make_issue(own)

    assert client.get(f"/n/{own.slug}/").status_code == 404
    assert client.get(f"/n/{own.slug}/issues/{issue.slug}/").status_code == 404
    assert own.slug not in client.get("/sitemap.xml").content.decode()
