"""Crux, put together: settings, addresses, Celery and the journeys tested end to end."""
