"""What each provider tells of a letter, in its own form, and what comes of it."""

import json
from unittest import mock

import pytest
from anymail.signals import tracking
from django.test import RequestFactory
from django.utils import timezone

from subscribers.bounces.webhook import VIEWS
from subscribers.letters import references
from subscribers.models import Bounce, Subscriber

pytestmark = pytest.mark.django_db
KEYS = {
    "WEBHOOK_SECRET": "a:b",
    "MAILGUN_WEBHOOK_SIGNING_KEY": "key",
    "MAILERSEND_SIGNING_SECRET": "key",
    "MANDRILL_WEBHOOK_KEY": "key",
    "UNISENDER_GO_API_KEY": "key",
    "UNISENDER_GO_API_URL": "https://x/",
}
# Stands in every event: the subject of the letter says nothing of its fate.
SUBJECT = "A permanent home for hard_bounce"
UNKNOWN = "550 5.1.1 user unknown"
FULL = "552 5.2.2 mailbox full"


def brevo(named, event, said=""):
    custom = json.dumps({"delivery": named})
    return {"event": event, "email": "ada@example.org", "ts_epoch": 1754557200000,
            "message-id": "<x>", "subject": SUBJECT, "reason": said,
            "X-Mailin-custom": custom}  # fmt: skip


def mailgun(named, severity, said="", reason="bounce"):
    data = {"event": "failed", "severity": severity, "reason": reason,
            "recipient": "ada@example.org", "timestamp": 1754557200.0,
            "message": {"headers": {"message-id": "x", "subject": SUBJECT}},
            "delivery-status": {"message": said, "description": ""},
            "user-variables": {"delivery": named}}  # fmt: skip
    return {"signature": {"token": "t"}, "event-data": data}


def mailjet(named, event, said="", **more):
    return {"event": event, "time": 1754557200, "MessageID": 1, "customcampaign": SUBJECT,
            "email": "ada@example.org", "comment": SUBJECT, "smtp_reply": said,
            "Payload": json.dumps({"delivery": named}), **more}  # fmt: skip


def mailersend(named, kind, said=""):
    message = {"id": "x", "subject": SUBJECT}
    email = {"id": "y", "subject": SUBJECT, "status": "rejected", "tags": [named],
             "message": message, "recipient": {"email": "ada@example.org"}}  # fmt: skip
    data = {"type": kind, "email": email, "created_at": "2025-08-07T09:00:00Z",
            "morph": {"object": "recipient_bounce", "reason": said}}  # fmt: skip
    return {"type": f"activity.{kind}", "data": data}


def mandrill(named, event, said=""):
    message = {"_id": "x", "subject": SUBJECT, "email": "ada@example.org", "diag": said,
               "metadata": {"delivery": named}, "state": "bounced"}  # fmt: skip
    return [{"event": event, "ts": 1754557200, "msg": message}]


def postmark(named, kind, said=""):
    record = "SpamComplaint" if kind == "SpamComplaint" else "Bounce"
    return {"RecordType": record, "Type": kind, "MessageID": "1", "Subject": SUBJECT,
            "BouncedAt": "2025-08-07T09:00:00Z", "Details": said, "Description": "",
            "Metadata": {"delivery": named}}  # fmt: skip


def postal(named, status, said=""):
    message = {"id": 1, "tag": named, "subject": SUBJECT, "to": "ada@example.org"}
    payload = {"status": status, "output": said, "message": message}
    return {
        "event": "MessageDeliveryFailed",
        "timestamp": 1754557200,
        "payload": payload,
    }


def sparkpost(named, kind, said="", bounce_class="1"):
    event = {"type": kind, "bounce_class": bounce_class, "timestamp": "1754557200",
             "subject": SUBJECT, "raw_reason": said, "rcpt_to": "ada@example.org",
             "rcpt_meta": {"delivery": named}}  # fmt: skip
    return [{"msys": {"message_event": event}}]


def mailtrap(named, event, said=""):
    told = {"event": event, "timestamp": 1754557200, "message_id": "x", "response": said,
            "email": "ada@example.org", "custom_variables": {"delivery": named}}  # fmt: skip
    return {"events": [told]}


def unisender_go(named, status, said=""):
    data = {"status": status, "email": "ada@example.org", "comment": SUBJECT,
            "event_time": "2025-08-07 09:00:00", "metadata": {"delivery": named},
            "delivery_info": {"delivery_status": said}}  # fmt: skip
    event = {"event_name": "transactional_email_status", "event_data": data}
    return {"events_by_user": [{"events": [event]}]}


def sendgrid(named, event, said="", kind="bounce"):
    return [{"event": event, "type": kind, "timestamp": 1754557200, "reason": said,
             "email": "ada@example.org", "delivery": named, "subject": SUBJECT}]  # fmt: skip


def tell(settings, provider, body):
    """Have anymail read an event as if its signature had been seen."""
    settings.ANYMAIL = KEYS
    view = VIEWS[provider]
    if provider in ("postal", "sendgrid"):  # one wants a certificate, one only warns
        with mock.patch.object(view, "__init__", return_value=None):
            door = view()
    else:
        door = view()
    text = json.dumps(body)
    factory = RequestFactory()
    request = factory.post("/", text, content_type="application/json")
    if provider == "mandrill":
        request = factory.post("/", {"mandrill_events": text})
    for event in door.parse_events(request):
        tracking.send(object, event=event, esp_name=provider)


