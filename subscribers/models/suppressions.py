"""Suppression: addresses that must not be written to."""

from django.db import models
from django.utils import timezone


class Suppression(models.Model):
    """An address that must not be written to, whatever a list says; keyed hash only."""

    class Reason(models.TextChoices):
        ERASED = "erased"  # its owner had everything erased
        BOUNCED = "bounced"  # it does not exist
        COMPLAINED = "complained"  # its owner called a letter spam
        OPERATOR = "operator"  # set by hand

    address_hash = models.CharField(max_length=64, unique=True)
    reason = models.CharField(max_length=12, choices=Reason.choices)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.reason} {self.address_hash[:8]}"
