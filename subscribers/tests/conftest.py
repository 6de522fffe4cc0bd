import pytest
from django.core.cache import cache

from subscribers import desk


@pytest.fixture(autouse=True)
def _fresh(settings, tmp_path, monkeypatch):
    """Letters go to a folder of the test, and nobody has been counted yet."""
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"
    settings.DEFAULT_FROM_EMAIL = "Letters <letters@crux.example>"
    monkeypatch.setattr(desk, "WATCH_LONGEST_SECONDS", 0.1)
    monkeypatch.setattr(desk, "SLOW_SECONDS", 0.0)
    cache.clear()