@pytest.fixture(scope="module")
def named(send_once):
    return references.of_delivery(send_once(timezone.now()).pk)


VERDICTS = [
    (brevo, ["hard_bounce"], "hard"),
    (brevo, ["hard_bounce", FULL], "soft"),
    (brevo, ["soft_bounce", UNKNOWN], "soft"),
    (brevo, ["soft_bounce"], "soft"),
    (brevo, ["blocked", UNKNOWN], "block"),
    (brevo, ["invalid_email"], "hard"),
    (brevo, ["spam"], "complaint"),
    (brevo, ["deferred", UNKNOWN], None),
    (mailgun, ["permanent"], "hard"),
    (mailgun, ["permanent", FULL], "soft"),
    (mailgun, ["permanent", "Too old", "old"], "soft"),
    (mailgun, ["permanent", "", "espblock"], "block"),
    (mailgun, ["temporary", UNKNOWN], None),
    (mailjet, ["bounce", "", ], "soft"),
    (mailersend, ["hard_bounced"], "hard"),
    (mailersend, ["soft_bounced", UNKNOWN], "soft"),
    (mailersend, ["spam_complaint"], "complaint"),
    (mandrill, ["hard_bounce"], "hard"),
    (mandrill, ["soft_bounce", UNKNOWN], "soft"),
    (mandrill, ["spam"], "complaint"),
    (postmark, ["HardBounce"], "hard"),
    (postmark, ["SoftBounce", UNKNOWN], "soft"),
    (postmark, ["Transient", UNKNOWN], None),
    (postmark, ["DnsError", "host not found"], None),
    (postmark, ["SpamNotification"], "block"),
    (postmark, ["VirusNotification"], "soft"),
    (postmark, ["SpamComplaint"], "complaint"),
    (postmark, ["AutoResponder", UNKNOWN], None),
    (postal, ["HardFail"], "hard"),
    (postal, ["HardFail", FULL], "soft"),
    (postal, ["SoftFail", UNKNOWN], None),
    (sparkpost, ["bounce", UNKNOWN, "10"], "hard"),
    (sparkpost, ["bounce", "", "30"], "hard"),
    (sparkpost, ["bounce", UNKNOWN, "20"], "soft"),
    (sparkpost, ["bounce", "", "22"], "soft"),
    (sparkpost, ["bounce", UNKNOWN, "51"], "block"),
    (sparkpost, ["out_of_band", "", "60"], None),
    (sparkpost, ["spam_complaint"], "complaint"),
    (mailtrap, ["bounce", UNKNOWN], "hard"),
    (mailtrap, ["bounce"], "soft"),
    (mailtrap, ["soft bounce", UNKNOWN], None),
    (mailtrap, ["spam"], "complaint"),
    (unisender_go, ["hard_bounced", "err_user_unknown"], "hard"),
    (unisender_go, ["hard_bounced", "err_mailbox_full"], "soft"),
    (unisender_go, ["soft_bounced", "err_user_unknown"], None),
    (unisender_go, ["spam"], "complaint"),
    (sendgrid, ["bounce", UNKNOWN], "hard"),
    (sendgrid, ["bounce", UNKNOWN, "blocked"], "block"),
    (sendgrid, ["deferred", UNKNOWN], None),
    (sendgrid, ["spamreport"], "complaint"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "said", "kind"), VERDICTS)
def test_the_verdict_is_the_providers_own(settings, named, event, said, kind):
    tell(settings, event.__name__, event(named, *said))

    assert [one.kind for one in Bounce.objects.all()] == ([kind] if kind else [])


@pytest.mark.parametrize(
    ("said", "kind"), [(True, "hard"), (False, "soft"), ("1", "hard"), ("0", "soft")]
)
def test_a_flag_is_a_verdict_too(settings, named, said, kind):
    event = mailjet(named, "bounce", UNKNOWN, hard_bounce=said, error="user unknown")

    tell(settings, "mailjet", event)

    assert Bounce.objects.get().kind == kind


@pytest.mark.parametrize("reason", ["suppress-unsubscribe", "suppress-complaint"])
def test_who_had_left_at_the_provider_is_let_go(settings, named, reason):
    tell(settings, "mailgun", mailgun(named, "permanent", "", reason))

    assert Subscriber.objects.get().status == Subscriber.Status.UNSUBSCRIBED
    assert not Bounce.objects.exists()


@pytest.mark.parametrize(
    ("feedback", "kinds"),
    [
        ("abuse", ["complaint"]),
        ("not-spam", []),
        ("virus", ["block"]),
        (None, ["complaint"]),
    ],
)
def test_a_cloud_tells_who_complained(named, feedback, kinds):
    view = VIEWS["amazon_ses"]
    mail = {"messageId": "x", "headers": [
        {"name": "X-Metadata", "value": json.dumps({"delivery": named})}
    ]}  # fmt: skip
    complaint = {"complainedRecipients": [{"emailAddress": "ada@example.org"}],
                 "complaintFeedbackType": feedback}  # fmt: skip
    told = {"eventType": "Complaint", "mail": mail, "complaint": complaint}

    for event in view.esp_to_anymail_events(view.__new__(view), told, {}):
        tracking.send(object, event=event, esp_name="Amazon SES")

    assert [one.kind for one in Bounce.objects.all()] == kinds
