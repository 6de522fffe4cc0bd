"""The door for providers' webhooks: what opens it, and what comes of what is told."""

import base64
import json
from datetime import timedelta

import pytest
from anymail.signals import AnymailTrackingEvent, tracking
from django.utils import timezone

from subscribers.bounces import webhook
from subscribers.consent import status as consent
from subscribers.consent.record import Circumstances
from subscribers.letters import references
from subscribers.models import Bounce, Delivery, Subscriber

pytestmark = pytest.mark.django_db
SECRET = "crux:a long secret"
# Those that sign with a key of their own instead; SES and Resend need more packages,
# anymail no longer vouches for SendGrid.
SIGNED = {
    "mailgun": {"MAILGUN_WEBHOOK_SIGNING_KEY": "key"},
    "mailersend": {"MAILERSEND_SIGNING_SECRET": "key"},
    "mandrill": {"MANDRILL_WEBHOOK_KEY": "key"},
    "unisender_go": {
        "UNISENDER_GO_API_KEY": "key",
        "UNISENDER_GO_API_URL": "https://x/",
    },
}
LOCKED = ("brevo", "mailjet", "mailtrap", "postmark", "sparkpost")


@pytest.fixture(scope="module")
def sent_once(send_once):
    return send_once(timezone.now())


@pytest.fixture
def sent(sent_once):
    return Delivery.objects.get(pk=sent_once.pk)


def post(client, provider, body=b"{}", secret=None):
    headers = {}
    if secret:
        key = base64.b64encode(secret.encode()).decode()
        headers["Authorization"] = f"Basic {key}"
    return client.post(
        f"/webhooks/{provider}/tracking/",
        body,
        content_type="application/json",
        headers=headers,
    ).status_code


@pytest.mark.parametrize("provider", sorted(webhook.VIEWS))
def test_no_provider_has_a_door_without_its_secret(client, settings, provider):
    settings.ANYMAIL = {}

    assert post(client, provider) == 404


@pytest.mark.parametrize("provider", LOCKED)
def test_only_the_secret_opens_a_door(client, settings, provider):
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}

    assert post(client, provider) == 400
    assert post(client, provider, secret="crux:wrong") == 400


@pytest.mark.parametrize("provider", sorted(SIGNED))
@pytest.mark.parametrize("body", [b"{}", b"[]", b"not json", b'{"signature": 1}'])
def test_what_is_not_signed_is_refused(client, settings, provider, body):
    settings.ANYMAIL = SIGNED[provider]

    assert post(client, provider, body) == 400


@pytest.mark.parametrize("provider", LOCKED)
@pytest.mark.parametrize("body", [b"", b"not json", b"[1]", b'"x"', b"[" * 9000])
def test_what_is_malformed_is_no_fault_of_ours(client, settings, provider, body):
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}

    assert post(client, provider, body, SECRET) in (200, 400)


def test_letters_to_us_do_not_come_in_by_web(client, settings):
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}

    assert client.post("/webhooks/postmark/inbound/", {}).status_code == 404
    assert post(client, "nobody") == 404


def test_a_bounce_that_a_provider_tells_is_heeded_however_often(client, settings, sent):
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}
    told = {
        "RecordType": "Bounce",
        "Type": "HardBounce",
        "MessageID": "1",
        "Email": "ada@example.org",
        "BouncedAt": "2025-08-07T09:00:00Z",
        "Metadata": {"delivery": references.of_delivery(sent.pk)},
    }

    for _ in range(3):
        assert post(client, "postmark", json.dumps(told), SECRET) == 200

    assert Bounce.objects.get().kind == "hard"
    assert Subscriber.objects.get().status == Subscriber.Status.BOUNCED


