"""“Your edition” on the web: by a signed link, for its reader, and changed by no GET."""

import pytest
from django.utils import timezone

from newsletter.models import Correction
from newsletter.pages.paths import address_of
from newsletter.standards.outcomes import Reason
from subscribers.consent import status as consent
from subscribers.consent import tokens
from subscribers.consent.tokens import Purpose
from subscribers.delivery import audience
from subscribers.models import Delivery, Subscriber
from subscribers.preferences import choosing
from subscribers.tests.support.editions import make_issue_to_choose_from
from subscribers.tests.support.makers import make_issue, make_newsletter, make_reader

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def issue():
    return make_issue_to_choose_from(published_at=NOW)


def link(reader, issue=None):
    token = tokens.make(Purpose.EDITION, reader.pk)
    return f"/edition/{token}/{issue.pk}" if issue else f"/edition/{token}"


def test_the_page_has_what_the_letter_had_whatever_was_chosen_since(client, issue):
    reader = make_reader(issue.newsletter, less_of=["chips"])
    audience.freeze(issue, NOW)
    choosing.prefer(reader.pk, NOW, is_paused=False)

    page = client.get(link(reader, issue)).content.decode()
    now = client.get(link(reader)).content.decode()

    assert "A chips maker" not in page
    assert "3 of 4 items" in page
    assert "Your edition" in page
    assert "A chips maker" in now
    assert "All of it" in now


def test_citations_lead_where_they_lead_in_the_issue(client, issue):
    reader = make_reader(issue.newsletter, less_of=["chips"], first=["law"])

    page = client.get(link(reader)).content.decode()

    for number in (2, 3, 4):
        assert f'href="{address_of(issue)}sources#c{number}"' in page
    assert "sources#c1" not in page
    assert 'href="sources' not in page
    assert page.index("sources#c4") < page.index("sources#c2")
    assert page.index('id="research-1"') < page.index('id="shipped-1"')


def test_the_page_is_for_its_reader_alone(client, issue):
    reader = make_reader(issue.newsletter, less_of=["chips"])
    before = Subscriber.objects.values().get()

    for page in (link(reader), link(reader, issue)):
        said = client.get(page)
        assert said.headers["X-Robots-Tag"] == "noindex"
        assert {"private", "no-store"} <= set(said.headers["Cache-Control"].split(", "))
        assert not said.cookies
        assert client.post(page).status_code == 405
        assert reader.address not in said.content.decode()
        assert "/preferences/" not in said.content.decode()
    assert Subscriber.objects.values().get() == before
    assert not Delivery.objects.exists()
    assert client.get("/edition/nonsense").status_code == 404


def test_the_link_of_who_left_goes_on_and_that_of_who_was_erased_leads_nowhere(
    client, issue
):
    reader = make_reader(issue.newsletter, less_of=["chips"])
    audience.freeze(issue, NOW)
    page = link(reader, issue)

    Subscriber.objects.update(status=Subscriber.Status.UNSUBSCRIBED)
    assert "3 of 4 items" in client.get(page).content.decode()
    consent.erase(reader.pk, NOW)
    assert "Nobody is here" in client.get(page).content.decode()


def test_only_issues_that_readers_may_read_are_shown(client, issue):
    reader = make_reader(issue.newsletter)
    other = make_issue(make_newsletter(), status="published")
    hidden = make_issue(issue.newsletter, status="preview")
    down = make_issue(issue.newsletter, status="published", withdrawn_at=NOW)

    for one in (other, hidden, down):
        assert client.get(link(reader, one)).status_code == 404


def test_an_erratum_stands_at_its_item_wherever_that_is_now(client, issue):
    reader = make_reader(issue.newsletter, first=["agents"])
    without = make_reader(issue.newsletter, less_of=["chips"])
    Correction.objects.create(
        issue=issue,
        reason=Reason.ERRATUM,
        sentence="“a” was wrong; right is “b”.",
        noticed_at=NOW,
        place="shipped-1",
        item="A chips maker ships",
        markdown="“a” was wrong; right is “b”.",
        said_sha256="1",
    )

    page = client.get(link(reader)).content.decode()

    assert 'href="#shipped-2"' in page
    assert page.index('id="shipped-2"') < page.index('class="erratum"')
    assert page.index('class="erratum"') < page.index('id="shipped-3"')
    assert "erratum" not in client.get(link(without)).content.decode()


def test_before_the_first_issue_there_is_nothing_to_read(client):
    reader = make_reader(make_newsletter())
    preferences = f"/preferences/{tokens.make(Purpose.PREFERENCES, reader.pk)}"

    assert client.get(link(reader)).status_code == 404
    assert "/edition/" not in client.get(preferences).content.decode()
