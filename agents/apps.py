"""Registers this floor and its checks, keeps its triggers up, and begins tracing."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from agents import checks
from agents.engine import db_triggers
from agents.registry import stepping
from agents.registry.schemas import StepInput, StepOutput
from agents.runs import tracing

__all__ = ["AgentsConfig", "checks"]


class AgentsConfig(AppConfig):
    name = "agents"

    def ready(self) -> None:
        post_migrate.connect(db_triggers.install, sender=self, dispatch_uid="triggers")
        tracing.start()
        stepping.open_steps(_do_step)


def _do_step(agent: str, given: StepInput) -> StepOutput:
    """Workers stand above calls, and are loaded for the first step that is called for."""
    from agents.workers import calling  # noqa: PLC0415

    return calling.do_step(agent, given)
