import pytest
from django.apps import apps
from django.core.cache import cache

from newsletter.models import Issue, Newsletter
from subscribers import desk


@pytest.fixture(autouse=True)
def _fresh(settings, tmp_path, monkeypatch):
    """Letters go to a folder of the test, and nobody has been counted yet."""
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"
    monkeypatch.setattr(desk, "WATCH_LONGEST_SECONDS", 0.1)
    monkeypatch.setattr(desk, "SLOW_SECONDS", 0.0)
    cache.clear()


@pytest.fixture
def committed(django_db_setup, django_db_blocker):
    """A database whose rows other connections see; they are deleted afterwards.

    Django's own way truncates every table, which the append-only log refuses.
    """
    with django_db_blocker.unblock():
        yield
        for model in (
            *reversed(list(apps.get_app_config("subscribers").get_models())),
            Issue,
            Newsletter,
        ):
            model.objects.all()._raw_delete(model.objects.db)
