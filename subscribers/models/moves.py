"""Changes of a reader's address: asked for, done, stopped or taken back."""

from django.db import models
from django.utils import timezone

from subscribers.models.readers import Subscriber


class AddressChange(models.Model):
    """Letters of a reader are to go to another address once its owner says yes.

    The addresses are forgotten when nothing can be done with them any more.
    """

    class State(models.TextChoices):
        ASKED = "asked"  # a letter to the new address asks to confirm it
        DONE = "done"  # letters go there
        STOPPED = "stopped"  # from the old address, by another wish, or by time
        TAKEN_BACK = "taken back"  # from the old address, after it was done

    subscriber = models.ForeignKey(
        Subscriber, on_delete=models.CASCADE, related_name="address_changes"
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.ASKED)
    address = models.CharField(max_length=320, blank=True)
    address_hash = models.CharField(max_length=64, blank=True, db_index=True)
    old_address = models.CharField(max_length=320, blank=True)
    old_hash = models.CharField(max_length=64, blank=True, db_index=True)
    # The operator's name; empty: the reader.
    by = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["subscriber"],
                condition=models.Q(state="asked"),
                name="address_change_once_at_a_time",
            )
        ]

    def __str__(self) -> str:
        return f"change of address {self.pk} {self.state}"
