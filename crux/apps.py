"""Registers this floor with Django, and Celery's application for every process.

Not the package itself: rivals in the benches import it where there is no Celery.
"""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules

from crux.celery import app as celery_app

__all__ = ["CruxConfig", "celery_app"]


class CruxConfig(AppConfig):
    name = "crux"

    def ready(self) -> None:
        """Load every floor's `checks.py`, now that there are models to ask about."""
        autodiscover_modules("checks")
