"""Registers this floor with Django, and Celery's application for every process.

Not the package itself: rivals in the benches import it where there is no Celery.
"""

from typing import Any

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate, pre_migrate
from django.utils.module_loading import autodiscover_modules

from crux.celery import app as celery_app
from crux.databases import refuse_a_strangers

__all__ = ["CruxConfig", "celery_app"]


class CruxConfig(AppConfig):
    name = "crux"

    def ready(self) -> None:
        """Load every floor's `checks.py`, now that there are models to ask about."""
        autodiscover_modules("checks")
        # Of an app without models, as this one, nobody hears that it was migrated. The
        # last that has some is agents: by then there is every permission.
        post_migrate.connect(_fill_groups, sender=apps.get_app_config("agents"))
        pre_migrate.connect(
            refuse_a_strangers, sender=apps.get_app_config("newsletter")
        )


def _fill_groups(**told: Any) -> None:
    # Groups can be loaded once all apps are, and only a migration needs them.
    from crux.roles import fill_groups  # noqa: PLC0415

    fill_groups(**told)
