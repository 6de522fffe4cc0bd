"""Who wrote a message: the names of servers, of people, and of both."""

import pytest

from subscribers.bounces.mime_parts import parsed
from subscribers.bounces.writers import Writer, writer_of

NOBODY = "Return-Path: <>\n"


def writer(head):
    return writer_of(parsed(f"{head}\n\nx".encode()))


@pytest.mark.parametrize(
    "head",
    [
        "From: MAILER-DAEMON@mx.example (Mail Delivery System)",
        "From: Mail Delivery System <Mailer-Daemon@mx.example>",
        "From: Mail.Delivery.System@mx.example",
        "From: MAILER-DAEMON <>",
        "From: MDaemon at mx <MDaemon@mx.example>",
        f"{NOBODY}From: System Administrator <postmaster@example.org>",
        f"{NOBODY}From: Mail Delivery System <gateway7@example.org>",
        "Return-Path: <MAILER-DAEMON@mx.example>\nFrom: postmaster@example.org",
        f"{NOBODY}From: <>",
        f"{NOBODY}X-Failed-Recipients: a@b.de\nAuto-Submitted: auto-replied\n"
        "From: mail@example.org",
    ],
)
def test_a_daemon_is_a_server_and_so_is_a_postmaster_who_is_nobody(head):
    assert writer(head) is Writer.SERVER


@pytest.mark.parametrize(
    "head",
    [
        "From: Postmaster <postmaster@example.org>",
        "Return-Path: <postmaster@example.org>\nFrom: postmaster@example.org",
        f"{NOBODY}Auto-Submitted: auto-replied\nFrom: postmaster@example.org",
        f"{NOBODY}From: no-reply@example.org",
        f"{NOBODY}From: Our office <mail@example.org>",
        'From: "System Administrator"@example.org',
    ],
)
def test_names_of_servers_and_of_people_decide_nothing(head):
    assert writer(head) is Writer.CLERK


@pytest.mark.parametrize(
    "head",
    [
        "From: Ada <ada@example.org>",
        f"{NOBODY}From: Ada <ada@example.org>",
        "From: Mail Delivery Subsystem <it@spam.example>",
        "From: root <root@example.org>",
        "From: Administrator <administrator@example.org>",
        f"{NOBODY}Subject: Re: x\nFrom: MAILER-DAEMON@mx.example",
    ],
)
def test_a_person_stays_a_person_whatever_else_the_head_says(head):
    assert writer(head) is Writer.PERSON
