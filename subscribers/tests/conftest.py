from datetime import timedelta

import pytest

from subscribers.consent import abuse, signup
from subscribers.delivery import worker
from subscribers.tests.support.makers import make_newsletter
from subscribers.tests.support.zones import KEY, pem


@pytest.fixture(autouse=True)
def _fresh(settings, tmp_path, monkeypatch):
    """Letters go to a folder of the test."""
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"
    settings.DEFAULT_FROM_EMAIL = "Letters <letters@crux.example>"
    monkeypatch.setattr(worker, "WATCH_LONGEST_SECONDS", 0.1)
    monkeypatch.setattr(worker, "SLOW_SECONDS", 0.0)


@pytest.fixture
def production(settings):
    """Settings with which everything is in order."""
    settings.DELIVERY_TRANSPORT = "smtp"
    settings.BASE_URL = "https://news.org"
    settings.DEFAULT_FROM_EMAIL = "News <news@news.org>"
    settings.EMAIL_HOST = "relay.news.org"
    settings.EMAIL_HOST_USER = ""
    settings.EMAIL_USE_TLS = True
    settings.DKIM_PRIVATE_KEY = pem(KEY)
    settings.DKIM_SELECTOR = "crux"
    settings.DKIM_DOMAIN = ""
    settings.BOUNCE_ADDRESS = ""
    settings.OPERATOR_EMAILS = ["ops@news.org"]
    return settings


@pytest.fixture
def weekly():
    return make_newsletter()


@pytest.fixture
def unhurried(monkeypatch):
    """Forms are judged as if they had been shown a minute ago."""
    monkeypatch.setattr(abuse, "QUICKEST", timedelta(seconds=-1))


@pytest.fixture
def heard(monkeypatch):
    """The worker looks at each sign-up at once."""
    take = signup.take

    def take_and_hear(*args):
        answer = take(*args)
        signup.hear()
        return answer

    monkeypatch.setattr(signup, "take", take_and_hear)
