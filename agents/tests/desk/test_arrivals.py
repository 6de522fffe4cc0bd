"""What comes in, on the desk: secrets shown once, senders, and who may what."""

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, User
from django.urls import reverse
from django.utils import timezone

from agents.desk import waiting
from agents.models import AllowedSender, Arrival, IncomingWebhook
from agents.testing.archive import make_newsletter
from agents.tests.support.arrivals import make_hook, send
from subscribers.models import WebhookCall, WebhookEndpoint
from subscribers.webhooks import sealing

pytestmark = pytest.mark.django_db
ADD = "/admin/agents/incomingwebhook/add/"
FILLED = {
    "name": "Contact",
    "form": "tally",
    "does": "form",
    "is_on": "on",
    "secret": "",
}
GIVEN = "8f742231b10e8888abcd99yyyzzz85a5"


def page_of(row):
    return reverse(f"admin:agents_{row._meta.model_name}_change", args=[row.pk])


def test_a_new_webhook_shows_its_address_and_its_secret_once(admin_client, settings):
    answer = admin_client.post(ADD, FILLED)

    hook = IncomingWebhook.objects.get()
    page = answer.content.decode()
    [secret] = re.findall(r"whsec_[\w+/=]+", page)
    assert "no-store" in answer["Cache-Control"]
    assert f"{settings.BASE_URL}/hooks/{hook.place}" in page
    assert sealing.open_sealed(hook.sealed) == secret
    later = admin_client.get(page_of(hook)).content.decode()
    assert hook.place in later
    assert secret not in later
    assert hook.sealed not in later
    assert hook.sealed not in LogEntry.objects.get().change_message
    assert send(hook, {"name": "Ana"}, secret=secret).status_code == 202


def test_a_secret_that_the_other_side_made_is_kept_and_shown_to_nobody(admin_client):
    told = {**FILLED, "form": "slack", "does": "request", "secret": f" {GIVEN} "}

    page = admin_client.post(ADD, told).content.decode()

    hook = IncomingWebhook.objects.get()
    assert sealing.open_sealed(hook.sealed) == GIVEN
    assert GIVEN not in page
    assert GIVEN not in admin_client.get(page_of(hook)).content.decode()


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"form": "slack"}, "copy its signing secret"),
        ({"secret": "short"}, "fewer than 16"),
        (
            {"form": "standard", "secret": "no base64 at all, though long"},
            "It cannot sign",
        ),
        ({"does": "session"}, "Choose whose sessions"),
    ],
)
def test_what_could_not_work_is_refused_in_words(admin_client, told, words):
    answer = admin_client.post(ADD, {**FILLED, **told})

    assert words in answer.content.decode()
    assert not IncomingWebhook.objects.exists()


def test_a_webhook_that_is_saved_keeps_its_secret_and_address(admin_client):
    hook = make_hook()
    told = {**FILLED, "name": "Renamed", "form": "standard"}

    admin_client.post(page_of(hook), told)

    now = IncomingWebhook.objects.get()
    assert (now.name, now.place) == ("Renamed", hook.place)
    assert now.sealed == hook.sealed


def test_after_a_new_secret_the_old_one_opens_nothing(admin_client):
    hook = make_hook()
    act = reverse("admin:agents_incomingwebhook_secret", args=[hook.pk])

    assert admin_client.get(act).status_code == 405
    page = admin_client.post(act).content.decode()

    [secret] = re.findall(r"whsec_[\w+/=]+", page)
    assert send(hook, {"name": "Ana"}).status_code == 401
    assert send(hook, {"name": "Ana"}, secret=secret).status_code == 202


def test_what_came_is_shown_with_what_became_of_it(admin_client):
    hook = make_hook(newsletter=make_newsletter())
    send(hook, {"name": "<b>Ana</b>"})
    arrival = Arrival.objects.get()

    on_page = admin_client.get(page_of(hook)).content.decode()

    assert (
        reverse("admin:agents_execution_change", args=[arrival.execution_id]) in on_page
    )
    assert admin_client.get(page_of(arrival)).status_code == 200


def test_a_sender_is_kept_in_one_spelling(admin_client):
    told = {"address": "Ana@Lab.Example", "is_on": "on"}
    admin_client.post("/admin/agents/allowedsender/add/", told)

    assert AllowedSender.objects.get().address == "ana@lab.example"
    page = admin_client.get("/admin/agents/allowedsender/").content.decode()
    assert "No mail is taken" in page


@pytest.mark.parametrize("group", ["Viewer", "Editor"])
def test_only_owners_let_others_in(client, group):
    user = User.objects.create_user("ben", is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    client.force_login(user)
    hook = make_hook()
    act = reverse("admin:agents_incomingwebhook_secret", args=[hook.pk])

    assert client.get(ADD).status_code == 403
    assert client.post(act).status_code == 403
    assert client.post("/admin/agents/allowedsender/add/", {}).status_code == 403
    assert client.get(page_of(hook)).status_code == 200


def test_what_did_not_arrive_and_who_was_switched_off_needs_somebody():
    now = timezone.now()
    made = {"url": "https://x.dev/", "events": [], "sealed": ""}
    off = WebhookEndpoint.objects.create(
        name="Archive", is_on=False, switched_off_at=now, off_because="dead", **made
    )
    given_up = {"endpoint": "Archive", "body": "{}", "outcome": "given_up"}
    WebhookCall.objects.create(event="session.failed", to=off, **given_up)
    WebhookCall.objects.create(event="test", to=off, **given_up)
    Arrival.objects.create(source="mail", key="1", trigger="email", status="failed")

    told = [one.words for one in waiting._webhooks(now)]

    assert told == [
        "The webhook endpoint “Archive” was switched off: dead.",
        "1 webhook calls were given up this week.",
        "1 requests of this week were answered, and it did not arrive.",
    ]
