"""Registers this floor with Django."""

from importlib import import_module

from django.apps import AppConfig


class SubscribersConfig(AppConfig):
    name = "subscribers"

    def ready(self) -> None:
        # They need the models, and act by being imported: receivers and checks.
        for name in ("checks", "bounces.events"):
            import_module(f"subscribers.{name}")
