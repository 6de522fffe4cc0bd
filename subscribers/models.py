"""Models: subscribers, their consent, suppressions, deliveries and bounces."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from newsletter.models import Issue, Newsletter
from subscribers import addresses


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
    # Topics the reader asked to see less of; they steer the newsletter, in sum only.
    less_of = models.JSONField(default=list, blank=True)
    # Rises with each bounce and falls with each letter that stays.
    bounce_score = models.PositiveSmallIntegerField(default=0)

    class Meta:
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

    kind = models.CharField(
        max_length=12,
        choices=Kind.choices,
        default=Kind.SIGN_UP,
        db_default=Kind.SIGN_UP,
    )
    subscriber = models.ForeignKey(
        Subscriber, on_delete=models.CASCADE, related_name="confirmations"
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


class AttackMode(models.Model):
    """A time in which sign-ups are held tighter, because too many came at once."""

    began_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField()
    reason = models.CharField(max_length=200)

    class Meta:
        ordering = ["-began_at"]

    def __str__(self) -> str:
        return f"attack mode from {self.began_at:%Y-%m-%d %H:%M}"


class Throttle(models.Model):
    """How often one thing happened in a window of time; what it is, as a keyed hash."""

    key = models.CharField(max_length=64, unique=True)
    ends_at = models.DateTimeField(db_index=True)
    counted = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.counted} until {self.ends_at:%Y-%m-%d %H:%M}"


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


class Dispatch(models.Model):
    """One issue to all its readers: the audience frozen once, and whether it may go."""

    issue = models.OneToOneField(
        Issue, on_delete=models.PROTECT, related_name="dispatch"
    )
    frozen_at = models.DateTimeField(null=True, blank=True)
    # How many readers of the newsletter the issue does not go to, by reason.
    excluded = models.JSONField(default=dict, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_because = models.CharField(max_length=200, blank=True)
    # An operator looked at what had stopped it and let it go on.
    waved_on_at = models.DateTimeField("let go on at", null=True, blank=True)
    # When the letters that stayed had lowered their readers' bounce scores.
    credited_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "dispatches"

    def __str__(self) -> str:
        return f"dispatch of issue {self.issue_id}"


class Delivery(models.Model):
    """One issue to one subscriber. It is written down before a byte leaves."""

    class State(models.TextChoices):
        QUEUED = "queued"  # nobody works on it
        CLAIMED = "claimed"  # a sender took it; nothing has left
        STARTED = "started"  # bytes may have left
        ACCEPTED = "accepted"  # the mail server took responsibility
        DEFERRED = "deferred"  # refused for now; again at next_at
        REJECTED = "rejected"  # refused for good
        UNCERTAIN = "uncertain"  # a crash left it between started and accepted
        SUPPRESSED = "suppressed"  # must not be sent any more

    # Two indexes below begin with it.
    issue = models.ForeignKey(
        Issue, on_delete=models.PROTECT, related_name="deliveries", db_index=False
    )
    # None once its owner had everything erased: the issue's report still adds up.
    subscriber = models.ForeignKey(
        Subscriber, on_delete=models.SET_NULL, null=True, related_name="deliveries"
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    claimed_by = models.CharField(max_length=80, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    next_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    reply = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = [
            models.UniqueConstraint(
                fields=["issue", "subscriber"], name="delivery_once_per_reader"
            )
        ]
        indexes = [
            models.Index(fields=["issue", "state", "id"], name="delivery_to_claim")
        ]

    def __str__(self) -> str:
        return f"delivery {self.pk} {self.state}"


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


class LedgerHome(models.Model):
    """Where this ledger's tables stand: elsewhere, it was restored from a dump. One row."""

    place = models.CharField(max_length=200)
    # When an operator last said what became of letters that left after the dump.
    restored_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.place
