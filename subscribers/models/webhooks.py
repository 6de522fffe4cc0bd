"""What others are told of by webhook, and what came of it."""

import uuid

from django.db import models
from django.utils import timezone


def _uid() -> str:
    return f"msg_{uuid.uuid4().hex}"


class WebhookCall(models.Model):
    """One call to one endpoint: written down first, then tried until it arrives."""

    class Outcome(models.TextChoices):
        PENDING = "pending"  # tried again at next_at
        ARRIVED = "arrived"  # it was answered 2xx
        GIVEN_UP = "given_up"  # tried often enough, or told that it is not wanted

    # The same at every try: who receives it twice knows it by that.
    uid = models.CharField(max_length=40, unique=True, default=_uid)
    # By name: address and secret are settings.
    endpoint = models.CharField(max_length=40)
    event = models.CharField(max_length=60)
    body = models.TextField()
    at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    # None once it is settled; moved ahead while somebody calls.
    next_at = models.DateTimeField(null=True, blank=True, db_index=True)
    outcome = models.CharField(
        max_length=10, choices=Outcome.choices, default=Outcome.PENDING
    )
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    said = models.CharField(max_length=300, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.event} to {self.endpoint}: {self.outcome}"
