"""Telling the operator: by letter, by webhook, and never at the cost of the caller."""

import json
import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import DatabaseError, InterfaceError, connection
from django.urls import reverse
from django.utils import timezone

from subscribers import alerts
from subscribers.models import Alert, WebhookCall
from subscribers.testing.sink import Temper
from subscribers.tests.support.servers import running

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_unrecorded():
    alerts._unrecorded.clear()
    yield
    alerts._unrecorded.clear()


@pytest.fixture
def webhook(settings):
    """A loopback webhook; what was posted, and the status it answers with."""
    posted, answer = [], {"status": 200}

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            length = int(self.headers["Content-Length"])
            posted.append(json.loads(self.rfile.read(length)))
            self.send_response(answer["status"])
            self.end_headers()

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    settings.OPERATOR_WEBHOOK = f"http://127.0.0.1:{server.server_port}/hook?key=secret"
    yield posted, answer
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_operator_is_told_by_letter_and_by_webhook(settings, webhook):
    posted, _ = webhook
    settings.OPERATOR_EMAILS = ["operator@example.com"]
    settings.DELIVERY_TRANSPORT = "anymail"  # the backend of the tests

    alerts.tell("no issue", "The critic rejected a third draft.")

    assert posted == [{"text": "no issue\nThe critic rejected a third draft."}]
    assert [letter.subject for letter in mail.outbox] == ["[Crux] no issue"]


def test_a_signed_webhook_has_an_outbox_of_its_own(settings):
    settings.ALERT_WEBHOOK = "http://127.0.0.1:9/hook"
    settings.ALERT_WEBHOOK_SECRET = ["whsec_" + "QUFB" * 10]
    later = timezone.now() + timedelta(minutes=2)

    alerts.tell("no issue", "The critic rejected a third draft.")

    call = WebhookCall.objects.get()
    assert json.loads(call.body)["data"]["subject"] == "no issue"
    assert (call.attempts, call.outcome) == (1, "pending")
    assert Alert.objects.get().owed == []
    assert alerts.untold(later) == 1


def test_a_test_goes_every_way_and_is_not_tried_again(settings, webhook, mailoutbox):
    posted, answer = webhook
    settings.OPERATOR_EMAILS = ["operator@example.com"]
    settings.DELIVERY_TRANSPORT = "anymail"
    assert alerts.try_out("ada") == {"letter": "", "webhook": ""}

    answer["status"] = 500
    assert alerts.try_out("ada") == {"letter": "", "webhook": "HTTPStatusError"}

    assert (len(mailoutbox), len(posted)) == (2, 2)
    assert "ada asked whether alerts arrive" in mailoutbox[0].body
    assert alerts.tell_owed(timezone.now() + timedelta(hours=1)) == 0


def test_a_test_of_a_signed_webhook_says_what_was_wrong(settings):
    settings.OPERATOR_EMAILS, settings.ALERT_WEBHOOK = [], "http://127.0.0.1:9/hook"
    settings.ALERT_WEBHOOK_SECRET = ["whsec_" + "QUFB" * 10]

    [(way, fault)] = alerts.try_out("ada").items()

    assert way == "signed"
    assert "refused" in fault


def test_a_command_tries_every_way(settings, mailoutbox, capsys):
    settings.OPERATOR_EMAILS = []
    with pytest.raises(CommandError, match="Nobody would be told"):
        call_command("testalert")

    settings.OPERATOR_EMAILS = ["operator@example.com"]
    settings.DELIVERY_TRANSPORT = "anymail"
    call_command("testalert")

    assert capsys.readouterr().out == "letter: sent\n"
    assert len(mailoutbox) == 1


def test_a_button_tries_every_way(admin_client, settings, mailoutbox):
    settings.OPERATOR_EMAILS = ["operator@example.com"]
    settings.DELIVERY_TRANSPORT = "anymail"
    alerts_page = reverse("admin:subscribers_alert_changelist")
    assert "Send me a test" in admin_client.get(alerts_page).content.decode()

    page = admin_client.post(reverse("admin:subscribers_alert_test"), follow=True)

    assert "Letter: sent" in page.content.decode()
    assert len(mailoutbox) == 1


def test_who_may_only_look_sends_no_test(client):
    client.force_login(User.objects.create_user("staff", is_staff=True))

    assert client.post(reverse("admin:subscribers_alert_test")).status_code == 403


def test_without_letter_and_webhook_the_log_has_it(settings, caplog):
    settings.OPERATOR_EMAILS, settings.OPERATOR_WEBHOOK = [], ""

    alerts.tell("no issue", "")

    assert "no issue" in caplog.text


def test_a_webhook_that_fails_harms_nobody_and_tells_no_secret(webhook, caplog):
    _, answer = webhook
    answer["status"] = 500

    alerts.tell("no issue", "")

    assert "webhook failed: HTTPStatusError" in caplog.text
    assert "secret" not in caplog.text


def test_a_webhook_that_is_away_harms_nobody(settings, caplog):
    settings.OPERATOR_WEBHOOK = "http://127.0.0.1:9/hook"

    alerts.tell("no issue", "")

    assert "webhook failed: ConnectError" in caplog.text


