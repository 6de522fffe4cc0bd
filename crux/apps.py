"""Registers this floor with Django."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class CruxConfig(AppConfig):
    name = "crux"

    def ready(self) -> None:
        """Load every floor's `checks.py`, now that there are models to ask about."""
        autodiscover_modules("checks")
