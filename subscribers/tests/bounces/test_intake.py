import random
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subscribers.bounces import intake as bounces
from subscribers.bounces.classify import BounceKind, kind_of
from subscribers.bounces.notices import NoticeKind, read
from subscribers.consent import tokens
from subscribers.consent.tokens import Purpose
from subscribers.delivery import send as delivery
from subscribers.letters import references
from subscribers.models import Bounce, Delivery, Subscriber, Suppression
from subscribers.tests.support import harmless_mail, mailbox, server_reports
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


@pytest.fixture(scope="module")
def sent_once(send_once):
    return send_once(NOW)


@pytest.fixture
def sent(sent_once, db):
    return Delivery.objects.get(pk=sent_once.pk)


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"])
def test_a_status_notification_is_read_whatever_its_line_ends(line_end):
    notice = read(dsn().replace(b"\n", line_end))

    (failure,) = notice.failures
    assert notice.kind is NoticeKind.BOUNCE
    assert (failure.recipient, failure.status) == ("ada@example.org", "5.1.1")


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
    assert kind_of(failure.status, failure.text) is BounceKind.HARD


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


@pytest.fixture
def named(sent):
    return mailbox.Named(
        references.of_delivery(sent.pk),
        f"{references.of_letter(sent.issue_id, sent.subscriber_id)}@crux.example",
    )


def harmed(raw):
    """Whether the reader lost anything by a message."""
    bounces.take(raw, NOW)
    reader = Subscriber.objects.get()
    return Bounce.objects.exists() or reader.bounce_score or reader.status != "active"


def test_no_letter_of_a_person_suppresses_anybody(named):
    letters = [*mailbox.of_people(named), *harmless_mail.of_people(named)]

    wrong = [raw for raw in letters if harmed(raw)]

    assert [raw.decode() for raw in wrong] == []


def test_no_note_warning_or_receipt_scores(named):
    letters = [*mailbox.of_programs(named), *harmless_mail.of_programs(named)]

    wrong = [raw for raw in letters if harmed(raw)]

    assert [raw.decode() for raw in wrong] == []


@pytest.mark.parametrize("raw", mailbox.SPAM)
def test_spam_of_any_form_is_taken_and_does_nothing(named, raw):
    assert not harmed(raw)
    assert not harmed(raw + b"\n" + named.letter.encode())


@pytest.mark.parametrize("server", mailbox.PROSE)
def test_a_server_that_tells_in_prose_is_heard(named, server):
    taken = bounces.take(mailbox.in_prose(named, mailbox.PROSE[server]), NOW)

    assert taken.recorded == 1
    assert Bounce.objects.get().kind == "hard"


def test_the_report_of_any_server_is_heard_and_understood(named):
    wrong = []
    for server, meant, raw in server_reports.reports(named):
        bounces.take(raw, NOW)
        found = list(Bounce.objects.values_list("kind", flat=True)) or ["nothing"]
        Bounce.objects.all().delete()
        if found[0] not in meant.split():
            wrong.append((server, meant, found))

    assert wrong == []


def test_a_report_of_anothers_letter_under_our_address_is_not_ours(named):
    assert not harmed(server_reports.backscatter(named))


def test_no_words_of_the_reader_are_a_report_whatever_their_name_is(sent):
    Subscriber.objects.update(address="mail@example.org")
    named = mailbox.Named(references.of_delivery(sent.pk), "1.1.x@crux.example")
    words = "This is the mail system at host mx.example.\n\n<mail@example.org>: gone"
    theirs, servers = (
        mailbox.message(named, sender, "x", words, "Return-Path: <>\n")
        for sender in ("mail@example.org", "postmaster@example.org")
    )

    assert not harmed(theirs)
    assert harmed(servers)


