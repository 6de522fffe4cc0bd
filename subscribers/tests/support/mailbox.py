"""Mail as it comes to a bounce mailbox: from people, programs and spammers, made by hand.

Each is given all that names a delivery truly, so that only its nature can save a reader.
"""

from collections.abc import Iterator
from dataclasses import dataclass

HEADLINES = (
    "Re: A quiet week",
    "My application was rejected",
    "Failed",
    "Delivery failed twice, please send the book again",
    "Delayed again",
    "Your parcel was returned to sender",
    "Returned mail",
    "Undeliverable promises",
    "Mail delivery failed: returning message to sender",
    "failure notice",
    "Delivery Status Notification (Failure)",
    "Undelivered Mail Returned to Sender",
    "Bounce house for the party",
    "Unzustellbar: ein ruhige Woche",
    "Message rejected by my boss",
    "Warning: message 1abc delayed 24 hours",
)
PEOPLE = (
    "Ada <ada@example.org>",
    "postmaster@example.org",
    "Postmaster <postmaster@example.org>",
    "root@example.org",
    "Administrator <it@example.org>",
    "administrator@example.org",
    "Mail Delivery Team <parcels@example.org>",
    "no-reply@example.org",
)
WORDS = (
    "Thank you, but this is not for me any more.\n",
    "Your last letter failed to convince me: mailbox full of the same, user unknown to\n"
    "me keeps writing. 550 5.1.1 was the flight number.\n",
    "ada@example.org: that is my address, and it does not exist only on paper.\n",
    "Hello,\n\nwe could not deliver the parcel to ada@example.org's house: no such user\n"
    "at the door. It is returned to sender.\n",
    "I was unable to reach you: 550 5.1.1 <ada@example.org>: User unknown. Any idea?\n",
)
NOTES = (
    ("Out of office: A quiet week", "I am away until Monday. Mail is not forwarded.\n"),
    ("Automatic reply: A quiet week", "This mailbox is not read. It is full.\n"),
    ("Abwesenheit", "Ich bin im Urlaub; die Nachricht wurde nicht zugestellt.\n"),
    ("Re: A quiet week", "On leave. ada@example.org will be rejected until May.\n"),
    ("Delivery failed", "I left the firm; ada@example.org does not exist any more.\n"),
)
WARNINGS = (
    "This is the mail system at host mx.example.\n\nTHIS IS A WARNING ONLY. YOU DO NOT "
    "NEED TO RESEND YOUR MESSAGE.\n\nYour message could not be delivered for more than 4 "
    "hours. It will be retried until it is 5 days old.\n\n<ada@example.org>: timed out\n",
    "This message was created automatically by mail delivery software.\nA message that "
    "you sent has not yet been delivered to one or more of its recipients after more "
    "than 24 hours.\n\n  ada@example.org\n    Delay reason: 450 mailbox unavailable\n\n"
    "No action is required on your part.\n",
    "Your message to <ada@example.org> is delayed; delivery attempts will continue.\n",
    "Hi. This is the qmail-send program. I'm still trying to deliver your message.\n\n"
    "<ada@example.org>:\nuser unknown, will keep trying.\n",
    "Die Zustellung verzögert sich: noch nicht zugestellt an ada@example.org.\n",
)


@dataclass(frozen=True, slots=True)
class Named:
    """What a letter of ours carries: its reference, its Message-ID, its bounce address."""

    reference: str
    message_id: str

    @property
    def envelope(self) -> str:
        return f"b+{self.reference}@bounces.crux.example"

    @property
    def letter(self) -> str:
        """The letter as it went out."""
        return (
            "Received: from crux.example by mx.example; Thu, 7 Aug 2025 09:00:00 +0000\n"
            f"Return-Path: <{self.envelope}>\nMessage-ID: <{self.message_id}>\n"
            "From: The Weekly <letters@crux.example>\nTo: ada@example.org\n"
            f"X-Delivery-ID: {self.reference}\nSubject: A quiet week\n\nHello\n"
        )


def message(
    named: Named, sender: str, subject: str, body: str, more: str = ""
) -> bytes:
    """A message to the bounce address itself, in answer to the letter."""
    return (
        f"From: {sender}\nTo: {named.envelope}\nDelivered-To: {named.envelope}\n"
        f"In-Reply-To: <{named.message_id}>\nReferences: <{named.message_id}>\n"
        f"Subject: {subject}\n{more}\n{body}"
    ).encode()


