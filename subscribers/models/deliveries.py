"""The ledger of deliveries: an issue to all its readers, and to each."""

from django.db import models
from django.utils import timezone

from newsletter.models import Issue
from subscribers.models.readers import Subscriber


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


class Edition(models.Model):
    """A choice and order of an issue's blocks that some letter holds: never who wanted it."""

    issue = models.ForeignKey(
        Issue, on_delete=models.PROTECT, related_name="editions", db_index=False
    )
    # Of its Markdown; what a delivery names it by.
    sha256 = models.CharField(max_length=64)
    # Places of blocks in the issue's draft (`newsletter.drafts.edition.Plan`).
    plan = models.JSONField()
    # The one line that is not of the draft, as Markdown.
    line = models.TextField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["issue", "sha256"], name="edition_once_per_issue"
            )
        ]

    def __str__(self) -> str:
        return f"edition {self.sha256[:12]}"


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
    # The hash of the edition that the letter holds, as it was frozen; empty: the issue.
    edition = models.CharField(max_length=64, blank=True, default="", db_default="")
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


class LedgerHome(models.Model):
    """Where this ledger's tables stand: elsewhere, it was restored from a dump. One row."""

    place = models.CharField(max_length=200)
    # When an operator last said what became of letters that left after the dump.
    restored_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.place
