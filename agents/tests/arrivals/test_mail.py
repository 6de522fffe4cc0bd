"""Mail that comes in: who may ask, and the answer that goes to who asked and nobody else."""

from base64 import b64encode
from email.message import EmailMessage
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.utils import timezone
from hypothesis import HealthCheck, given
from hypothesis import settings as few
from hypothesis import strategies as st

from agents.access.limits import limits
from agents.arrivals import answering, mail
from agents.arrivals.mail import Came
from agents.models import AllowedSender, Arrival
from agents.testing.archive import OPENS, make_issue, make_newsletter
from agents.tests.support.requesting import in_turn
from newsletter.testing.examples import examples

pytestmark = pytest.mark.django_db
QUESTION = "Under which licence did Example Lab release Parser 2.0?"
OURS = "mx.news.example"
SECRET = "crux:a long secret"
PASSED = f"{OURS}; dkim=pass header.d=lab.example"


@pytest.fixture(autouse=True)
def house(settings):
    settings.CRUX_BRAINS = ["local"]
    settings.INBOUND_ADDRESS = "crux@news.example"
    settings.INBOUND_AUTHSERV_ID = OURS
    settings.DEFAULT_FROM_EMAIL = "crux@news.example"
    settings.DELIVERY_TRANSPORT = "anymail"  # the backend of the tests
    limits.forget()
    AllowedSender.objects.create(address="ana@lab.example")
    return make_issue(make_newsletter())


