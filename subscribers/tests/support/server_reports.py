"""What mail servers report of a letter that they could not deliver, each in its own way.

Made by hand, after the manner of each. Beside it stands what it says of the address.
"""
# ruff: noqa: RUF001  letters of other scripts are meant

from collections.abc import Iterator
from itertools import cycle

from subscribers.tests.support.mailbox import Named

DAEMON = "MAILER-DAEMON@mx.example (Mail Delivery System)"
POSTMASTER = "postmaster@example.org"
# Of a standard report: who wrote it, in which words, the fields, and what is meant.
STANDARD = {
    "postfix, unknown": (DAEMON, "This is the mail system at host mx.example.\n\n"
        "<ada@example.org>: host mx.example.org[192.0.2.1] said: 550 5.1.1\n"
        "    <ada@example.org>: Recipient address rejected: User unknown in virtual\n"
        "    mailbox table (in reply to RCPT TO command)",
        "5.1.1", "smtp; 550 5.1.1 <ada@example.org>: Recipient address rejected: User\n"
        "    unknown in virtual mailbox table", "hard"),
    "postfix, no such domain": (DAEMON, "This is the mail system at host mx.example.",
        "5.4.4", "X-Postfix; Host or domain name not found. Name service error for\n"
        "    name=example.org type=AAAA: Host not found", "hard"),
    "postfix, gave up": (DAEMON, "This is the mail system at host mx.example.",
        "4.4.1", "X-Postfix; connect to example.org[192.0.2.1]:25: Connection timed out",
        "soft"),
    "postfix, full": (DAEMON, "This is the mail system at host mx.example.",
        "5.2.2", "smtp; 552 5.2.2 <ada@example.org>: user is over quota", "soft"),
    "postfix, spam": (DAEMON, "This is the mail system at host mx.example.",
        "5.7.1", "smtp; 554 5.7.1 The message was rejected by our content filter", "block"),
    "postfix, relay": (DAEMON, "This is the mail system at host mx.example.",
        "5.7.1", "smtp; 554 5.7.1 <ada@example.org>: Relay access denied", "block"),
    "postfix, unverified": (DAEMON, "This is the mail system at host mx.example.",
        "5.1.1", "smtp; 450 4.1.1 <ada@example.org>: Recipient address rejected:\n"
        "    unverified address: user unknown", "soft"),
    "exim": ("Mail Delivery System <Mailer-Daemon@mx.example>", "This message was created "
        "automatically by mail delivery software.\n\nA message that you sent could not be "
        "delivered to one or more of its\nrecipients. This is a permanent error. The "
        "following address(es) failed:\n\n  ada@example.org\n    host mx.example.org\n"
        "    SMTP error from remote mail server after RCPT TO:<ada@example.org>:\n"
        "    550 No such recipient here",
        "5.0.0", "smtp; 550 No such recipient here", "hard"),
    "exim, retry": ("Mail Delivery System <Mailer-Daemon@mx.example>", "This message was "
        "created automatically by mail delivery software.\n\n  ada@example.org\n"
        "    retry timeout exceeded", "5.0.0", "", "soft"),
    "sendmail": ("Mail Delivery Subsystem <MAILER-DAEMON@mx.example>",
        "The original message was received at Thu, 7 Aug 2025 09:00:00 GMT\n\n   ----- The "
        "following addresses had permanent fatal errors -----\n<ada@example.org>\n    "
        "(reason: 550 5.1.1 <ada@example.org>... User unknown)",
        "5.1.1", "SMTP; 550 5.1.1 <ada@example.org>... User unknown", "hard"),
    "sendmail, gave up": ("Mail Delivery Subsystem <MAILER-DAEMON@mx.example>",
        "The original message was received at Thu, 7 Aug 2025 09:00:00 GMT\n\n<ada@example."
        "org>... Deferred: Connection timed out with mx.example.org.\nMessage could not be "
        "delivered for 5 days\nMessage will be deleted from queue", "4.4.7", "", "soft"),
    "courier": ('"Courier mail server at mx.example" <@>', "This is a delivery status "
        "notification from mx.example,\nrunning the Courier mail server.\n\n"
        "                       UNDELIVERABLE MAIL\n\nYour message to the following "
        "recipients cannot be delivered:\n\n<ada@example.org>:\n    mx.example.org [192.0.2."
        "1]:\n >>> RCPT TO:<ada@example.org>\n <<< 550 User unknown.",
        "5.0.0", "smtp; 550 User unknown.", "hard"),
    "exchange": ("Microsoft Outlook <postmaster@example.org>", "Delivery has failed to these "
        "recipients or groups:\n\nada@example.org\nThe email address you entered couldn't be "
        "found.", "5.1.10", "smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not\n"
        " found by SMTP address lookup", "hard"),
    "exchange, closed group": ("Microsoft Outlook <postmaster@example.org>", "Delivery has "
        "failed to these recipients or groups:\n\nada@example.org\nYour message can't be "
        "delivered because delivery to this address is restricted.", "5.7.1",
        "smtp;550 5.7.1 RESOLVER.RST.NotAuthorized; not authorized", "block"),
    "exchange, full": (POSTMASTER, "Delivery has failed to these recipients or groups:\n\n"
        "ada@example.org\nThe recipient's mailbox is full and can't accept messages now.",
        "5.2.2", "smtp;554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceeded",
        "soft"),
    "exchange, German": (POSTMASTER, "Fehler bei der Nachrichtenzustellung an folgende "
        "Empfänger oder Gruppen:\n\nada@example.org\nDie eingegebene E-Mail-Adresse konnte "
        "nicht gefunden werden.", "5.1.1", "smtp;550 5.1.1 RESOLVER.ADR.ExRecipNotFound; not\n"
        " found", "hard"),
    "a cloud, unknown": (POSTMASTER, "Your message to ada@example.org couldn't be delivered."
        "\n\nada wasn't found at example.org.", "5.4.1", "smtp;550 5.4.1 Recipient address "
        "rejected: Access denied.", "hard"),
    "a cloud, our name": (POSTMASTER, "Your message to ada@example.org couldn't be delivered.",
        "5.7.708", "smtp;550 5.7.708 Service unavailable. Access denied, traffic not\n"
        " accepted from this IP", "block"),
    "a cloud, DMARC": (POSTMASTER, "Your message to ada@example.org couldn't be delivered.",
        "5.7.509", "smtp;550 5.7.509 Access denied, sending domain crux.example does not\n"
        " pass DMARC verification", "block"),
    "a cloud, expired": (POSTMASTER, "Your message to ada@example.org couldn't be delivered.",
        "4.4.316", "smtp;550 4.4.316 Connection refused [Message=Socket error code 10061]",
        "soft"),
    "a cloud, expired, in two codes": (POSTMASTER, "Your message couldn't be delivered.",
        "5.4.300", "smtp;550 5.4.300 Message expired -> 451 4.7.500 Server busy", "soft"),
    "gmail": ("Mail Delivery Subsystem <mailer-daemon@gmail.example>", "** Address not found "
        "**\n\nYour message wasn't delivered to ada@example.org because the address couldn't "
        "be found, or is unable to receive mail.", "5.1.1", "smtp; 550-5.1.1 The email "
        "account that you tried to reach does not exist. Please try\n 550-5.1.1 double-"
        "checking the recipient's email address for typos or", "hard"),
    "gmail, blocked": ("Mail Delivery Subsystem <mailer-daemon@gmail.example>", "** Message "
        "blocked **\n\nYour message to ada@example.org has been blocked.", "5.7.1",
        "smtp; 550-5.7.1 Our system has detected that this message is likely\n 550-5.7.1 "
        "unsolicited mail.", "block"),
    "gmail, unsigned": ("Mail Delivery Subsystem <mailer-daemon@gmail.example>", "** Message "
        "blocked **", "5.7.26", "smtp; 550-5.7.26 Unauthenticated email from crux.example is "
        "not accepted due to\n domain's DMARC policy", "block"),
    "gmail, too fast": ("Mail Delivery Subsystem <mailer-daemon@gmail.example>", "** Delivery "
        "incomplete **", "4.2.1", "smtp; 450-4.2.1 The user you are trying to contact is "
        "receiving email at a rate that\n 450-4.2.1 prevents additional messages", "soft"),
    "gmail, disabled": ("Mail Delivery Subsystem <mailer-daemon@gmail.example>", "** Address "
        "not found **", "5.2.1", "smtp; 550 5.2.1 The email account that you tried to reach "
        "is disabled.", "soft hard"),
    "gmail, full": ("Mail Delivery Subsystem <mailer-daemon@gmail.example>", "** Recipient "
        "inbox full **\n\nYour message couldn't be delivered to ada@example.org. Their inbox "
        "is full", "5.2.2", "smtp; 552-5.2.2 The recipient's inbox is out of storage space",
        "soft"),
    "zimbra, full": (DAEMON, "This is the mail system at host mx.example.", "4.2.2",
        "smtp; 452 4.2.2 Over quota", "soft"),
    "domino": ("Postmaster@example.org", "Your message\n\n  Subject: A quiet week\n\nwas not "
        "delivered to:\n\n  ada@example.org\n\nbecause:\n\n  User ada (ada@example.org) not "
        "listed in Domino Directory", "5.1.1", "X-Notes; User ada (ada@example.org) not\n "
        "listed in Domino Directory", "hard"),
    "opensmtpd": ("Mailer Daemon <MAILER-DAEMON@mx.example>", "    Hi!\n\n    This is the "
        "MAILER-DAEMON, please DO NOT REPLY to this email.\n\n    An error has occurred while "
        "attempting to deliver a message for\n    the following list of recipients:\n\nada@"
        "example.org: 550 Invalid recipient: <ada@example.org>", "5.0.0", "", "hard"),
    "haraka": ("MAILER-DAEMON@mx.example", "Hi. This is the Haraka Mailer program at mx."
        "example.\nI'm afraid I wasn't able to deliver your message to the following "
        "addresses.\nThis is a permanent error; I've given up.\n\nIntended Recipients: <ada@"
        "example.org>\nFailure Reason: Error: 550 5.1.1 unknown user", "5.1.1",
        "smtp; 550 5.1.1 unknown user", "hard"),
    "ironport": ("Mail Delivery System <MAILER-DAEMON@mx.example>", "The following message to "
        "<ada@example.org> was undeliverable.\nThe reason for the problem:\n5.1.0 - Unknown "
        "address error 550-'5.1.1 <ada@example.org> user unknown'", "5.1.0",
        "smtp; 5.1.0 - Unknown address error 550-'5.1.1 <ada@example.org> user\n unknown' "
        "(delivery attempts: 0)", "hard"),
    "ironport, policy": ("Mail Delivery System <MAILER-DAEMON@mx.example>", "The following "
        "message to <ada@example.org> was undeliverable.", "5.1.0", "smtp; 5.1.0 - Unknown "
        "address error 554-'5.7.1 Sender IP blocked for reputation'", "block"),
    "mimecast": ("Postmaster <postmaster@mx.example>", "Delivery to <ada@example.org> failed.",
        "5.0.0", "smtp; 550 Administrative prohibition - envelope blocked", "block"),
    "a bulk server": ("mailer-daemon@mx.example", "Hello, this is the mail server on mx."
        "example.\n\nI am sending you this message to inform you on the delivery status of a "
        "message you previously sent.", "5.1.1 (bad destination mailbox address)",
        "smtp;550 5.1.1 recipient unknown\nX-BulkServer-BounceCategory: bad-mailbox", "hard"),
    "a bulk server, full": ("mailer-daemon@mx.example", "Hello, this is the mail server on mx."
        "example.", "5.2.2 (mailbox full)", "smtp;552 5.2.2 mailbox full\n"
        "X-BulkServer-BounceCategory: quota-issues", "soft"),
    "ses": ("MAILER-DAEMON@mx.example", "An error occurred while trying to deliver the mail "
        "to the following recipients:\nada@example.org", "5.1.1", "smtp; 550 5.1.1 user "
        "unknown", "hard"),
    "a null MX": (DAEMON, "This is the mail system at host mx.example.", "5.1.10",
        "X-Postfix; Domain example.org does not accept mail (nullMX)", "hard"),
    "a null MX of ours": (DAEMON, "This is the mail system at host mx.example.", "5.7.27",
        "smtp; 550 5.7.27 <b@bounces.crux.example>: Sender address rejected: Domain\n "
        "bounces.crux.example does not accept mail (nullMX)", "block"),
    "a HELO of ours": (DAEMON, "This is the mail system at host mx.example.", "5.7.1",
        "smtp; 550 5.7.1 <crux>: Helo command rejected: Host not found", "block"),
    "a block list": (DAEMON, "This is the mail system at host mx.example.", "5.7.1",
        "smtp; 554 5.7.1 Service unavailable; Client host [192.0.2.7] blocked using\n "
        "zen.spamhaus.org", "block"),
    "a block list that says unknown": (DAEMON, "This is the mail system at host mx.example.",
        "5.1.1", "smtp; 550 5.1.1 Recipient unknown; 192.0.2.7 listed on our blocklist",
        "block"),
    "our DNS": (DAEMON, "This is the mail system at host mx.example.", "5.0.0",
        "smtp; 550 DNS check failed for crux.example: domain not found", "block"),
    "our sender": (DAEMON, "This is the mail system at host mx.example.", "5.1.8",
        "smtp; 553 5.1.8 <b@bounces.crux.example>... Domain of sender address does not\n "
        "exist", "block"),
    "too many recipients": (DAEMON, "This is the mail system at host mx.example.", "5.5.3",
        "smtp; 550 5.5.3 Too many recipients this hour", "soft block"),
    "greylisting that never ended": (DAEMON, "This is the mail system at host mx.example.",
        "4.7.1", "smtp; 451 4.7.1 Greylisting in action, please come back later", "soft block"),
    "450": (DAEMON, "This is the mail system at host mx.example.", "5.0.0",
        "smtp; 450 Requested mail action not taken: mailbox unavailable", "soft"),
    "virus": (DAEMON, "This is the mail system at host mx.example.", "5.7.0",
        "smtp; 554 5.7.0 Reject, virus found: Eicar", "block"),
    "loop": (DAEMON, "This is the mail system at host mx.example.", "5.4.6",
        "smtp; 554 5.4.6 Too many hops", "soft"),
    "big": (DAEMON, "This is the mail system at host mx.example.", "5.3.4",
        "smtp; 552 5.3.4 Message size exceeds fixed limit", "soft"),
    "Japanese": ("MAILER-DAEMON@mx.example", "次のあて先へのメッセージはエラーのため送信できませんで"
        "した。\n\n送信先メールアドレスが見つかりません。\n<ada@example.org>", "5.1.1",
        "smtp; 550 Unknown user ada@example.org", "hard"),
}  # fmt: skip