@pytest.mark.parametrize(
    "said",
    ["smtp; 450 mailbox unavailable", "smtp; 450 4.1.2 domain not found", "dns; 4.1.2"],
)
def test_a_report_of_a_passing_fault_gives_nobody_up(named, said):
    bounces.take(mailbox.report(named, status="4.1.2", said=said), NOW)
    bounces.take(mailbox.report(named, status="5.0.0", said=said), NOW)

    assert Subscriber.objects.get().status == Subscriber.Status.ACTIVE


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("550 rejected: b@bounces.crux.example does not exist", "block"),
        ("550 crux.example has no MX record; mailbox not found", "block"),
        ("550 <ada@example.org> from <b@bounces.crux.example>: no such user", "hard"),
        ("550 no such user (for crux.example [192.0.2.7])", "hard"),
    ],
)
def test_a_fault_found_with_our_name_is_not_the_readers(sent, settings, said, kind):
    settings.BOUNCE_ADDRESS = "b@bounces.crux.example"
    Delivery.objects.update(state="rejected", reply=said)

    bounces.take_rejections(Delivery.objects.all(), NOW)

    assert Bounce.objects.get().kind == kind


def test_another_mailbox_that_is_gone_is_not_the_readers(named):
    bounces.take(mailbox.report(named, recipient="bob@elsewhere.org"), NOW)

    assert Bounce.objects.get().kind == "soft"
    assert Subscriber.objects.get().status == Subscriber.Status.ACTIVE


def test_the_hosts_own_name_for_the_mailbox_is_the_readers(named):
    bounces.take(mailbox.report(named, recipient="ada@mx1.example.org"), NOW)

    assert Subscriber.objects.get().status == Subscriber.Status.BOUNCED


def test_one_message_speaks_for_one_delivery(sent, named):
    other = make_reader(sent.issue.newsletter, "bob@example.org")
    second = Delivery.objects.create(issue=sent.issue, subscriber=other)
    reference = references.of_delivery(second.pk)
    both = mailbox.report(named).replace(
        b"X-Delivery-ID", f"X-Delivery-ID: {reference}\nX-Delivery-ID".encode()
    )
    quoted = mailbox.report(named, words=f"X-Delivery-ID: {reference}")

    assert bounces.take(both, NOW).recorded == 0
    assert bounces.take(quoted, NOW).recorded == 1
    assert Bounce.objects.get().delivery == sent


@pytest.mark.parametrize("kind", ["virus", "fraud", "other", "not-spam", "dmarc"])
def test_a_filters_verdict_is_no_complaint(named, kind):
    raw = ARF.format(kind=kind, reference=named.reference).encode()

    assert not harmed(raw)


def test_a_message_id_alone_names_no_delivery(sent, named):
    raw = mailbox.report(named).replace(named.reference.encode(), b"1.0000000000000000")

    assert named.message_id.encode() in raw
    assert not harmed(raw)


def mutants(raw, dice):
    """`raw` with bytes lost, doubled, swapped and put in, as a bad wire would."""
    changed = bytearray(raw)
    for _ in range(dice.randint(1, 12)):
        at = dice.randrange(len(changed) + 1)
        match dice.randrange(5):
            case 0:
                changed[at : at + 1] = dice.choice(BYTES)
            case 1:
                del changed[at : at + dice.randint(1, 40)]
            case 2:
                changed[at:at] = changed[at // 2 : at // 2 + dice.randint(1, 80)]
            case 3:
                changed[at:at] = dice.choice(BYTES)
            case 4:
                changed[at : at + 2] = changed[at : at + 2][::-1]
    return bytes(changed)


BYTES = (
    b"\0", b"\xff", b"=?utf-8?b?A?=", b"=?x?q?=", b"\n\n", b"\r", b'"', b"--b", b"<", b"@",
    b"Content-Type: message/rfc822\n", b"Content-Transfer-Encoding: base64\n", b"; ", b"=",
    b"charset*0*=x''%ff", b"\x1b$", b"[", b"{", b"\xed\xa0\x80", b"(" * 50,
)  # fmt: skip


def test_no_mutant_of_a_message_breaks_the_reader():
    named = mailbox.Named("1.0123456789abcdef", "1.2.0123456789abcdef@crux.example")
    seeds = [
        mailbox.report(named),
        mailbox.receipt(named, "displayed"),
        *(mailbox.in_prose(named, words) for words in mailbox.PROSE.values()),
        *mailbox.SPAM,
        ARF.format(kind="abuse", reference=named.reference).encode(),
    ]
    dice = random.Random(7)

    for seed in seeds:
        for _ in range(60):
            raw = mutants(seed, dice)
            notice = read(raw)
            assert all(bounces.judge(notice, one) for one in notice.failures)