def make_mail(words=QUESTION, *, uid="<1@lab.example>", **headers):
    """A message as it lies in a mailbox; a header that is None is left away."""
    message = EmailMessage()
    told = {
        "Authentication-Results": PASSED,
        "From": "Ana <ana@lab.example>",
        "To": "crux@news.example",
        "Subject": "A question",
        "Message-ID": uid,
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    for name, value in told.items():
        if value is not None:
            message[name] = value
    message.set_content(words)
    return message.as_bytes()


def answered():
    answering.work_off(timezone.now(), drive=in_turn)


def test_a_question_is_answered_to_its_sender_alone_in_its_thread(mailoutbox):
    raw = make_mail(Cc="eve@evil.example", Reply_To="eve@evil.example")

    assert mail.take(raw) == Came.TAKEN
    answered()
    answered()

    [letter] = mailoutbox
    assert letter.recipients() == ["ana@lab.example"]
    assert OPENS in letter.body
    assert letter.subject == "Re: A question"
    headers = letter.message()
    assert headers["In-Reply-To"] == "<1@lab.example>"
    assert headers["Auto-Submitted"] == "auto-replied"
    assert headers["Reply-To"] == "crux@news.example"


def test_the_same_message_is_taken_once(mailoutbox):
    assert [mail.take(make_mail()) for _ in range(2)] == [Came.TAKEN, Came.BEFORE]
    answered()

    assert len(mailoutbox) == 1


@pytest.mark.parametrize(
    ("headers", "came"),
    [
        ({"From": "eve@evil.example"}, Came.STRANGER),
        ({"From": "ana@lab.example, eve@evil.example"}, Came.STRANGER),
        ({"From": "ana@lab.example <eve@evil.example>"}, Came.STRANGER),
        ({"From": '"ana@lab.example" <eve@evil.example>'}, Came.STRANGER),
        ({"From": None}, Came.PROGRAM),
        ({"Authentication-Results": None}, Came.UNPROVEN),
        ({"Authentication-Results": f"{OURS}; dkim=fail"}, Came.UNPROVEN),
        ({"Authentication-Results": PASSED.replace("mx.", "x.")}, Came.UNPROVEN),
        ({"Auto-Submitted": "auto-generated"}, Came.PROGRAM),
        ({"Auto-Submitted": "auto-replied"}, Came.PROGRAM),
        ({"Precedence": "bulk"}, Came.PROGRAM),
        ({"List-Id": "<all.lab.example>"}, Came.PROGRAM),
        ({"Return-Path": "<>"}, Came.PROGRAM),
        ({"From": "MAILER-DAEMON@lab.example"}, Came.PROGRAM),
        ({"From": "crux@news.example"}, Came.PROGRAM),
        ({"Message-ID": None}, Came.EMPTY),
    ],
)
def test_nobody_else_is_heard_and_nobody_is_written_to(headers, came, mailoutbox):
    assert mail.take(make_mail(**headers)) == came
    answered()

    assert not Arrival.objects.exists()
    assert mailoutbox == []


def test_a_domain_beyond_ascii_is_known_by_its_other_spelling():
    AllowedSender.objects.create(address="ana@müller.dev")
    passed = f"{OURS}; dkim=pass header.d=xn--mller-kva.dev"
    headers = {"From": "ana@xn--mller-kva.dev", "Authentication-Results": passed}

    assert mail.take(make_mail(**headers)) == Came.TAKEN


def test_two_senders_in_one_head_are_none():
    raw = make_mail()
    forged = raw.replace(b"To: crux", b"From: eve@evil.example\nTo: crux")

    assert forged != raw
    assert mail.take(forged) == Came.STRANGER


def test_a_sender_who_was_taken_off_the_list_gets_no_answer(mailoutbox):
    mail.take(make_mail())
    AllowedSender.objects.update(is_on=False)
    answered()

    assert mail.take(make_mail(uid="<2@lab.example>")) == Came.STRANGER
    assert mailoutbox == []


def test_without_its_settings_no_mail_is_taken(settings):
    settings.INBOUND_AUTHSERV_ID = ""

    assert mail.take(make_mail()) == Came.OFF


def test_an_answer_to_the_answer_goes_on_with_the_conversation(mailoutbox):
    mail.take(make_mail())
    answered()
    theirs = mailoutbox[0].message()["Message-ID"]
    mail.take(make_mail("And why?", uid="<2@lab.example>", In_Reply_To=theirs))
    mail.take(make_mail("Who?", uid="<3@lab.example>"))
    answered()

    first, second, other = Arrival.objects.order_by("id")
    assert first.conversation == second.conversation
    assert other.conversation != first.conversation


def test_another_senders_thread_is_none_of_ones_own(mailoutbox):
    AllowedSender.objects.create(address="ben@lab.example")
    mail.take(make_mail())
    answered()
    theirs = mailoutbox[0].message()["Message-ID"]
    forged = {"From": "ben@lab.example", "In-Reply-To": theirs}
    mail.take(make_mail("And why?", uid="<2@lab.example>", **forged))
    answered()

    first, second = Arrival.objects.order_by("id")
    assert first.conversation != second.conversation


def test_who_writes_too_much_has_to_wait(monkeypatch):
    monkeypatch.setattr(mail, "PER_HOUR", 2)

    came = [mail.take(make_mail(uid=f"<{n}@lab.example>")) for n in range(3)]

    assert came == [Came.TAKEN, Came.TAKEN, Came.TOO_MANY]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("Why?\n\nOn Monday Ben wrote:\n> Send all.", "Why?"),
        ("Why?\n-- \nAna\nLab", "Why?"),
        ("Warum?\n\nAm 1.2.2026 um 10:00 schrieb Ben <b@x.dev>:\n> Ja.", "Warum?"),
        ("> Send all.", "A question"),
    ],
)
def test_what_is_quoted_is_not_what_is_said(said, words):
    mail.take(make_mail(said))

    assert Arrival.objects.get().words == words


def test_a_subject_breaks_no_header(mailoutbox):
    raw = make_mail(Subject=None)
    raw = raw.replace(
        b"To: crux", b"Subject: =?utf-8?q?Hi=0ABcc=3A_eve=40evil=2Eexample?=\nTo: crux"
    )
    assert mail.take(raw) == Came.TAKEN
    answered()

    assert mailoutbox[0].recipients() == ["ana@lab.example"]
    assert mailoutbox[0].subject == "Re: Hi Bcc: eve@evil.example"


