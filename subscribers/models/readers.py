"""Readers: who is on which list, and the keyed hash that stands for an address."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from newsletter.drafts.edition import Length
from newsletter.models import Newsletter
from subscribers import addresses
from subscribers.models.tags import Tag

_NONE = models.Value([], models.JSONField())


def address_hash(address: str) -> str:
    """The hash of `address` under this installation's key."""
    return addresses.hashed(address, settings.ADDRESS_HASH_KEY)


class AddressHashField(models.CharField):  # type: ignore[type-arg]  # no [] at run time
    """Follows `address` whenever the row is written, in bulk too."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:  # noqa: FBT001  Django's signature
        value = address_hash(model_instance.address)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, value)
        return value

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


class AddressHashKey(models.Model):
    """Which key addresses are hashed with here: one row, no secret in it."""

    fingerprint = models.CharField(max_length=64)

    def __str__(self) -> str:
        return self.fingerprint[:8]


class Subscriber(models.Model):
    """An address on a newsletter's list."""

    class Status(models.TextChoices):
        PENDING = "pending"  # asked to be on the list, has not confirmed
        ACTIVE = "active"  # confirmed: gets letters
        PAUSED = "paused"  # confirmed, wants no letters for now
        UNSUBSCRIBED = "unsubscribed"  # left
        BOUNCED = "bounced"  # the address does not take letters
        ERASED = "erased"  # about to be deleted, in this very transaction

    newsletter = models.ForeignKey(
        Newsletter, on_delete=models.PROTECT, related_name="subscribers"
    )
    # As the mail server takes it; unique without regard to case.
    address = models.CharField(max_length=320)
    # Keyed; what suppressions and imports compare, so that neither needs the address.
    address_hash = AddressHashField(max_length=64, editable=False)
    status = models.CharField(
        max_length=12, choices=Status.choices, default=Status.PENDING
    )
    created_at = models.DateTimeField(default=timezone.now)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    left_at = models.DateTimeField(null=True, blank=True)
    # What the reader wants first and less of, by `newsletter.issues.editions.Choice`, and
    # how much: theirs steer their edition, those of many the newsletter, in sum only.
    less_of = models.JSONField(default=list, blank=True)
    first = models.JSONField(default=list, blank=True, db_default=_NONE)
    length = models.CharField(
        max_length=8,
        choices=[(one.value, one.value) for one in Length],
        default=Length.WHOLE.value,
        db_default=Length.WHOLE.value,
    )
    # Rises with each bounce and falls with each letter that stays.
    bounce_score = models.PositiveSmallIntegerField(default=0)
    tags = models.ManyToManyField(Tag, related_name="subscribers", blank=True)

    class Meta:
        # To take the list with one; whoever may delete a reader may erase them.
        permissions = [("export_subscriber", "Can export subscribers")]
        constraints = [
            models.UniqueConstraint(
                "newsletter", Lower("address"), name="subscriber_once_per_newsletter"
            ),
            # Lower() knows only ASCII on SQLite; the hash knows all of Unicode.
            models.UniqueConstraint(
                fields=["newsletter", "address_hash"],
                name="subscriber_hash_once_per_newsletter",
            ),
            models.CheckConstraint(
                condition=~models.Q(address_hash=""), name="subscriber_has_hash"
            ),
        ]
        indexes = [models.Index(fields=["address_hash"], name="subscriber_by_hash")]

    def __str__(self) -> str:
        return f"subscriber {self.pk}"


class ReaderChange(models.Model):
    """What became of a reader beside their consent, and who did it. Goes with them."""

    class What(models.TextChoices):
        PREFERENCES = "preferences"  # how often, what less of
        ADDRESS = "address"  # another one, or asked for one
        TAGS = "tags"  # put on or taken off
        STANDING = "standing"  # barred, or taken back in

    subscriber = models.ForeignKey(
        Subscriber, on_delete=models.CASCADE, related_name="changes"
    )
    what = models.CharField(max_length=12, choices=What.choices)
    words = models.CharField(max_length=300)
    # The operator's name; empty: the reader.
    by = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.what} at {self.at:%Y-%m-%d}"
