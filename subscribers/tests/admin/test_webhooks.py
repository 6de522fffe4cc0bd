"""Webhooks on the desk: a secret shown once, a test, answers, and who may what."""

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, User
from django.urls import reverse
from django.utils import timezone

from newsletter.web.request import Answer
from subscribers.models import WebhookCall, WebhookEndpoint, WebhookEvent
from subscribers.webhooks import endpoints, outbox, sealing

pytestmark = pytest.mark.django_db
ADD = "/admin/subscribers/webhookendpoint/add/"
FILLED = {
    "name": "Archive",
    "url": "https://hooks.example.org/crux",
    "events": ["issue.published"],
    "is_on": "on",
}


@pytest.fixture
def row():
    made = WebhookEndpoint(
        name="Archive", url="https://x.dev/", events=["session.failed"]
    )
    endpoints.furnish(made)
    made.save()
    return made


def page_of(row):
    name = row._meta.label_lower.replace(".", "_")
    return reverse(f"admin:{name}_change", args=[row.pk])


def at(row, name):
    return reverse(f"admin:subscribers_webhookendpoint_{name}", args=[row.pk])


def answered(monkeypatch, **answer):
    monkeypatch.setattr(outbox, "_post", lambda *_: Answer(**answer))


def test_a_new_endpoints_secret_is_shown_once_and_kept_sealed(admin_client):
    answer = admin_client.post(ADD, FILLED)

    [secret] = re.findall(r"whsec_[\w+/=]+", answer.content.decode())
    row = WebhookEndpoint.objects.get()
    assert "no-store" in answer["Cache-Control"]
    assert sealing.open_sealed(row.sealed) == secret
    page = admin_client.get(page_of(row)).content.decode()
    assert secret not in page
    assert row.sealed not in page
    assert row.sealed not in LogEntry.objects.get().change_message


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/hook",
        "https://192.168.1.4/hook",
        "https://x.dev:22/",
        "https://localhost/hook",
        "ftp://x.dev/a",
    ],
)
def test_an_address_that_nothing_could_be_sent_to_is_refused(admin_client, url):
    answer = admin_client.post(ADD, {**FILLED, "url": url})

    assert answer.status_code == 200
    assert not WebhookEndpoint.objects.exists()


def test_the_test_button_says_what_was_answered(admin_client, row, monkeypatch):
    answered(monkeypatch, status=204)
    good = admin_client.post(at(row, "test"), follow=True).content.decode()
    answered(monkeypatch, status=404)
    bad = admin_client.post(at(row, "test"), follow=True).content.decode()

    assert "answered 204" in good
    assert "it answered 404" in bad
    assert {one.outcome for one in WebhookCall.objects.all()} == {"arrived", "given_up"}
    assert WebhookEndpoint.objects.get().failing_since is None


@pytest.mark.parametrize("name", ["test", "secret"])
def test_nothing_is_changed_by_looking(admin_client, row, name):
    assert admin_client.get(at(row, name)).status_code == 405
    assert not WebhookCall.objects.exists()
    assert WebhookEndpoint.objects.get().sealed == row.sealed


def test_a_new_secret_is_shown_once_and_the_one_before_kept_for_a_day(
    admin_client, row
):
    page = admin_client.post(at(row, "secret")).content.decode()

    [secret] = re.findall(r"whsec_[\w+/=]+", page)
    now = WebhookEndpoint.objects.get()
    assert sealing.open_sealed(now.sealed) == secret
    assert now.sealed_before == row.sealed


def test_a_call_shows_its_tries_and_what_was_given_up_can_be_sent_again(
    admin_client, row, monkeypatch
):
    answered(monkeypatch, status=500, body=b"<b>oh</b>")
    call = outbox.put_test(row, "ana")
    outbox.send(call, timezone.now())

    page = admin_client.get(page_of(call)).content.decode()
    chosen = {"action": "again", "_selected_action": [call.pk]}
    admin_client.post(reverse("admin:subscribers_webhookcall_changelist"), chosen)

    assert "&lt;b&gt;oh&lt;/b&gt;" in page
    call.refresh_from_db()
    assert (call.outcome, call.attempts) == ("pending", 0)
    assert call.next_at is not None


def test_an_endpoint_that_is_switched_on_again_begins_anew(admin_client, row):
    off = {"is_on": False, "switched_off_at": timezone.now(), "off_because": "dead"}
    WebhookEndpoint.objects.update(failing_since=timezone.now(), **off)
    missed = outbox.put_test(row, "ben")
    WebhookCall.objects.update(outcome="given_up", next_at=None)
    calls = reverse("admin:subscribers_webhookcall_changelist")
    again = {"action": "again", "_selected_action": missed.pk}
    shown = f"to__id__exact={row.pk}&outcome__exact=given_up"

    page = admin_client.get(page_of(row)).content.decode()
    listed = admin_client.get(f"{calls}?{shown}").content.decode()
    too_early = admin_client.post(calls, again, follow=True).content.decode()
    admin_client.post(page_of(row), FILLED)
    sent = admin_client.post(calls, again, follow=True).content.decode()

    assert ": dead." in page
    assert f"{calls}?{shown}".replace("&", "&amp;") in page
    assert "1 webhook call" in listed
    assert "1 are not sent: switch their endpoint on first." in too_early
    assert "1 will be sent again" in sent
    now = WebhookEndpoint.objects.get()
    assert (now.is_on, now.off_because) == (True, "")
    assert now.failing_since is None
    assert now.switched_off_at is None


@pytest.mark.parametrize("group", ["Viewer", "Editor"])
def test_only_owners_choose_who_is_told(client, row, group):
    user = User.objects.create_user("ben", is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    client.force_login(user)

    assert client.get(ADD).status_code == 403
    assert client.post(at(row, "test")).status_code == 403
    assert client.post(at(row, "secret")).status_code == 403
    assert WebhookEvent.ISSUE_PUBLISHED not in WebhookEndpoint.objects.get().events
