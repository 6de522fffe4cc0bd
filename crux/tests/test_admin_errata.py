"""An erratum on the desk: written, asked about, put on record, withdrawn."""

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from crux.roles import EDITOR, VIEWER
from crux.tests.support.desk import page_of
from newsletter.issues.page import page_html
from newsletter.models import Correction, Issue
from newsletter.tests.support.makers import make_issue

pytestmark = pytest.mark.django_db

SAID = {"wrong": "It has **120** items", "right": "it has 12", "place": "shipped-1"}


@pytest.fixture
def issue():
    made = make_issue()
    made.page_html = page_html(made.draft, [])
    made.save()
    return made


def write(client, issue, **fields):
    page = reverse("admin:newsletter_issue_erratum", args=[issue.pk])
    answer = client.post(page, {**SAID, **fields}, follow=True)
    return " ".join(answer.content.decode().split())


def withdraw(client, row, **fields):
    arguments = [row.issue_id, row.pk]
    page = reverse("admin:newsletter_issue_withdraw_erratum", args=arguments)
    answer = client.post(page, fields, follow=True)
    return " ".join(answer.content.decode().split())


def test_it_asks_on_a_page_of_its_own_and_then_stands_on_record(
    admin_client, client, issue
):
    asks = write(admin_client, issue)
    assert "<strong>120</strong>" in asks
    assert "Readers will be told" in asks
    assert not Correction.objects.exists()

    told = write(admin_client, issue, sure="yes")

    row = Correction.objects.get()
    entry = LogEntry.objects.get()
    assert row.sentence in entry.change_message
    assert entry.user.username == "admin"
    assert "Readers are told" in told
    assert "It has" in client.get(f"/issues/{issue.slug}/").content.decode()


def test_it_shows_what_readers_will_be_told_in_their_language(admin_client, issue):
    issue.newsletter.language = "de"
    issue.newsletter.save()

    asks = write(admin_client, issue)

    assert "Korrektur, <time" in asks
    assert "war falsch; richtig ist" in asks
    assert f'“<span lang="de">Zu Ausgabe {issue.number}: In' in asks


def test_the_form_offers_the_items_and_says_what_is_wrong_beside_its_field(
    admin_client, issue
):
    page = reverse("admin:newsletter_issue_erratum", args=[issue.pk])
    form = admin_client.get(page).content.decode()
    assert '<option value="shipped-1">Model A is out</option>' in form
    assert page in admin_client.get(page_of(issue)).content.decode()

    refused = write(admin_client, issue, right="<b>x</b>", sure="yes")

    assert "It holds HTML" in refused
    assert 'value="It has **120** items"' in refused
    assert 'aria-describedby="right-fault"' in refused
    assert not Correction.objects.exists()


def test_the_same_one_twice_is_one_and_is_said_to_be(admin_client, issue):
    write(admin_client, issue, sure="yes")

    assert "stands already" in write(admin_client, issue, sure="yes")
    assert Correction.objects.count() == LogEntry.objects.count() == 1


def test_it_is_withdrawn_with_a_reason_that_stands_on_record(admin_client, issue):
    write(admin_client, issue, sure="yes")
    row = Correction.objects.get()
    asks = admin_client.get(
        reverse("admin:newsletter_issue_withdraw_erratum", args=[issue.pk, row.pk])
    ).content.decode()
    assert "it has 12" in asks
    assert "Say why" in withdraw(admin_client, row, reason=" ")

    told = withdraw(admin_client, row, reason="It was right.")

    row.refresh_from_db()
    assert row.settled_at
    assert "told no more" in told
    assert "It was right." in LogEntry.objects.first().change_message
    assert "stands no more" in withdraw(admin_client, row, reason="Again.")


def test_what_a_rehearsal_says_needs_no_erratum(admin_client, issue):
    Issue.objects.update(status=Issue.Status.PREVIEW, published_at=None)

    assert "Correct it" not in admin_client.get(page_of(issue)).content.decode()
    assert "on no public page" in write(admin_client, issue, sure="yes")


def test_an_editor_writes_one_and_a_viewer_does_not(enter, issue):
    assert "Readers are told" in write(enter(EDITOR), issue, sure="yes")

    viewer = enter(VIEWER)
    row = Correction.objects.get()
    for name, arguments in (
        ("erratum", [issue.pk]),
        ("withdraw_erratum", [issue.pk, row.pk]),
    ):
        page = reverse(f"admin:newsletter_issue_{name}", args=arguments)
        assert viewer.get(page).status_code == 403
        assert viewer.post(page, {**SAID, "sure": "yes"}).status_code == 403
    seen = viewer.get(page_of(issue)).content.decode()
    assert "was wrong; right is" in seen
    assert "Withdraw" not in seen
