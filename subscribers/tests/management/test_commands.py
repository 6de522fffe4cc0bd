import gzip
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from subscribers.bounces import intake as bounces
from subscribers.consent import tokens
from subscribers.consent.hash_key import AnotherKey
from subscribers.consent.tokens import Purpose
from subscribers.delivery import audience
from subscribers.delivery.sql import database_time
from subscribers.letters import references
from subscribers.models import Alert, Delivery, Subscriber
from subscribers.tests.bounces.test_intake import dsn
from subscribers.tests.support.makers import make_issue, make_reader, make_readers

pytestmark = pytest.mark.django_db


def run(*arguments):
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


@pytest.fixture
def sent():
    issue = make_issue()
    make_reader(issue.newsletter, "ada@example.org")
    audience.freeze(issue, database_time())
    Delivery.objects.update(state="accepted")
    return Delivery.objects.get()


def test_what_cannot_be_read_is_set_aside_and_the_rest_heeded(
    sent, tmp_path, settings, monkeypatch, capsys
):
    settings.VAR_DIR = tmp_path / "var"
    reader = Subscriber.objects.get()
    token = tokens.make(Purpose.UNSUBSCRIBE, reader.pk)
    for folder in ("new", "cur", "tmp"):
        (tmp_path / "box" / folder).mkdir(parents=True)
    box = tmp_path / "box" / "new"
    (box / "1").write_bytes(b"Subject: =?utf-8?b?A?=\n\nBuy.\n")
    (box / "2").write_bytes(b"Subject: a new kind of fault\n\n\xff\0\n")
    (box / "3").write_bytes(f"Subject: unsubscribe {token}\n\n\n".encode())
    really = bounces.take

    def take(raw, at):
        if b"a new kind" in raw:
            raise KeyError("broken")
        return really(raw, at)

    monkeypatch.setattr(bounces, "take", take)
    said = run("takebounces", str(tmp_path / "box"))
    run("takebounces", str(tmp_path / "box"))

    reader.refresh_from_db()
    assert reader.status == "unsubscribed"
    assert "1 unread" in said
    assert "1 unsubscribe" in said
    (kept,) = (tmp_path / "var" / "unread").iterdir()
    assert kept.read_bytes() == (box / "2").read_bytes()
    assert "2 cannot be read (KeyError)" in capsys.readouterr().err
    assert str(kept) in Alert.objects.get().text


def test_a_line_that_begins_with_from_ends_no_message(sent, tmp_path):
    one = b"From x Thu Aug  7 09:00:00 2025\nSubject: a\n\nWhere from?\nFrom here.\n\n"
    (tmp_path / "mbox").write_bytes(one * 3)

    assert "3 other" in run("takebounces", str(tmp_path / "mbox"))


def test_a_maildir_an_mbox_and_a_message_are_read_alike(sent, tmp_path):
    bounce = dsn(reference=references.of_delivery(sent.pk))
    for folder in ("new", "cur", "tmp"):
        (tmp_path / "maildir" / folder).mkdir(parents=True)
    (tmp_path / "maildir" / "new" / "1.x").write_bytes(bounce)
    mbox = b"From x Thu Aug  7 09:00:00 2025\n" + bounce + b"\n"
    (tmp_path / "mbox").write_bytes(mbox * 2)
    (tmp_path / "one.eml").write_bytes(bounce)

    for name, number in (("maildir", 1), ("mbox", 2), ("one.eml", 1)):
        assert f"{number} hard" in run("takebounces", "--dry-run", str(tmp_path / name))


def test_looking_changes_nothing_and_taking_does_once(sent, tmp_path):
    path = tmp_path / "one.eml"
    path.write_bytes(dsn(reference=references.of_delivery(sent.pk)))

    shown = run("takebounces", "--dry-run", str(path))
    assert "ada@" not in shown
    assert Subscriber.objects.get().status == "active"

    assert "1 bounce; 1 put on record" in run("takebounces", str(path))
    again = run("takebounces", str(path))
    assert "1 bounce; 0 put on record. What was not: it was on record before" in again


def test_a_path_where_nothing_is_is_told():
    with pytest.raises(CommandError, match="Nothing at"):
        run("takebounces", "/none/such")


@pytest.mark.parametrize("error", [OperationalError("gone"), AnotherKey("set it")])
def test_a_mail_server_is_asked_to_try_again_while_nothing_can_be_written(
    tmp_path, monkeypatch, error
):
    def away(*_):
        raise error

    monkeypatch.setattr(bounces, "take", away)
    path = tmp_path / "one.eml"
    path.write_bytes(dsn())

    with pytest.raises(CommandError, match="was not taken") as failed:
        run("takebounces", str(path))

    assert failed.value.returncode == 75


def exim(at, name):
    """With its zone: without one, an hour by night proves nothing when clocks change."""
    return (
        f"{at:%Y-%m-%d %H:%M:%S %z} 1uVxyz-00000000abc-0Xyz <= {name} H=crux S=44000\n"
    )


def test_uncertain_deliveries_are_settled_by_a_log(tmp_path):
    issue = make_issue()
    make_readers(issue.newsletter, 4)
    now = database_time()
    audience.freeze(issue, now)
    begun = now - timedelta(hours=2)
    Delivery.objects.update(state="uncertain", started_at=begun)
    first, second, *_ = Delivery.objects.order_by("id")
    Delivery.objects.filter(pk=first.pk).update(state="accepted")
    names = [f"b+{references.of_delivery(one.pk)}@b.test" for one in (first, second)]
    log = tmp_path / "mainlog.1.gz"
    text = exim(begun - timedelta(minutes=1), "other@x.test")
    text += "".join(exim(begun + timedelta(seconds=9), name) for name in names)
    text += exim(now - timedelta(hours=1), "other@x.test")
    log.write_bytes(gzip.compress(text.encode()))

    said = run("reconcile", str(log))

    assert "1 were accepted, 2 are sent again, 0 are held" in said
    assert "Nothing is uncertain" in run("reconcile", str(log))


@pytest.mark.parametrize("content", [b"", b"Lorem ipsum\n" * 9, b"\x1f\x8bbroken"])
def test_what_is_no_log_settles_nothing(tmp_path, content):
    issue = make_issue()
    make_readers(issue.newsletter, 2)
    audience.freeze(issue, database_time())
    Delivery.objects.update(
        state="uncertain", started_at=database_time() - timedelta(days=2)
    )
    log = tmp_path / "mail.log"
    log.write_bytes(content)

    with pytest.raises(CommandError, match="Nothing is settled"):
        run("reconcile", str(log))

    assert set(Delivery.objects.values_list("state", flat=True)) == {"uncertain"}


def test_a_time_without_a_zone_is_refused(tmp_path):
    log = tmp_path / "mail.log"
    log.touch()

    with pytest.raises(CommandError, match="no time with a zone"):
        run("reconcile", str(log), "--whole-until", "2025-08-07T09:00")