@few(max_examples=examples(60), suppress_health_check=list(HealthCheck))
@given(st.binary(max_size=120), st.binary(max_size=120))
def test_whatever_bytes_come_something_becomes_of_them(head, body):
    raw = make_mail().replace(b"\n\n", b"\n" + head + b"\n\n" + body, 1)

    assert mail.take(raw) in Came


# --- From a mailbox ------------------------------------------------------------------


@pytest.fixture
def maildir(tmp_path):
    for name in ("new", "cur", "tmp"):
        (tmp_path / name).mkdir()
    return tmp_path


def run(*arguments):
    out = StringIO()
    call_command("readmail", *arguments, stdout=out, stderr=out)
    return out.getvalue().strip()


def test_what_is_new_in_a_maildir_is_taken_and_seen(maildir):
    (maildir / "new" / "1").write_bytes(make_mail())
    (maildir / "new" / "2").write_bytes(make_mail(From="eve@evil.example"))

    told = run("--maildir", str(maildir))

    assert told == f"1 {Came.STRANGER}, 1 {Came.TAKEN}"
    assert sorted(one.name for one in (maildir / "cur").iterdir()) == ["1:2,S", "2:2,S"]
    assert run("--maildir", str(maildir)) == "nothing new"
    assert Arrival.objects.count() == 1


def test_while_the_database_is_away_a_message_stays_new(maildir, monkeypatch):
    (maildir / "new" / "1").write_bytes(make_mail())

    def away(_):
        raise OperationalError("away")

    monkeypatch.setattr(mail, "take", away)
    with pytest.raises(CommandError) as refused:
        run("--maildir", str(maildir))

    assert refused.value.returncode == 75
    assert (maildir / "new" / "1").exists()


def test_a_message_that_breaks_something_keeps_no_other_from_being_read(
    maildir, monkeypatch
):
    take = mail.take

    def breaks(raw):
        return take(raw) if b"<2@" in raw else 1 / 0

    monkeypatch.setattr(mail, "take", breaks)
    (maildir / "new" / "1").write_bytes(make_mail())
    (maildir / "new" / "2").write_bytes(make_mail(uid="<2@lab.example>"))

    assert run("--maildir", str(maildir)).endswith("1 taken, 1 unread")


def test_the_command_says_what_it_needs(maildir, settings):
    for arguments in ((), ("-", "--maildir", str(maildir))):
        with pytest.raises(CommandError, match="Give --maildir"):
            run(*arguments)
    with pytest.raises(CommandError, match="no Maildir"):
        run("--maildir", str(maildir / "new"))
    settings.INBOUND_ADDRESS = ""
    with pytest.raises(CommandError, match="INBOUND_ADDRESS"):
        run("--maildir", str(maildir))


# --- From a provider -----------------------------------------------------------------


def from_postmark(client, raw, secret=SECRET):
    headers = {"Authorization": f"Basic {b64encode(secret.encode()).decode()}"}
    body = {"RawEmail": raw.decode(), "Headers": [], "MessageID": "x"}
    return client.post(
        "/webhooks/postmark/inbound/",
        body,
        content_type="application/json",
        headers=headers,
    ).status_code


def test_a_providers_mail_is_taken_with_its_secret_alone(client, settings):
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}

    assert from_postmark(client, make_mail(), "crux:a wrong secret") == 400
    assert not Arrival.objects.exists()
    assert from_postmark(client, make_mail()) == 200
    assert Arrival.objects.get().sender == "ana@lab.example"


@pytest.mark.parametrize("name", ["INBOUND_ADDRESS", "ANYMAIL"])
def test_there_is_no_address_for_mail_until_it_is_set(client, settings, name):
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}
    setattr(settings, name, type(getattr(settings, name))())

    assert from_postmark(client, make_mail()) == 404
