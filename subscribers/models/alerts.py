"""Alerts: what the operator was to be told."""

from django.db import models
from django.utils import timezone


class AlertQuerySet(models.QuerySet["Alert"]):
    """Questions about alerts."""

    def owed(self) -> "AlertQuerySet":
        """Those that the operator has not got by every way there is."""
        return self.exclude(owed=[])


class Alert(models.Model):
    """What the operator was to be told, and the ways by which they do not know yet."""

    at = models.DateTimeField(default=timezone.now)
    subject = models.CharField(max_length=200)
    text = models.TextField(blank=True)
    # The one operator it is for; empty: all of them.
    to = models.EmailField(blank=True, default="", db_default="")
    # Ways on: words, path, and the salt and value that its letter's link is signed with.
    # The signature itself is on no record: who reads this may not press.
    links = models.JSONField(null=True, blank=True)
    # "letter" and "webhook", as far as each is set and has not been sent.
    owed = models.JSONField(default=list, blank=True)
    next_at = models.DateTimeField()
    told_at = models.DateTimeField(null=True, blank=True)
    # Names what must be told once only; None: it may be told again.
    once = models.CharField(max_length=200, null=True, blank=True, unique=True)

    objects = AlertQuerySet.as_manager()

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return self.subject