# In no standard form: who wrote, the headline, the words, what is meant.
PROSE = {
    "qmail, full": ("MAILER-DAEMON@mx.example", "failure notice",
        "Hi. This is the qmail-send program at mx.example.\nI'm afraid I wasn't able to "
        "deliver your message to the following addresses.\nThis is a permanent error; I've "
        "given up. Sorry it didn't work out.\n\n<ada@example.org>:\nUser is over the quota. "
        "You can try again later. (#5.2.2)\n\n--- Below this line is a copy of the message.",
        "soft"),
    "qmail, no host": ("MAILER-DAEMON@mx.example", "failure notice",
        "Hi. This is the qmail-send program at mx.example.\nI'm afraid I wasn't able to "
        "deliver your message to the following addresses.\n\n<ada@example.org>:\nSorry, I "
        "couldn't find any host named example.org. (#5.1.2)\n\n--- Below this line is a copy "
        "of the message.", "hard"),
    "qmail, gave up": ("MAILER-DAEMON@mx.example", "failure notice",
        "Hi. This is the qmail-send program at mx.example.\nI'm afraid I wasn't able to "
        "deliver your message to the following addresses.\n\n<ada@example.org>:\nSorry, I "
        "wasn't able to establish an SMTP connection. (#4.4.1)\nI'm not going to try again; "
        "this message has been in the queue too long.\n\n--- Below this line is a copy of "
        "the message.", "soft"),
    "exim, no MX": ("Mail Delivery System <Mailer-Daemon@mx.example>",
        "Mail delivery failed: returning message to sender",
        "This message was created automatically by mail delivery software.\n\nA message that "
        "you sent could not be delivered to one or more of its\nrecipients. This is a "
        "permanent error. The following address(es) failed:\n\n  ada@example.org\n    all "
        "relevant MX records point to non-existent hosts\n\n------ This is a copy of the "
        "message, including all the headers. ------", "hard"),
    "exim, spam": ("Mail Delivery System <Mailer-Daemon@mx.example>",
        "Mail delivery failed: returning message to sender",
        "This message was created automatically by mail delivery software.\n\n  ada@example."
        "org\n    SMTP error from remote mail server after end of data:\n    550 This message "
        "was classified as SPAM and may not be delivered\n\n------ This is a copy of the "
        "message's headers. ------", "block"),
    "a portal": ("MAILER-DAEMON@portal.example", "Failure Notice",
        "Sorry, we were unable to deliver your message to the following address.\n\n<ada@"
        "example.org>:\n554: delivery error: dd This user doesn't have a portal.example "
        "account (ada@example.org) [0] - mta1.portal.example\n\n--- Below this line is a copy "
        "of the message.", "hard"),
    "a portal, deferred": ("MAILER-DAEMON@portal.example", "Failure Notice",
        "Sorry, we were unable to deliver your message to the following address.\n\n<ada@"
        "example.org>:\n421: 4.7.0 [TSS04] Messages from 192.0.2.7 temporarily deferred due "
        "to user complaints\n\n--- Below this line is a copy of the message.", "soft block"),
    "an old exchange": ("System Administrator <postmaster@example.org>",
        "Undeliverable: A quiet week",
        "Your message\n\n  To:      ada@example.org\n  Subject: A quiet week\n  Sent:    Thu, "
        "7 Aug 2025 09:00:00 +0000\n\ndid not reach the following recipient(s):\n\nada@example"
        ".org on Thu, 7 Aug 2025 09:00:05 +0000\n    The recipient name is not recognized\n"
        "\tThe MTS-ID of the original message is: c=us;a= ;p=x\n", "hard"),
    "groupwise": ("postmaster@example.org", "Message status - undeliverable",
        "The message that you sent was undeliverable to the following:\n\tada@example.org "
        "(user not found)\n\nPossibly truncated original message follows:\n", "hard"),
    "groupwise, full": ("postmaster@example.org", "Message status - undeliverable",
        "The message that you sent was undeliverable to the following:\n\tada@example.org "
        "(mailbox full)\n\nPossibly truncated original message follows:\n", "soft"),
    "mdaemon": ("MDaemon at mx.example <MDaemon@mx.example>",
        "Permanent Delivery Failure",
        "The attached message had PERMANENT fatal delivery errors!\n\nAfter one or more "
        "unsuccessful delivery attempts the attached message has\nbeen removed from the mail "
        "queue on this server.\n\n--> RCPT To:<ada@example.org>\n<-- 550 5.1.1 no such user "
        "here\n", "hard"),
    "mailenable": ("Postmaster@mx.example", "Message Delivery Failure",
        "MailEnable: Message could not be delivered to some recipients.\nThe following "
        "recipient(s) could not be reached:\n\n  Recipient: [SMTP:ada@example.org]\n  Reason: "
        "Remote SMTP Server Returned: 550 No such user\n\nMessage headers follow:\n", "hard"),
    "smartermail": ("System Administrator <>", "Delivery Failure",
        "Could not deliver message to the following recipient(s):\n\nFailed Recipient: ada@"
        "example.org\nReason: Remote host said: 550 No such user\n\n   -- The header and top "
        "20 lines of the message follows --\n", "hard"),
    "hmailserver": ("mailer-daemon@mx.example", "Message undeliverable: A quiet week",
        "Your message did not reach some or all of the intended recipients.\n\n   Sent: Thu, "
        "7 Aug 2025\n   Subject: A quiet week\n\nThe following recipient(s) could not be "
        "reached:\n\nada@example.org\n   Error Type: SMTP\n   Remote server (192.0.2.1) issued "
        "an error.\n   hMailServer sent: RCPT TO:<ada@example.org>\n   Remote server replied: "
        "550 5.1.1 unknown\n\nhMailServer\n", "hard"),
    "communigate": ("MAILER-DAEMON@mx.example", "Undeliverable mail: A quiet week",
        "Failed to deliver to 'ada@example.org'\nSMTP module(domain example.org) reports:\n "
        "mx.example.org: 550 unknown user account\n", "hard"),
    "a gateway": ("Mail Delivery System <MAILER-DAEMON@mx.example>",
        "Undeliverable: A quiet week",
        "This is the mail delivery agent at mx.example.\nI was unable to deliver your message "
        "to the following addresses.\n\nada@example.org\n\nReason: 550 Invalid recipient "
        "<ada@example.org> (#5.1.1)\n\nThe message subject was: A quiet week\n", "hard"),
    "xmail": ("MAILER-DAEMON@mx.example", "Error sending message [1.mx.example] from [crux]",
        "[<00>] XMail bounce: Rcpt=[ada@example.org];Error=[550 5.1.1 unknown user]\n\n\n"
        "[<01>] Error sending message [1.mx.example] from [mx.example].\n\nID:        <S1>\n"
        "Rcpt To:   <ada@example.org>\nServer:    <mx.example.org> [192.0.2.1]\n\n\n[<02>] The "
        "reason of the delivery failure was:\n\n550 5.1.1 unknown user\n\n\n[<05>] Here is "
        "listed the initial part of the message:\n", "hard"),
    "Russian": ("mailer-daemon@portal.example", "Mail failure.",
        "Это письмо создано автоматически сервером portal.example.\n\nВаше письмо не может "
        "быть доставлено одному или нескольким получателям:\n\nada@example.org\n  550 "
        "Message was not accepted -- invalid mailbox. Local mailbox is unavailable: user not "
        "found\n\n***\n", "hard"),
    "German": ("Mailer-Daemon@mx.example", "Mail konnte nicht zugestellt werden",
        "Diese Nachricht wurde automatisch vom Mailserver erzeugt.\n\nIhre Nachricht konnte "
        "nicht zugestellt werden:\n\n<ada@example.org>: 550 Unbekannter Empfänger\n", "hard"),
}  # fmt: skip