def test_alerts_take_the_way_that_letters_take(settings, mailoutbox):
    settings.OPERATOR_EMAILS = ["operator@example.com"]
    with running() as (port, taken):
        settings.DELIVERY_TRANSPORT = "smtp"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port

        alerts.tell("no issue", "")

    assert taken == ["-"]
    assert Alert.objects.get().told_at
    assert mailoutbox == []


def test_an_alert_says_that_a_program_wrote_it_and_bears_the_senders_domain(
    settings, mailoutbox
):
    settings.OPERATOR_EMAILS = ["operator@example.com"]
    settings.DELIVERY_TRANSPORT = "anymail"
    settings.DEFAULT_FROM_EMAIL = "Crux <post@garden.example>"

    alerts.tell("It stopped", "Look at it.")

    said = mailoutbox[0].message()
    assert said["Auto-Submitted"] == "auto-generated"
    assert said["Message-ID"].endswith("@garden.example>")


def test_letters_in_files_leave_alerts_in_files_too(settings, tmp_path):
    settings.OPERATOR_EMAILS = ["operator@example.com"]
    settings.VAR_DIR, settings.DELIVERY_TRANSPORT = tmp_path, "file"

    alerts.tell("no issue", "The critic rejected a third draft.")

    [letter] = (tmp_path / "letters" / "alerts").iterdir()
    assert "The critic rejected a third draft." in letter.read_text()


def test_what_could_not_be_sent_is_owed_told_by_health_and_tried_again(
    settings, caplog
):
    settings.OPERATOR_EMAILS = ["operator@example.com"]
    settings.DELIVERY_TRANSPORT, settings.EMAIL_HOST = "smtp", "127.0.0.1"
    with running(Temper(refuses_recipient_for_now=1.0)) as (settings.EMAIL_PORT, _):
        alerts.tell("no issue", "")
    later = timezone.now() + timedelta(minutes=2)
    assert "could not be told by letter" in caplog.text
    assert alerts.untold(timezone.now()) == 0
    assert alerts.untold(later) == 1

    with running() as (settings.EMAIL_PORT, taken):
        assert alerts.tell_owed(later) == 1
        assert alerts.tell_owed(later + timedelta(hours=1)) == 0

    assert taken == ["-"]
    assert alerts.untold(later) == 0


def test_only_the_way_that_failed_is_tried_again(settings, webhook, mailoutbox):
    posted, answer = webhook
    answer["status"] = 500
    settings.OPERATOR_EMAILS = ["operator@example.com"]
    settings.DELIVERY_TRANSPORT = "anymail"
    alerts.tell("no issue", "")
    answer["status"] = 200

    alerts.tell_owed(timezone.now() + timedelta(minutes=2))

    assert (len(posted), len(mailoutbox)) == (2, 1)


def test_what_is_to_be_told_once_is_told_once(settings, mailoutbox):
    settings.OPERATOR_EMAILS = ["operator@example.com"]
    settings.DELIVERY_TRANSPORT = "anymail"

    for _ in range(3):
        alerts.tell("a slot was missed", "", once="missed weekly 2025-08-07")
    alerts.tell("another one", "")

    assert len(mailoutbox) == 2


def test_without_a_database_the_operator_is_told_all_the_same(
    settings, mailoutbox, caplog
):
    settings.OPERATOR_EMAILS = ["operator@example.com"]
    settings.DELIVERY_TRANSPORT = "anymail"

    def is_full(execute, sql, *arguments):
        if 'INSERT INTO "subscribers_alert"' in sql:
            raise DatabaseError("No space left on device")
        return execute(sql, *arguments)

    with connection.execute_wrapper(is_full):
        alerts.tell("no issue", "")

        late = timezone.now() + timedelta(minutes=2)
        alerts.tell_owed(late)

    assert len(mailoutbox) == 1
    assert "not on record" in caplog.text
    assert not Alert.objects.exists()
    alerts.tell_owed(late + timedelta(minutes=2))
    assert Alert.objects.get().told_at
    assert len(mailoutbox) == 1


def test_an_alert_outlives_a_database_and_a_mail_server_that_are_both_away(
    settings, mailoutbox, webhook
):
    posted, answer = webhook
    settings.OPERATOR_EMAILS = []
    answer["status"] = 500

    def is_closed(execute, sql, *arguments):
        if "INSERT" in sql:
            raise InterfaceError("the connection is closed")
        return execute(sql, *arguments)

    with connection.execute_wrapper(is_closed):
        alerts.tell("no issue", "", once="no issue of today")
    answer["status"] = 200
    alerts.tell_owed(timezone.now() + timedelta(minutes=2))

    assert len(posted) == 2
    assert Alert.objects.get().told_at
    assert mailoutbox == []


def test_what_was_told_is_removed_in_the_end_and_what_is_owed_is_not(settings):
    settings.ALERTS_KEPT_DAYS = 30
    now = timezone.now()
    for days in (29, 31):
        at = now - timedelta(days=days)
        for owed in ([], ["letter"]):
            subject = f"{days}{owed}"
            Alert.objects.create(subject=subject, at=at, next_at=now, owed=owed)
        for next_at in (None, now):
            WebhookCall.objects.create(
                event=f"{days} {next_at}", at=at, next_at=next_at
            )

    alerts.forget(now)

    assert Alert.objects.count() == WebhookCall.objects.count() == 3
    assert not Alert.objects.filter(subject="31[]").exists()
    assert not WebhookCall.objects.filter(event="31 None").exists()
