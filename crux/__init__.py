"""Crux, put together: settings, addresses, Celery and the journeys tested end to end."""

from crux.celery import app as celery_app

__all__ = ["celery_app"]
