"""An issue on the desk: seen as its readers will, tested, taken down, published."""

from pathlib import Path

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.urls import reverse

from agents.models import Session
from agents.tests.support import newsroom
from crux.tests.support.desk import page_of as desk_of
from newsletter.models import Issue
from newsletter.tests.support.makers import (
    MARKDOWN,
    make_cited_issue,
    make_issue,
    make_newsletter,
)
from subscribers.models import Dispatch
from subscribers.tests.support.makers import make_readers

pytestmark = pytest.mark.django_db


@pytest.fixture
def issue(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    settings.OPERATOR_EMAILS = ["ops@crux.dev"]
    return make_issue(make_newsletter(sender_address="news@crux.dev"))


def page_of(issue, name="change"):
    return reverse(f"admin:newsletter_issue_{name}", args=[issue.pk])


def press(client, issue, act, **fields):
    answer = client.post(page_of(issue, "act"), {"act": act, **fields}, follow=True)
    return " ".join(answer.content.decode().split())


def test_page_letter_text_and_headers_are_seen_before_anybody_is_sent_them(
    admin_client, issue
):
    issue.status, issue.published_at = Issue.Status.PREVIEW, None
    issue.save()

    seen = admin_client.get(page_of(issue)).content.decode()
    page = admin_client.get(page_of(issue, "page"))
    letter = admin_client.get(page_of(issue, "letter"))

    assert "A rehearsal: on no public page" in seen
    assert "List-Unsubscribe" in seen
    assert "Gmail shows 102 kB whole" in seen
    assert page.status_code == admin_client.get(page_of(issue, "sources")).status_code
    assert issue.subject in letter.content.decode()
    assert "'unsafe-inline'" in letter["Content-Security-Policy"]
    assert "script-src 'none'" in letter["Content-Security-Policy"]
    for framed in (page, letter):
        assert framed["X-Frame-Options"] == "SAMEORIGIN"
        assert "frame-ancestors 'self'" in framed["Content-Security-Policy"]


def test_links_in_the_evidence_of_a_rehearsal_lead_somewhere(admin_client):
    issue = make_cited_issue(make_newsletter(), status=Issue.Status.PREVIEW)
    digest = issue.citations.get().source.sha256

    page = admin_client.get(page_of(issue, "sources")).content.decode()
    stored = admin_client.get(f"{page_of(issue, 'page')}texts/{digest}")

    assert f'class="crumbs"><a href="{page_of(issue, "page")}"' in page
    assert f'href="texts/{digest}' in page
    assert stored.status_code == 200


def test_a_test_letter_goes_to_an_operator_and_to_nobody_else(
    admin_client, issue, tmp_path
):
    assert "A test letter went to ops@crux.dev" in press(
        admin_client, issue, "test", to="ops@crux.dev"
    )
    assert "is no operator" in press(admin_client, issue, "test", to="x@y.dev")

    (letter,) = Path(tmp_path / "letters" / "tests").iterdir()
    assert b"Subject: [Test] " in letter.read_bytes()
    assert b"To: ops@crux.dev" in letter.read_bytes()
    assert not Dispatch.objects.exists()


def test_an_issue_that_is_taken_down_says_why_and_its_letters_are_held(
    admin_client, client, issue
):
    make_readers(issue.newsletter, 2)
    public = f"/issues/{issue.slug}/"
    assert "Say why" in press(admin_client, issue, "take_down", reason=" ")

    told = press(admin_client, issue, "take_down", reason="The lead was wrong.")
    assert "The lead was wrong." in told
    assert "wrong.." not in told

    gone = client.get(public)
    assert gone.status_code == client.get(f"{public}sources").status_code == 410
    assert "The lead was wrong." in gone.content.decode()
    assert "The lead was wrong." in client.get("/issues/").content.decode()
    for path in ("/feed.xml", "/rss.xml", "/feed.json", "/sitemap.xml", "/"):
        assert issue.slug not in client.get(path).content.decode()
    assert client.get("/latest").url == "/"
    assert Dispatch.objects.get().paused_because == "the issue was taken down"
    assert "taken down" in LogEntry.objects.get().change_message

    press(admin_client, issue, "put_back")
    assert client.get(public).status_code == 200
    assert Dispatch.objects.get().paused_at


def test_the_number_of_an_issue_that_was_taken_down_is_not_given_again(
    admin_client, issue
):
    press(admin_client, issue, "take_down", reason="It was wrong.")

    assert make_issue(issue.newsletter, markdown=MARKDOWN).number == issue.number + 1


def test_who_may_only_look_at_issues_does_nothing_with_them(
    client, issue, django_user_model
):
    looker = django_user_model.objects.create_user("looker", is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_issue"))
    client.force_login(looker)

    seen = client.get(page_of(issue)).content.decode()
    answer = client.post(page_of(issue, "act"), {"act": "take_down", "reason": "x"})

    assert "Take it down" not in seen
    assert answer.status_code == 403


def test_a_stranger_sees_no_issue_before_it_is_out(client, issue):
    for name in ("change", "page", "letter", "sources"):
        assert client.get(page_of(issue, name)).status_code == 302


def test_a_rehearsal_is_published_as_it_stands(
    admin_client, settings, tmp_path, monkeypatch
):
    settings.VAR_DIR = tmp_path
    newsletter = make_newsletter(title="Parsers Weekly")
    with newsroom.serving(newsroom.honest_pages(), monkeypatch):
        rehearsal = newsroom.begin(newsletter, is_dry_run=True)
        newsroom.run(rehearsal, newsroom.honest_scripts(), monkeypatch)
        seen = admin_client.get(desk_of(rehearsal)).content.decode()
        admin_client.post(
            reverse("admin:agents_session_steer", args=[rehearsal.pk]),
            {"act": "publish", "at_seq": rehearsal.last_seq},
        )
        published = Session.objects.latest("pk")
        newsroom.run(published, {}, monkeypatch)

    preview, issue = Issue.objects.order_by("pk")
    assert "Publish it as it stands" in seen
    assert "Publish it" not in admin_client.get(desk_of(published)).content.decode()
    assert published.status == Session.Status.FINISHED, published.reason
    assert (preview.status, issue.status) == ("preview", "published")
    assert issue.markdown == preview.markdown
    assert {row.state for row in issue.deliveries.all()} == {"accepted"}