def standard(named: Named, server: str, *, copy: str = "whole") -> bytes:
    """A report by RFC 3464; of the letter it returns the `whole`, its `head`, or `nothing`."""
    sender, words, status, said, _ = STANDARD[server]
    code = f"Diagnostic-Code: {said}\n" if said else ""
    letter = {
        "whole": f"Content-Type: message/rfc822\n\n{named.letter}\n",
        "head": f"Content-Type: text/rfc822-headers\n\n{named.letter.partition(chr(10) * 2)[0]}\n",
        "nothing": "Content-Type: text/plain\n\n(not returned)\n",
    }[copy]
    return (
        f"Return-Path: <>\nDelivered-To: {named.envelope}\nFrom: {sender}\n"
        f"To: {named.envelope}\nSubject: Undelivered\nAuto-Submitted: auto-replied\n"
        "MIME-Version: 1.0\nContent-Type: multipart/report; "
        'report-type=delivery-status;\n boundary="=_r/1"\n\nThis is a MIME message.\n\n'
        f"--=_r/1\nContent-Type: text/plain; charset=utf-8\n\n{words}\n\n"
        "--=_r/1\nContent-Description: Delivery report\n"
        "Content-Type: message/delivery-status\n\n"
        "Reporting-MTA: dns; mx.example\nArrival-Date: Thu, 7 Aug 2025 09:00:00 +0000\n\n"
        "Original-Recipient: rfc822;ada@example.org\n"
        f"Final-Recipient: rfc822; ada@example.org\nAction: failed\nStatus: {status}\n{code}\n"
        f"--=_r/1\n{letter}--=_r/1--\n"
    ).encode()