def of_people(named: Named) -> Iterator[bytes]:
    """What people write, with the letter quoted, attached or left out."""
    quoted = "".join(f"> {line}\n" for line in named.letter.splitlines())
    for sender in PEOPLE:
        for at, headline in enumerate(HEADLINES):
            words = WORDS[at % len(WORDS)]
            yield message(named, sender, headline, words)
            yield message(named, sender, headline, f"{words}\n{quoted}")
            yield message(
                named, sender, headline, f"{words}\n-- Original --\n{named.letter}"
            )
            yield message(
                named,
                sender,
                f"Fwd: {headline}",
                f"--b\nContent-Type: text/plain\n\n{words}\n--b\n"
                f"Content-Type: message/rfc822\n\n{named.letter}\n--b--\n",
                'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n',
            )
            # Someone sends a notice on and asks what it means.
            yield message(
                named,
                sender,
                f"Re: {headline}",
                f"What is this?\n\n{report(named).decode()}",
            )
            yield message(
                named,
                sender,
                headline,
                f"--b\nContent-Type: text/plain\n\n{words}\n--b\n"
                "Content-Type: message/rfc822\n\n"
                f"{report(named, boundary='c').decode()}\n--b--\n",
                'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n',
            )


def of_programs(named: Named) -> Iterator[bytes]:
    """Vacation notes, delay warnings, receipts: nothing has failed."""
    for subject, words in NOTES:
        for more in (
            "Auto-Submitted: auto-replied\nReturn-Path: <>\n",
            "Return-Path: <>\nPrecedence: bulk\n",
            "X-Autoreply: yes\n",
        ):
            yield message(named, "Ada <ada@example.org>", subject, words, more)
            yield message(named, "postmaster@example.org", subject, words, more)
    for words in WARNINGS:
        for sender in ("MAILER-DAEMON@mx.example", "postmaster@mx.example"):
            for subject in (
                "Warning: could not send",
                "Delayed Mail",
                "failure notice",
            ):
                more = "Return-Path: <>\nContent-Type: text/plain; charset=utf-8\n"
                yield message(named, sender, subject, f"{words}\n{named.letter}", more)
    for action, status in (("delayed", "4.4.1"), ("", "4.4.1"), ("relayed", "2.0.0"),
                           ("delivered", "2.1.5"), ("expanded", "2.0.0")):  # fmt: skip
        yield report(named, action=action, status=status)
    for mode in ("displayed", "deleted", "denied", "failed"):
        yield receipt(named, mode)


def report(
    named: Named,
    *,
    recipient: str = "ada@example.org",
    action: str = "failed",
    status: str = "5.1.1",
    said: str = "smtp; 550 5.1.1 User unknown",
    boundary: str = "b",
    words: str = "This is the mail system at host mx.example.",
) -> bytes:
    """A delivery status notification (RFC 3464)."""
    did = f"Action: {action}\n" if action else ""
    return (
        f"From: MAILER-DAEMON@mx.example\nTo: {named.envelope}\nReturn-Path: <>\n"
        "Subject: Undelivered Mail Returned to Sender\nMIME-Version: 1.0\nContent-Type: "
        f'multipart/report; report-type=delivery-status; boundary="{boundary}"\n\n'
        f"--{boundary}\nContent-Type: text/plain\n\n{words}\n\n"
        f"--{boundary}\nContent-Type: message/delivery-status\n\n"
        f"Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; {recipient}\n{did}"
        f"Status: {status}\nDiagnostic-Code: {said}\n\n"
        f"--{boundary}\nContent-Type: message/rfc822\n\n{named.letter}\n--{boundary}--\n"
    ).encode()


