"""Registers this floor with Django, and keeps its triggers up."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate


class NewsletterConfig(AppConfig):
    name = "newsletter"

    def ready(self) -> None:
        """They need the models."""
        from newsletter.intake import db_triggers  # noqa: PLC0415
        from newsletter.pages import revisions  # noqa: PLC0415

        pre_migrate.connect(db_triggers.make_way, sender=self, dispatch_uid="stories")
        post_migrate.connect(db_triggers.install, sender=self, dispatch_uid="stories")
        post_migrate.connect(revisions.install, sender=self, dispatch_uid="revisions")
