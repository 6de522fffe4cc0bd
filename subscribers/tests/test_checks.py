import pytest
from django.core.checks import run_checks

from subscribers import checks

WRONG = {
    "subscribers.W004": {"INBOUND_ADDRESS": "crux@news.example"},
    "subscribers.E002": {"DELIVERY_GROUP": 33},
    "subscribers.E003": {"DKIM_PRIVATE_KEY": "no key"},
    "subscribers.E004": {"BOUNCE_ADDRESS": "bounces"},
    "subscribers.E006": {"DELIVERY_TRANSPORT": "pigeon"},
    "subscribers.W001": {"DELIVERY_TRANSPORT": "smtp", "BASE_URL": "http://x.org"},
    "subscribers.W002": {
        "SECURE_PROXY_SSL_HEADER": ("HTTP_X_FORWARDED_PROTO", "https")
    },
    "subscribers.W003": {
        "DELIVERY_TRANSPORT": "anymail",
        "BASE_URL": "https://x.org",
        "SECURE_PROXY_SSL_HEADER": ("HTTP_X_FORWARDED_PROTO", "https"),
        "TRUSTED_PROXIES": 1,
        "EMAIL_BACKEND": "anymail.backends.postmark.EmailBackend",
        "ANYMAIL": {"POSTMARK_SERVER_TOKEN": "x"},
    },
}


def found():
    return {
        message.id
        for message in run_checks(include_deployment_checks=True)
        if message.id and message.id.startswith("subscribers.")
    }


@pytest.mark.parametrize("code", WRONG)
def test_each_mistake_in_the_settings_has_its_message(settings, code):
    for name, value in WRONG[code].items():
        setattr(settings, name, value)

    assert found() == {code}


def test_a_proxy_that_nobody_named_is_told(settings):
    settings.BASE_URL = "https://x.org"

    [warned] = checks.check_proxies()

    assert (warned.id, "BEHIND_TLS_PROXY" in warned.hint) == ("subscribers.W002", True)


def test_the_defaults_are_no_mistake():
    assert found() == set()


@pytest.mark.parametrize(("group", "batch"), [(1, 1), (32, 500), (32, 32)])
def test_the_edges_are_no_mistake(settings, group, batch):
    settings.DELIVERY_GROUP, settings.DELIVERY_BATCH = group, batch

    assert found() == set()


def test_what_they_ask_for_is_no_mistake(settings):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.TRUSTED_PROXIES = 1
    settings.DELIVERY_TRANSPORT = "anymail"
    settings.BASE_URL = "https://x.org"
    settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
    settings.ANYMAIL = {
        "POSTMARK_SERVER_TOKEN": "x",
        "WEBHOOK_SECRET": "name:secret",
    }

    assert found() == set()


@pytest.mark.parametrize(
    ("backend", "said"),
    [
        ("anymail.backends.postmrk.EmailBackend", "No module named"),
        ("anymail.backends.postmark.EmailBackned", "EmailBackned"),
        ("anymail.backends.postmark.EmailBackend", "POSTMARK_SERVER_TOKEN"),
    ],
)
def test_a_provider_by_which_no_letter_can_leave_is_told(settings, backend, said):
    settings.DELIVERY_TRANSPORT = "anymail"
    settings.EMAIL_BACKEND = backend

    [error] = checks.check_provider()

    assert error.id == "subscribers.E005"
    assert backend in error.msg
    assert said in error.msg