def receipt(named: Named, mode: str) -> bytes:
    """A read receipt (RFC 8098)."""
    return (
        f"From: Ada <ada@example.org>\nTo: {named.envelope}\nReturn-Path: <>\n"
        f"Subject: Read: A quiet week\nIn-Reply-To: <{named.message_id}>\nContent-Type: "
        'multipart/report; report-type=disposition-notification; boundary="b"\n\n'
        "--b\nContent-Type: text/plain\n\nYour message was displayed; this is no "
        "guarantee that it failed to bore.\n\n"
        "--b\nContent-Type: message/disposition-notification\n\n"
        "Reporting-UA: mail.example\nOriginal-Recipient: rfc822;ada@example.org\n"
        "Final-Recipient: rfc822;ada@example.org\n"
        f"Original-Message-ID: <{named.message_id}>\n"
        f"Disposition: manual-action/MDN-sent-manually; {mode}\nStatus: 5.1.1\n\n"
        f"--b\nContent-Type: message/rfc822\n\n{named.letter}\n--b--\n"
    ).encode()


# What a dozen servers write of an address that is gone, in no standard form.
PROSE = {
    "qmail": "Hi. This is the qmail-send program at mx.example.\nI'm afraid I wasn't able "
    "to deliver your message to the following addresses.\nThis is a permanent error; I've "
    "given up. Sorry it didn't work out.\n\n<ada@example.org>:\n192.0.2.1 does not like "
    "recipient.\nRemote host said: 550 5.1.1 unknown user\nGiving up on 192.0.2.1.\n\n"
    "--- Below this line is a copy of the message.\n\n",
    "exim": "This message was created automatically by mail delivery software.\n\nA message "
    "that you sent could not be delivered to one or more of its\nrecipients. This is a "
    "permanent error.\n\n  ada@example.org\n    SMTP error from remote mail server after "
    "RCPT TO:<ada@example.org>:\n    550 5.1.1 no such user\n\n------ This is a copy of "
    "the message, including all the headers. ------\n\n",
    "sendmail": "The original message was received at Thu, 7 Aug 2025 09:00:00 GMT\n\n   "
    "----- The following addresses had permanent fatal errors -----\n<ada@example.org>\n\n"
    "   ----- Transcript of session follows -----\n... while talking to mx.example.org:\n"
    ">>> RCPT To:<ada@example.org>\n<<< 550 5.1.1 User unknown\n\n"
    "   ----- Original message follows -----\n\n",
    "a large provider": "Sorry, we were unable to deliver your message to the following "
    "address.\n\n<ada@example.org>:\nRemote host said: 550 5.1.1 user doesn't exist\n\n"
    "--- Below this line is a copy of the message.\n\n",
    "another": "<ada@example.org>: host mx.example.org said: 550 5.1.1 unknown user\n\n"
    "--- Original message follows ---\n\n",
}


def in_prose(named: Named, words: str) -> bytes:
    """A server's notice in prose, with the letter below it."""
    return (
        f"Return-Path: <>\nFrom: MAILER-DAEMON@mx.example\nTo: {named.envelope}\n"
        f"Subject: failure notice\n\n{words}{named.letter}"
    ).encode()


SPAM = (
    b"Subject: =?utf-8?b?A?=\nFrom: x@y.de\n\nBuy.\n",
    b"Subject: =?utf-8?q?=ZZ?= =?x-none?b?!!!?=\nFrom: =?a?b?A?=\n\nBuy.\n",
    "Subject: =?iso-8859\u2028-15?q?a?=\nFrom: x@y.de\n\nBuy.\n".encode(),
    b"Subject: cheap\nContent-Type: text/plain; charset=\"\\0\xff\"\n\n\xff\xfe\n",
    b"Content-Type: multipart/report; boundary=\"\n\n--\"\n\n",
    b"Content-Type: multipart/report; boundary==?utf-8?b?A?=\n\nx",
    b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n!!!!\n",
    b"From: \xff\xfe\x00 <\x00@\x00>\nTo: \x80\nSubject: \x00\n\n\x00\n",
    b"Content-Type: text/plain; charset*0*=utf-8''%ff; charset*1=x\n\nx",
    b"Content-Transfer-Encoding: uuencode\n\nbegin 644 x\n!!\nend\n",
    b"Content-Type: text/plain; charset=\"us\x00ascii\"\n\nGr\xfc\xdfe\n",
    b"Content-Transfer-Encoding: x-uuencode\n\nbegin 644 x\n" + b"\xff#!" * 30 + b"\nend\n",
    b"Content-Type: message/delivery-status\n\nFinal-Recipient: \x00\nStatus: 5.1.1\n",
    b"Content-Type: message/partial\n\n\n" * 50,
    b"",
    b"\n\n\n",
)  # fmt: skip
