from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from subscribers.bounces import intake as bounces
from subscribers.bounces.classify import Kind, kind_of
from subscribers.bounces.notices import NoticeKind, read
from subscribers.consent import tokens
from subscribers.consent.tokens import Purpose
from subscribers.delivery import send as delivery
from subscribers.letters import references
from subscribers.models import Bounce, Delivery, Subscriber, Suppression
from subscribers.tests.support.makers import make_issue, make_newsletter, make_reader

NOW = datetime(2025, 8, 7, 9, 0, tzinfo=UTC)

DSN = """From: MAILER-DAEMON@mx.example
To: {to}
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

I could not deliver it.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; {recipient}
Action: {action}
Status: {status}
Diagnostic-Code: smtp; {said}

--b
Content-Type: message/rfc822

From: letters@crux.example
To: {recipient}
X-Delivery-ID: {reference}
Subject: A quiet week

Hello
--b--
"""
ARF = """From: feedback@provider.example
To: letters@crux.example
Subject: complaint
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="b"

--b
Content-Type: text/plain

This is an abuse report.

--b
Content-Type: message/feedback-report

Feedback-Type: {kind}
User-Agent: Provider/1.0
Version: 1

--b
Content-Type: message/rfc822

From: letters@crux.example
To: ada@example.org
X-Delivery-ID: {reference}

Hello
--b--
"""


def dsn(**values):
    values = {
        "to": "letters@crux.example",
        "recipient": "ada@example.org",
        "action": "failed",
        "status": "5.1.1",
        "said": "550 5.1.1 User unknown",
        "reference": "",
        **values,
    }
    return DSN.format(**values).encode()


@pytest.fixture
def sent(db):
    issue = make_issue()
    make_reader(issue.newsletter, "ada@example.org")
    delivery.send(issue, now=NOW)
    return Delivery.objects.get()


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"])
def test_a_status_notification_is_read_whatever_its_line_ends(line_end):
    notice = read(dsn().replace(b"\n", line_end))

    (failure,) = notice.failures
    assert notice.kind is NoticeKind.BOUNCE
    assert (failure.recipient, failure.status) == ("ada@example.org", "5.1.1")


@pytest.mark.parametrize(
    ("status", "text", "kind"),
    [
        (
            "5.1.1",
            "550 5.1.1 <a@b.de>: Recipient address rejected: User unknown",
            "hard",
        ),
        ("5.0.0", "550 No such user here", "hard"),
        ("5.4.4", "Host or domain name not found. Name service error", "hard"),
        ("5.2.2", "552 5.2.2 Mailbox full", "soft"),
        ("4.4.7", "Message expired after 5 days", "soft"),
        ("5.3.4", "552 Message size exceeds fixed limit", "soft"),
        ("4.4.1", "connect to mx.b.de[192.0.2.1]:25: Connection timed out", "soft"),
        (
            "5.7.1",
            "554 5.7.1 Service unavailable; client host blocked using zen",
            "block",
        ),
        ("5.7.26", "550-5.7.26 This mail has been blocked: unauthenticated", "block"),
        ("5.7.1", "550 5.7.1 Message rejected as spam by content filter", "block"),
        ("5.1.8", "553 5.1.8 Sender address rejected: Domain not found", "block"),
        ("", "host mx said: 550 5.1.1 unknown", "hard"),
        ("2.1.5", "250 ok", "none"),
        ("", "", "soft"),
    ],
)
def test_words_and_codes_tell_the_kind(status, text, kind):
    assert kind_of(status, text) == kind


def test_a_notice_in_prose_is_understood():
    notice = read(
        b"From: MAILER-DAEMON@mx.example\nSubject: failure notice\n\n"
        b"Hi. This is the mail program at mx.example.\n\n<ada@example.org>:\n"
        b"192.0.2.1 does not like recipient.\n"
        b"Remote host said: 550 unknown user\nGiving up.\n\n"
        b"--- Below this line is a copy of the message.\n\nTo: ada@example.org\n"
    )

    (failure,) = notice.failures
    assert failure.recipient == "ada@example.org"
    assert kind_of(failure.status, failure.text) is Kind.HARD


