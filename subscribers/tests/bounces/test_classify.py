"""Words and codes that servers answer with, and what they say of the address."""

import pytest

from subscribers.bounces.classify import BounceKind, is_passing, kind_of, told
from subscribers.bounces.phrases import cause, languages


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


@pytest.mark.parametrize(
    ("status", "text", "kind"),
    [
        ("", "550 <a@b.de>: Recipient address rejected. (in reply to RCPT TO)", "hard"),
        ("", "550 5.1.1 recipient address rejected", "hard"),
        ("5.1.8", "501 5.1.8 Sender address rejected", "block"),
        ("", "450 4.1.1 Recipient address rejected: unverified", "soft"),
        ("", "521 5.3.2 mx.b.de takes no mail", "hard"),
        ("4.0.0", "DNS lookup: NXDOMAIN, domain name not found", "soft"),
        ("5.4.4", "DNS lookup: NXDOMAIN, domain name not found", "hard"),
        ("4.0.0", "The domain b.de doesn't receive email: null MX", "soft"),
        ("", "refused to accept it: 554 5.4.6 Hop count exceeded", "soft"),
        ("", "550 Access from ip address 192.0.2.1 blocked", "block"),
        ("", "550 The recipient account is blocked", "soft"),
        ("", "552 5.6.0 Headers too large", "block"),
        ("", "554 5.7.7 too many equal headers", "block"),
        ("", "550 No mail box available for this user", "hard"),
        ("", "Connection was dropped by remote host (SENT_HELO)", "soft"),
        ("", "552 Account does not have enough space", "soft"),
        ("", "550 BAD_RECIPIENT", "hard"),
        ("5.1.1", "550 5.1.1 no such user; spam to it is refused", "hard"),
        ("", "553 sorry, no mail-box here by that name", "hard"),
        ("", "501 Malformed address", "hard"),
        ("", "550 Connections from your country are not allowed", "block"),
        ("", "550 Sender a@b.de has no MX record", "block"),
        ("", "503 This server requires authentication", "block"),
        ("", "In: EHLO x Out: 250 2.1.0 ok Out: 451 4.3.0 queue error", "soft"),
        ("", "553 sorry, that domain isn't in my list of allowed rcpthosts", "block"),
    ],
)
def test_words_that_lead_astray_do_not(status, text, kind):
    assert kind_of(status, text) == kind


@pytest.mark.parametrize(
    ("status", "text"),
    [
        ("", "450 mailbox unavailable"),
        ("", "450 Requested mail action not taken: mailbox unavailable"),
        ("4.1.2", "domain not found"),
        ("4.1.1", "450 4.1.1 <a@b.de>: Recipient address rejected: User unknown"),
        ("5.1.1", "450 4.1.1 user unknown, try again"),
        ("4.0.0", "550 5.1.1 user unknown"),
        ("", "451 4.1.8 no such user here"),
        ("4.4.7", "The address does not exist"),
        ("", "421 4.7.0 no such recipient"),
    ],
)
def test_a_code_that_begins_with_4_is_never_hard(status, text):
    assert kind_of(status, text) is BounceKind.SOFT


OUR_OWN_FAULT = [
    "550 5.7.27 Sender address has null MX",
    "550 5.1.8 <x@crux.example>: Sender address rejected: Domain not found",
    "550 5.1.7 Invalid address: no such mailbox",
    "550 Sender address rejected: crux.example does not accept mail (nullMX)",
    "550 5.7.1 <crux>: Helo command rejected: Host not found",
    "504 5.5.2 <crux>: Helo command rejected: need fully-qualified hostname",
    "550 Access denied - Invalid HELO name (See RFC2821 4.1.1.1)",
    "550 DNS check failed",
    "554 5.7.1 DNS check failed: no such domain",
    "552 5.5.3 Too many recipients, mailbox unavailable",
    "550 Too many invalid recipients",
    "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.b.org",
    "550 5.7.1 Your message violates our policy; address unknown to our customers",
    "550 5.7.0 Local policy: no such user accepted from outside",
    "550 Verification failed for <x@crux.example>: No Such User Here",
    "550 Your domain does not exist",
    "550 sender IP is listed on our blocklist; user unknown",
    "553 MAIL FROM domain invalid: mailbox not found",
    "550 5.7.1 <a@b.de>: user unknown",
    "554 rejected for the sending MTA's poor reputation. no such user",
    "550 Reverse DNS lookup failed, no such host",
    "550 relay not permitted: mailbox not local",
    "550 Message rejected by policy: recipient not found in whitelist",
    "550 The IP address 192.0.2.1 has no PTR: name not found",
    "550 Rule imposed mailbox access for a@b.de refused: user invalid",
    "550 Rejected - your message has an invalid From header: no such address",
    "554 5.4.14 Hop count exceeded - possible mail loop; user unknown",
    "550 We don't accept mail from dynamic hosts; no such user",
    "550 Spam detected; recipient unknown",
    "554 TLS required; user not found",
    "550 Virus found; recipient does not exist",
    "550 Administrative prohibition; user unknown",
    "550 <x@crux.example> invalid sender, no such account",
    "550 Return path does not exist",
]


@pytest.mark.parametrize("text", OUR_OWN_FAULT)
def test_what_is_our_own_fault_is_never_hard(text):
    assert kind_of("", text) is not BounceKind.HARD
    assert told(text) is not BounceKind.HARD


def test_the_first_code_tells_whether_it_passes():
    assert is_passing("450 4.2.0 greylisted, later 550")
    assert not is_passing("550 5.1.1 unknown")


@pytest.mark.parametrize("language", languages(), ids=lambda one: one.name)
def test_a_language_finds_its_own_examples(language):
    assert language.examples
    for said, means in language.examples:
        assert cause(means).search(said)