def tell(sent, kind, **values):
    event = AnymailTrackingEvent(
        event_type=kind,
        timestamp=values.pop("at", timezone.now()),
        metadata={"delivery": references.of_delivery(sent.pk)},
        **values,
    )
    tracking.send(object, event=event, esp_name="Test")


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ({"reject_reason": "spam"}, "block"),
        ({"reject_reason": "blocked"}, "block"),
        ({"reject_reason": "invalid"}, "hard"),
        ({"reject_reason": "timed_out"}, "soft"),
        ({"esp_event": {"event": "hard_bounce"}}, "hard"),
        ({"esp_event": {"event": "bounce", "hard_bounce": True}}, "hard"),
        ({"esp_event": {"event": "bounce", "hard_bounce": False}}, "soft"),
        ({"esp_event": {"bounce": {"bounceType": "Permanent"}}}, "hard"),
        ({"esp_event": {"event": "soft_bounce"}}, "soft"),
        (
            {"esp_event": {"Type": "HardBounce"}, "mta_response": "552 mailbox full"},
            "soft",
        ),
        ({"description": "smtp; 550 5.1.1 user unknown"}, "hard"),
        ({}, "soft"),
        # The subject of a letter says nothing of its fate.
        (
            {
                "esp_event": {
                    "event": "soft_bounce",
                    "subject": "A permanent home for hard_bounce",
                }
            },
            "soft",
        ),
        ({"esp_event": {"event": "bounce", "Subject": "Permanent"}}, "soft"),
        ({"esp_event": {"mail": {"headers": [{"type": "Permanent"}]}}}, "soft"),
        ({"esp_event": {"type": "activity.hard_bounced"}}, "hard"),
        ({"esp_event": {"event-data": {"severity": "permanent"}}}, "hard"),
        ({"esp_event": {"data": {"bounce": {"type": "Transient"}}}}, "soft"),
        # What the provider calls passing is not made final by words.
        (
            {
                "esp_event": {"event": "soft_bounce"},
                "mta_response": "550 5.1.1 user unknown",
            },
            "soft",
        ),
        (
            {
                "esp_event": {"Type": "HardBounce"},
                "mta_response": "450 4.1.1 user unknown",
            },
            "soft",
        ),
        (
            {
                "reject_reason": "invalid",
                "mta_response": "550 5.7.1 blocked using zen.spamhaus.org",
            },
            "block",
        ),
    ],
)
def test_each_way_to_tell_of_a_bounce_has_its_kind(sent, values, kind):
    tell(sent, "bounced", **values)

    assert Bounce.objects.get().kind == kind


def test_a_spam_filters_verdict_is_no_complaint(sent):
    told = {"RecordType": "Bounce", "Type": "SpamNotification"}

    tell(sent, "complained", reject_reason="spam", esp_event=told)

    assert Bounce.objects.get().kind == "block"
    assert Subscriber.objects.get().status == Subscriber.Status.ACTIVE


def test_a_complaint_of_the_reader_is_one(sent):
    told = {"RecordType": "SpamComplaint", "Type": "SpamComplaint"}

    tell(sent, "complained", reject_reason="spam", esp_event=told)

    assert Bounce.objects.get().kind == "complaint"


@pytest.mark.parametrize(
    ("kind", "state"),
    [
        ("queued", "accepted"),
        ("delivered", "accepted"),
        ("bounced", "accepted"),
        ("complained", "accepted"),
        ("rejected", "rejected"),
        ("failed", "rejected"),
        ("unknown", "uncertain"),
    ],
)
def test_what_was_uncertain_is_settled_by_whatever_is_told(sent, kind, state):
    Delivery.objects.update(state="uncertain")

    tell(sent, kind)

    sent.refresh_from_db()
    assert sent.state == state


@pytest.mark.parametrize("kind", ["delivered", "rejected", "failed"])
def test_what_was_settled_stays_as_it_is(sent, kind):
    tell(sent, kind)

    sent.refresh_from_db()
    assert sent.state == "accepted"


@pytest.mark.parametrize(
    ("kind", "values"),
    [("unsubscribed", {}), ("rejected", {"reject_reason": "unsubscribed"})],
)
def test_who_left_at_the_provider_has_left(sent, kind, values):
    tell(sent, kind, **values)

    assert Subscriber.objects.get().status == Subscriber.Status.UNSUBSCRIBED


def test_a_leaving_told_late_does_not_undo_a_coming_back(sent):
    now = timezone.now()
    reader = Subscriber.objects.get()
    consent.unsubscribe(reader.pk, Circumstances(now))
    consent.come_back(reader.pk, Circumstances(now + timedelta(minutes=5)))

    tell(sent, "unsubscribed", at=now)

    assert Subscriber.objects.get().status == Subscriber.Status.ACTIVE