@pytest.mark.parametrize(
    "headers",
    [
        "Auto-Submitted: auto-replied\nSubject: Out of office",
        "Subject: Automatic reply: A quiet week",
        "Precedence: auto_reply\nSubject: Re: A quiet week",
    ],
)
def test_an_automatic_reply_is_no_bounce(headers):
    notice = read(f"From: ada@example.org\n{headers}\n\nI am away, 550 km.\n".encode())

    assert notice.kind is NoticeKind.AUTOMATIC


def test_a_person_who_answers_is_no_bounce():
    notice = read(b"From: ada@example.org\nSubject: Re: hello\n\nThank you!\n")

    assert notice.kind is NoticeKind.OTHER


@settings(deadline=None)
@given(st.binary(max_size=3000))
def test_nothing_that_comes_in_breaks_the_reader(raw):
    assert read(raw).kind in NoticeKind
    assert read(b"Content-Type: multipart/report; boundary=b\n\n--b\n" + raw)


def test_a_hard_bounce_gives_the_address_up(sent):
    taken = bounces.take(dsn(reference=references.of_delivery(sent.pk)), NOW)

    assert taken.recorded == 1
    assert Subscriber.objects.get().status == Subscriber.Status.BOUNCED
    assert Suppression.objects.get().reason == Suppression.Reason.BOUNCED


def test_a_mangled_notice_is_known_by_the_address_it_came_to(sent):
    to = f"b+{references.of_delivery(sent.pk)}@bounces.crux.example"

    assert bounces.take(dsn(to=to), NOW).recorded == 1


def test_a_notice_that_somebody_made_up_changes_nothing(sent):
    bounces.take(dsn(reference=f"{sent.pk}.{'0' * 16}"), NOW)

    assert not Bounce.objects.exists()
    assert Subscriber.objects.get().status == Subscriber.Status.ACTIVE


def test_a_delay_is_no_bounce(sent):
    reference = references.of_delivery(sent.pk)

    bounces.take(dsn(action="delayed", status="4.4.1", reference=reference), NOW)

    assert not Bounce.objects.exists()


def test_soft_bounces_add_up_and_letters_that_stay_count_down(sent):
    reference = references.of_delivery(sent.pk)
    bounces.take(dsn(status="4.2.2", said="mailbox full", reference=reference), NOW)
    assert Subscriber.objects.get().bounce_score == 2

    later = NOW + timedelta(days=7)
    delivery.send(make_issue(sent.issue.newsletter), now=later)
    bounces.credit(later + bounces.STAYS_AFTER * 2)
    bounces.credit(later + bounces.STAYS_AFTER * 2)

    assert Subscriber.objects.get().bounce_score == 1


def test_five_soft_bounces_in_a_row_give_the_address_up(sent):
    weekly = sent.issue.newsletter
    for _ in range(5):
        assert Subscriber.objects.get().status == Subscriber.Status.ACTIVE
        delivery.send(make_issue(weekly), now=NOW)
        last = Delivery.objects.order_by("id").last()
        reference = references.of_delivery(last.pk)
        bounces.take(dsn(status="4.2.2", said="mailbox full", reference=reference), NOW)

    assert Subscriber.objects.get().status == Subscriber.Status.BOUNCED


@pytest.mark.parametrize(("kind", "heard"), [("abuse", True), ("not-spam", False)])
def test_a_complaint_is_heard_and_its_withdrawal_is_none(sent, kind, heard):
    reference = references.of_delivery(sent.pk)

    bounces.take(ARF.format(kind=kind, reference=reference).encode(), NOW)

    assert Bounce.objects.filter(kind="complaint").exists() == heard
    assert Suppression.objects.filter(reason="complained").exists() == heard


def test_a_mail_program_that_writes_to_unsubscribe_is_heeded(db):
    reader = make_reader(make_newsletter())
    token = tokens.make(Purpose.UNSUBSCRIBE, reader.pk)

    bounces.take(f"From: x@y.de\nSubject: unsubscribe {token}\n\n\n".encode(), NOW)

    reader.refresh_from_db()
    assert reader.status == Subscriber.Status.UNSUBSCRIBED


def test_what_a_server_refused_at_once_is_on_record_without_the_address(sent):
    Delivery.objects.update(
        state="rejected", reply="550 5.1.1 <ada@example.org>: User unknown"
    )

    bounces.take_rejections(Delivery.objects.all(), NOW)
    bounces.take_rejections(Delivery.objects.all(), NOW)

    bounce = Bounce.objects.get()
    assert (bounce.kind, bounce.source) == ("hard", "server")
    assert "ada" not in bounce.said
