from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError

from crux import checks
from newsletter.tests.support.makers import make_newsletter
from subscribers.delivery.transports.table import TRANSPORTS

CHECKS = (
    checks.check_site,
    checks.check_letters,
    checks.check_operator,
    checks.check_machine,
)
PRODUCTION = {
    "DEBUG": False,
    "SECRET_KEY": "k" * 50,
    "ADDRESS_HASH_KEY": "h" * 50,
    "BASE_URL": "https://news.crux.dev",
    "REDIS_URL": "redis://db/0",
    "DELIVERY_TRANSPORT": "smtp",
    "DEFAULT_FROM_EMAIL": "News <news@crux.dev>",
    "POSTAL_ADDRESS": "1 Long Road",
    "OPERATOR_EMAILS": ["ops@crux.dev"],
    "OPERATOR_WEBHOOK": "",
    "ALERT_WEBHOOK": "",
    "ALERT_WEBHOOK_SECRET": [],
}


def found(settings, **values: object) -> list[str]:
    """The ids of all messages for a sound production, changed by `values`."""
    for name, value in {**PRODUCTION, **values}.items():
        setattr(settings, name, value)
    return [message.id for check in CHECKS for message in check()]


def test_a_laptop_with_nothing_set_is_told_nothing(settings):
    settings.DEBUG = True

    assert [message for check in CHECKS for message in check()] == []


def test_a_sound_production_is_told_nothing(settings):
    assert found(settings) == []


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"SECRET_KEY": "insecure-for-a-laptop-only"}, "crux.E002"),
        ({"DEBUG": True}, "crux.E003"),
        ({"BASE_URL": "http://news.crux.dev"}, "crux.W001"),
        ({"BASE_URL": "https://localhost"}, "crux.W001"),
        ({"DELIVERY_TRANSPORT": "file"}, "crux.W002"),
        ({"DEFAULT_FROM_EMAIL": ""}, "crux.E006"),
        ({"DEFAULT_FROM_EMAIL": "Crux <crux@localhost>"}, "crux.E006"),
        ({"DEFAULT_FROM_EMAIL": "news@example.com"}, "crux.E006"),
        ({"POSTAL_ADDRESS": " "}, "crux.W007"),
        ({"OPERATOR_EMAILS": []}, "crux.W005"),
        ({"OPERATOR_EMAILS": ["nobody"]}, "crux.W006"),
        ({"ALERT_WEBHOOK": "https://x.dev/hook"}, "crux.E012"),
        ({"RECIPIENT_EMAILS": ["ann@crux.dev", "nobody"]}, "crux.W006"),
        ({"REDIS_URL": ""}, "crux.W003"),
        ({"ADDRESS_HASH_KEY": "k" * 50}, "crux.W004"),
        ({"MISSPELT_SETTINGS": {"SECRET_KEYY": "SECRET_KEY"}}, "crux.W010"),
    ],
)
def test_each_mistake_has_its_id(settings, values, expected):
    assert found(settings, **values) == [expected]


def test_a_directory_that_cannot_be_written_is_an_error(settings, tmp_path):
    blocker = tmp_path / "file"
    blocker.touch()

    assert found(settings, VAR_DIR=blocker / "var") == ["crux.E011"]


def test_an_anymail_transport_needs_one_of_its_backends(settings, monkeypatch):
    monkeypatch.setitem(TRANSPORTS, "anymail", None)

    wrong = found(settings, DELIVERY_TRANSPORT="anymail")
    settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
    right = found(settings, DELIVERY_TRANSPORT="anymail")

    assert (wrong, right) == (["crux.E005"], [])


def test_every_message_says_what_to_do(settings):
    found(settings, DEFAULT_FROM_EMAIL="", OPERATOR_EMAILS=["nobody"], REDIS_URL="")

    for check in CHECKS:
        for message in check():
            assert message.hint


def test_the_checks_are_asked_by_the_command(settings):
    settings.VAR_DIR = Path("/dev/null/var")

    with pytest.raises(SystemCheckError, match="'/dev/null/var' cannot be written"):
        call_command("check")


def test_a_webhook_alone_tells_somebody(settings):
    signed = {"ALERT_WEBHOOK_SECRET": ["whsec_" + "QUFB" * 10]}

    told = found(settings, OPERATOR_EMAILS=[], ALERT_WEBHOOK="https://x.dev", **signed)

    assert told == []


@pytest.mark.django_db
def test_a_newsletter_that_asks_for_approval_needs_somebody_to_write_to(settings):
    make_newsletter(approval="yes")
    settings.OPERATOR_EMAILS = []

    [warned] = checks.check_approvers(databases=["default"])
    settings.OPERATOR_EMAILS = ["ops@example.com"]

    assert warned.id == "crux.W008"
    assert checks.check_approvers(databases=["default"]) == []
    assert checks.check_approvers() == []
