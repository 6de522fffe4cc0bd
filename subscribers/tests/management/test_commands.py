from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from subscribers.bounces import intake as bounces
from subscribers.delivery import audience
from subscribers.delivery.ledger import database_time
from subscribers.letters import references
from subscribers.models import Delivery, Subscriber
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
    assert "1 bounce; 0 put on record" in run("takebounces", str(path))


def test_a_path_where_nothing_is_is_told():
    with pytest.raises(CommandError, match="Nothing at"):
        run("takebounces", "/none/such")


def test_a_mail_server_is_asked_to_try_again_while_the_database_is_away(
    tmp_path, monkeypatch
):
    def away(*_):
        raise OperationalError("gone")

    monkeypatch.setattr(bounces, "take", away)
    path = tmp_path / "one.eml"
    path.write_bytes(dsn())

    with pytest.raises(CommandError, match="was not taken") as failed:
        run("takebounces", str(path))

    assert failed.value.returncode == 75


def test_uncertain_deliveries_are_settled_by_a_log(tmp_path):
    issue = make_issue()
    make_readers(issue.newsletter, 3)
    audience.freeze(issue, database_time())
    long_ago = database_time().replace(year=2020)
    Delivery.objects.update(state="uncertain", started_at=long_ago)
    log = tmp_path / "mail.log"
    log.write_text(references.of_delivery(Delivery.objects.first().pk) + "\n")

    said = run("reconcile", str(log))

    assert "1 were accepted, 2 are sent again, 0 are held" in said
    assert "Nothing is uncertain" in run("reconcile", str(log))


def test_a_time_without_a_zone_is_refused(tmp_path):
    log = tmp_path / "mail.log"
    log.touch()

    with pytest.raises(CommandError, match="no time with a zone"):
        run("reconcile", str(log), "--whole-until", "2025-08-07T09:00")
