import pytest
from django.core.cache import cache

from subscribers.delivery import sender as desk
from subscribers.tests.support.zones import KEY, pem


@pytest.fixture(autouse=True)
def _fresh(settings, tmp_path, monkeypatch):
    """Letters go to a folder of the test, and nobody has been counted yet."""
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"
    settings.DEFAULT_FROM_EMAIL = "Letters <letters@crux.example>"
    monkeypatch.setattr(desk, "WATCH_LONGEST_SECONDS", 0.1)
    monkeypatch.setattr(desk, "SLOW_SECONDS", 0.0)
    cache.clear()


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
    return settings
