"""Consent (opt-in), what was asked for, and the letters that ask to confirm it."""

from django.db import models
from django.utils import timezone

from newsletter.models import Newsletter
from subscribers.models.moves import AddressChange
from subscribers.models.readers import AddressHashField, Subscriber


class Consent(models.Model):
    """What a subscriber agreed to or withdrew, when, by which words. Only added to.

    The database sees to it; only with the subscriber who is erased it goes.
    """

    class Act(models.TextChoices):
        ASKED = "asked"  # filled in the form
        CONFIRMED = "confirmed"  # pressed the button in the confirmation letter
        WITHDREW = "withdrew"  # unsubscribed
        RETURNED = "returned"  # took the unsubscribing back
        IMPORTED = "imported"  # an operator vouched for it
        MOVED = "moved"  # pressed the button in the letter to another address

    subscriber = models.ForeignKey(
        Subscriber, on_delete=models.CASCADE, related_name="consents"
    )
    act = models.CharField(max_length=12, choices=Act.choices)
    wording = models.TextField()
    wording_version = models.CharField(max_length=20)
    # The network the request came from, its last part cut off.
    network = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.act} at {self.at:%Y-%m-%d}"


class SignUpRequest(models.Model):
    """A sign-up as it came in; a task looks whether its address is known.

    The page only writes it down, which takes as long for a known address as for
    another: its time tells nothing.
    """

    newsletter = models.ForeignKey(Newsletter, on_delete=models.CASCADE)
    address = models.CharField(max_length=320)
    address_hash = AddressHashField(max_length=64, editable=False, db_index=True)
    network = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField(default=timezone.now)
    # Written down for its time's sake alone, where a limit says no and must not tell.
    is_void = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"sign-up {self.pk}"


class Confirmation(models.Model):
    """A letter that has its reader press a button to confirm what was asked for.

    A task sends it.
    """

    class Kind(models.TextChoices):
        SIGN_UP = "confirm"  # to a pending subscriber: take the place
        OWN_DATA = "your-data"  # export or erase what is stored
        NEW_ADDRESS = "new-address"  # to the address that letters are to go to
        OLD_ADDRESS = (
            "old-address"  # to the one that they go to: a note, and to stop it
        )

    kind = models.CharField(
        max_length=12,
        choices=Kind.choices,
        default=Kind.SIGN_UP,
        db_default=Kind.SIGN_UP,
    )
    subscriber = models.ForeignKey(
        Subscriber, on_delete=models.CASCADE, related_name="confirmations"
    )
    # Of an address, whose letter this is.
    change = models.ForeignKey(
        AddressChange,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="confirmations",
    )
    asked_at = models.DateTimeField(default=timezone.now)
    # None once it is sent or given up; moved ahead while somebody sends it.
    due_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["due_at"], name="confirmation_due"),
            models.Index(fields=["sent_at"], name="confirmation_sent"),
        ]

    def __str__(self) -> str:
        return f"confirmation {self.pk}"