def prose(named: Named, server: str, *, copy: str = "below") -> bytes:
    """A notice in a server's own words; the letter stands `below`, is `attached`, or not."""
    sender, subject, words, _ = PROSE[server]
    head = (
        f"Return-Path: <>\nDelivered-To: {named.envelope}\nFrom: {sender}\n"
        f"To: {named.envelope}\nSubject: {subject}\nMIME-Version: 1.0\n"
    )
    plain = "Content-Type: text/plain; charset=utf-8\n\n"
    if copy == "attached":
        return (
            f'{head}Content-Type: multipart/mixed; boundary="=_p"\n\n--=_p\n{plain}{words}\n\n'
            f"--=_p\nContent-Type: message/rfc822\n\n{named.letter}\n--=_p--\n"
        ).encode()
    below = f"\n{named.letter}" if copy == "below" else ""
    return f"{head}{plain}{words}\n{below}".encode()


def reports(named: Named) -> Iterator[tuple[str, str, bytes]]:
    """Name, what is meant, and the message, of each server in one form or another."""
    copies = cycle(("whole", "head", "nothing"))
    for server, told in STANDARD.items():
        yield server, told[-1], standard(named, server, copy=next(copies))
    for server, notice in PROSE.items():
        for copy in ("below", "attached", "nothing"):
            yield server, notice[-1], prose(named, server, copy=copy)


def backscatter(named: Named) -> bytes:
    """A report about spam that somebody sent under our bounce address: no letter of ours."""
    ours = standard(named, "postfix, unknown").decode()
    theirs = (
        "Received: from spam.example by mx.example; Thu, 7 Aug 2025 09:00:00 +0000\n"
        f"Return-Path: <{named.envelope}>\nMessage-ID: <spam.1@spam.example>\n"
        "From: x@spam.example\nTo: nobody@example.org\nSubject: Buy\n\nBuy.\n"
    )
    other = ours.replace(named.letter, theirs)
    return other.replace("ada@example.org", "nobody@example.org").encode()
