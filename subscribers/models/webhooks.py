"""Whom others' addresses are, what they are told of by webhook, and what came of it."""

import uuid
from datetime import timedelta

from django.db import models
from django.utils import timezone


def _uid() -> str:
    return f"msg_{uuid.uuid4().hex}"


class WebhookEvent(models.TextChoices):
    """What an endpoint may be told of."""

    ISSUE_PUBLISHED = "issue.published", "an issue was published"
    SESSION_FAILED = "session.failed", "a session failed"
    APPROVAL_WANTED = "approval.wanted", "an approval is wanted"
    CORRECTION_FOUND = "correction.found", "a correction was found"
    READER_CONFIRMED = "reader.confirmed", "a reader confirmed"


class WebhookEndpoint(models.Model):
    """An address that is told of some events, and the secret that it knows us by."""

    name = models.CharField(max_length=80, help_text="Whose it is, or what it is for.")
    url = models.URLField(
        "address",
        max_length=1000,
        help_text="Public, on port 80, 443 or 8443, or on a host in WEBHOOK_OWN_HOSTS.",
    )
    events = models.JSONField(default=list, help_text="What it is told of.")
    is_on = models.BooleanField(
        "on",
        default=True,
        help_text="It is switched off by itself once every call failed for three days.",
    )
    tells_address = models.BooleanField(
        "tells the address",
        default=False,
        help_text="With “a reader confirmed”, tell the reader's address too.",
    )
    # What `sealing` made of the secret; the one before is good for a while beside it.
    sealed = models.TextField(editable=False)
    sealed_before = models.TextField(blank=True, editable=False)
    before_until = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    # Since when nothing arrived there; None while what was sent last did.
    failing_since = models.DateTimeField(null=True, blank=True, editable=False)
    switched_off_at = models.DateTimeField(null=True, blank=True, editable=False)
    off_because = models.CharField(max_length=300, blank=True, editable=False)

    class Meta:
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name


class WebhookCall(models.Model):
    """One call to one endpoint: written down first, then tried until it arrives."""

    class Outcome(models.TextChoices):
        PENDING = "pending"  # tried again at next_at
        ARRIVED = "arrived"  # it was answered 2xx
        GIVEN_UP = "given_up"  # tried often enough, or told that it is not wanted

    # The same at every try: who receives it twice knows it by that.
    uid = models.CharField(max_length=40, unique=True, default=_uid)
    # By name: address and secret are settings; or else those of the row `to`.
    endpoint = models.CharField(max_length=80)
    to = models.ForeignKey(
        WebhookEndpoint,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="calls",
    )
    event = models.CharField(max_length=60)
    # What it tells of: one endpoint is told of it once. None: of nothing that is a row.
    about = models.CharField(max_length=120, null=True, blank=True)  # noqa: DJ001  unique
    # Whose address goes with it, if the endpoint wants it; it is not in the body here.
    reader = models.ForeignKey(
        "subscribers.Subscriber",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
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
        constraints = [
            models.UniqueConstraint(fields=["to", "about"], name="told_once_of_it")
        ]

    def __str__(self) -> str:
        return f"{self.event} to {self.endpoint}: {self.outcome}"


class WebhookAttempt(models.Model):
    """One try of a call, and what was answered."""

    call = models.ForeignKey(
        WebhookCall, on_delete=models.CASCADE, related_name="tries"
    )
    at = models.DateTimeField()
    took = models.DurationField(default=timedelta)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    # Why there was no status; empty if there was.
    fault = models.CharField(max_length=300, blank=True)
    # The first characters of the answer.
    answer = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}: {self.status or self.fault}"
