"""Registers this floor with Django: checks, triggers, the receiver of webhooks."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from subscribers.consent import db_triggers


class SubscribersConfig(AppConfig):
    name = "subscribers"

    def ready(self) -> None:
        post_migrate.connect(db_triggers.install, sender=self, dispatch_uid="consent")
        # They need the models, and act by being imported: checks and signals' receivers.
        from subscribers import checks  # noqa: F401, PLC0415
        from subscribers.bounces import events  # noqa: F401, PLC0415
        from subscribers.webhooks import telling  # noqa: F401, PLC0415
