"""Registers this floor with Django, and keeps its triggers up."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from agents import triggers


class AgentsConfig(AppConfig):
    name = "agents"

    def ready(self) -> None:
        post_migrate.connect(triggers.install, sender=self, dispatch_uid="triggers")
