"""Notices as servers write them, in shapes that no standard knows."""

import json

import pytest

from subscribers.bounces import intake as bounces
from subscribers.bounces.notices import NoticeKind, read

FROM = "From: MAILER-DAEMON@mx.example\nTo: letters@crux.example\n"
RETURNED = "\n".join(
    [
        "Received: from crux.example by mx.example; Thu, 7 Aug 2025 09:00:00 +0000",
        "Message-ID: <1.2.3@crux.example>",
        "From: The Weekly <letters@crux.example>",
        "To: ada@example.org",
        "Subject: A quiet week",
        "",
        "Write to help@crux.example.",
    ]
)


def told(body, subject="failure notice", sender=FROM):
    return read(f"{sender}Subject: {subject}\n\n{body}\n".encode())


def kinds(notice):
    return {one.recipient: bounces.judge(notice, one).value for one in notice.failures}


@pytest.mark.parametrize(
    "body",
    [
        f"ada@example.org: unknown user\n\n{RETURNED}",
        f"Unknown user: ada@example.org\n\nFirst lines of it:> \n{RETURNED}",
        "Failed addresses:\n   * ada@example.org\n\nFor help contact help@mx.example\n"
        f"550 unknown user\n\n{RETURNED}",
        "Your message\n\n  To: friends@example.org\n  Subject: Hi\n\ndid not reach:\n\n"
        "ada@example.org on Thu, 7 Aug\n  The recipient name is not recognized\n",
        "RCPT TO:<ada@example.org>\n550 no such user\nMAIL FROM: <x@crux.example>\n",
        "<ada@example.org> (expanded from <all@example.org>): user unknown\n",
    ],
)
def test_only_who_was_not_reached_is_named(body):
    assert kinds(told(body)) == {"ada@example.org": "hard"}


def test_a_report_inside_the_returned_letter_is_not_about_it():
    inner = "Final-Recipient: rfc822; old@example.net\nAction: failed\nStatus: 5.1.1\n"
    notice = read(
        f"{FROM}Content-Type: multipart/report; boundary=b\n\n"
        "--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\n"
        "Final-Recipient: rfc822; ada@example.org\nAction: failed\nStatus: 5.2.2\n\n"
        "--b\nContent-Type: message/rfc822\n\nContent-Type: multipart/report; "
        "boundary=c\n\n--c\nContent-Type: message/delivery-status\n\n"
        f"Reporting-MTA: dns; y\n\n{inner}\n--c--\n--b--\n".encode()
    )

    assert kinds(notice) == {"ada@example.org": "soft"}


def test_a_notice_that_somebody_forwarded_is_not_acted_upon():
    notice = read(
        b"From: ops@example.org\nTo: b@crux.example\nSubject: Fwd: returned\n"
        b"Content-Type: multipart/mixed; boundary=b\n\n"
        b"--b\nContent-Type: text/plain\n\nSee below.\n"
        b"--b\nContent-Type: message/rfc822\n\nContent-Type: multipart/report; "
        b"boundary=c\n\n--c\nContent-Type: message/delivery-status\n\n"
        b"Reporting-MTA: dns; y\n\nFinal-Recipient: rfc822; ada@example.org\n"
        b"Action: failed\nStatus: 5.1.1\n\n--c--\n--b--\n"
    )

    assert (notice.kind, notice.failures) == (NoticeKind.OTHER, ())


def test_two_recipients_without_a_blank_line_between_them_are_two():
    notice = read(
        f"{FROM}Content-Type: multipart/report; boundary=b\n\n"
        "--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n"
        "Final-Recipient: rfc822; ada@example.org\nAction: failed\nStatus: 5.1.1\n"
        "Final-Recipient: rfc822; bob@example.org\nAction: failed\nStatus: 5.2.2\n"
        "\n--b--\n".encode()
    )

    assert kinds(notice) == {"ada@example.org": "hard", "bob@example.org": "soft"}


def test_all_the_prose_is_asked_where_nothing_follows_the_address():
    notice = told(
        "Failed to deliver to someone: rejected as spam.\n\nNot delivered to:\n  ada@example.org\n\nBye\n"
    )

    assert kinds(notice) == {"ada@example.org": "block"}


@pytest.mark.parametrize("kind", ["auth-failure", "dmarc", "not-spam"])
def test_feedback_that_is_no_complaint_is_neither_that_nor_a_bounce(kind):
    notice = read(
        "From: reports@mx.example\nContent-Type: multipart/report; boundary=b\n\n"
        f"--b\nContent-Type: message/feedback-report\n\nFeedback-Type: {kind}\n\n"
        f"--b\nContent-Type: message/rfc822\n\n{RETURNED}\n--b--\n".encode()
    )

    assert (notice.kind, notice.failures) == (NoticeKind.OTHER, ())


@pytest.mark.parametrize(
    "body",
    [
        "I am away and return on Monday.\n\nada@example.org",
        "Thank you for writing. We answer soon.\n\nada@example.org",
    ],
)
def test_an_answer_without_a_sender_is_no_bounce(body):
    notice = told(body, "Thank you", "Return-Path: <>\nFrom: ada@example.org\n")

    assert notice.failures == ()


def test_the_notice_of_a_cloud_is_read_however_its_json_is_laid_out():
    bounce = {
        "bounceType": "Permanent",
        "bouncedRecipients": [{"emailAddress": "ada@example.org"}],
    }
    inner = json.dumps({"notificationType": "Bounce", "bounce": bounce})

    notice = told(json.dumps({"Type": "Notification", "Message": inner}, indent=2))

    assert kinds(notice) == {"ada@example.org": "hard"}


def test_a_person_who_writes_json_is_no_cloud():
    body = '{"notificationType": "Bounce", "bounce": {"bounceType": "Permanent", '
    body += '"bouncedRecipients": [{"emailAddress": "ada@example.org"}]}}'

    assert told(body, "x", "From: Ada <ada@example.org>\n").failures == ()
    assert told(body, "x", "From: no-reply@sns.example\n").failures != ()


ENDLESS = {
    "local parts": b"smtp=" * 38_000 + b"@x.de",
    "addresses": (b"x" * 50 + b"@" + b"y." * 50 + b"de ") * 1200,
    "styles": b"<style" * 30_000,
    "dashes": (b"-" * 199 + b"\n") * 950,
    "blank lines": b"\n" * 190_000,
    "code words": b"exceed " * 27_000,
}


@pytest.mark.parametrize("body", ENDLESS.values(), ids=ENDLESS)
def test_no_text_keeps_the_reader_busy(body):
    for kind in (b"text/plain", b"text/html"):
        head = FROM.encode() + b"Subject: failure\nContent-Type: " + kind
        read_to_the_end(head + b"\n\n" + body)


@pytest.mark.parametrize(
    "name", ["Subject", "To", "Content-Type", "X-Failed-Recipients"]
)
def test_no_header_keeps_the_reader_busy(name):
    for value in (
        b"=?a?q?" * 30_000,
        b'text/plain; a="' + b";" * 190_000,
        b"a" * 190_000,
    ):
        read_to_the_end(FROM.encode() + f"{name}: ".encode() + value + b"\n\nx")


def read_to_the_end(raw):
    """Each of these kept a careless pattern busy for minutes."""
    notice = read(raw)
    assert all(bounces.judge(notice, failure) for failure in notice.failures)
