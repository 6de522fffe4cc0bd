"""Registers this floor and its checks, keeps its triggers up, and begins tracing."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from agents import checks
from agents.engine import db_triggers
from agents.runs import tracing

__all__ = ["AgentsConfig", "checks"]


class AgentsConfig(AppConfig):
    name = "agents"

    def ready(self) -> None:
        post_migrate.connect(db_triggers.install, sender=self, dispatch_uid="triggers")
        tracing.start()
