"""Registers this floor and its checks, keeps its triggers up, begins tracing, and listens to
mail that comes in."""

from typing import Any

from anymail.signals import AnymailInboundEvent, inbound
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
        inbound.connect(_take_mail, dispatch_uid="mail")


def _do_step(agent: str, given: StepInput) -> StepOutput:
    """Workers stand above calls, and are loaded for the first step that is called for."""
    from agents.workers import calling  # noqa: PLC0415

    return calling.do_step(agent, given)


def _take_mail(sender: object, event: AnymailInboundEvent, **_: Any) -> None:
    """What answers is heavy, and loaded for the first message."""
    from agents.arrivals import mail  # noqa: PLC0415

    mail.take(event.message.as_bytes())
