"""Bounces and complaints."""

from django.db import models
from django.utils import timezone

from subscribers.models.deliveries import Delivery


class Bounce(models.Model):
    """A letter that came back, or that its reader called spam. Only added to."""

    class Kind(models.TextChoices):
        HARD = "hard"  # the address does not exist, or never will again
        SOFT = "soft"  # it may work later
        BLOCK = "block"  # they do not want the letter; the address may be good
        COMPLAINT = "complaint"  # its owner called the letter spam

    class Source(models.TextChoices):
        SERVER = "server"  # the mail server refused it while we were connected
        NOTICE = "notice"  # a message came to the bounce mailbox
        PROVIDER = "provider"  # a provider's webhook told

    delivery = models.ForeignKey(
        Delivery, on_delete=models.CASCADE, related_name="bounces"
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    source = models.CharField(max_length=10, choices=Source.choices)
    status = models.CharField(max_length=10, blank=True)
    said = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            # Server, notice and provider may all tell of the same one.
            models.UniqueConstraint(
                fields=["delivery", "kind"], name="bounce_once_per_kind"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} bounce of delivery {self.delivery_id}"
