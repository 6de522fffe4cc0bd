"""Registers this floor with Django."""

from django.apps import AppConfig


class SubscribersConfig(AppConfig):
    name = "subscribers"
