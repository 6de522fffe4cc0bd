"""What agents said and did in a run, and what it cost."""

import uuid
from datetime import timedelta
from decimal import Decimal
from typing import Self

from django.core.validators import MinValueValidator
from django.db import models
from django.utils import timezone

from agents.models.sessions import Session
from newsletter.models import Newsletter


class Agent(models.Model):
    """A role, as the platform knows it: the ids under which its prompt stands there."""

    slug = models.SlugField(unique=True)
    remote_id = models.CharField(max_length=120, blank=True)
    remote_version = models.PositiveIntegerField(null=True, blank=True)
    spec_sha256 = models.CharField(max_length=64, blank=True)
    is_active = models.BooleanField(default=True)

    class Meta:
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.slug


class Environment(models.Model):
    """The place on the platform where remote sessions run; one serves all agents."""

    name = models.CharField(max_length=120, unique=True)
    remote_id = models.CharField(max_length=120)

    def __str__(self) -> str:
        return self.name


class Budget(models.Model):
    """What a newsletter's agents may cost, where that differs from the settings."""

    newsletter = models.OneToOneField(
        Newsletter, on_delete=models.CASCADE, related_name="budget"
    )
    session_dollars = models.DecimalField(
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
        help_text="For one session; empty takes SESSION_DOLLARS, 0 lifts it.",
    )
    month_dollars = models.DecimalField(
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
        help_text="For a calendar month (UTC); empty or 0 leaves MONTH_DOLLARS alone.",
    )

    def __str__(self) -> str:
        return f"Budget of {self.newsletter}"


class JournalQuerySet(models.QuerySet["Journal"]):
    # A remote session of a round long past is gone on with no more.
    STALE = timedelta(hours=6)

    def left_behind(self) -> Self:
        """Those whose remote session is still there, and nobody goes on with it.

        One session may serve several rounds: it is left when all of them are.
        """
        remote = self.filter(archived_at__isnull=True).exclude(remote_id="")
        going_on = Session.objects.filter(
            status__in=[Session.Status.OPEN, Session.Status.PAUSED]
        )
        alive = remote.filter(
            is_open=True,
            session__in=going_on,
            began_at__gte=timezone.now() - self.STALE,
        )
        return remote.exclude(remote_id__in=alive.values("remote_id"))


class Journal(models.Model):
    """One conversation of one brain over one round of a step; it outlives the process.

    Another attempt at the round goes on from the open one: from the remote session, or
    from the turns where the brain keeps them itself. `booked` is the usage that stands
    on agent runs already, so that nothing is counted twice.

    A round may go on in the conversation of the round before: its journal follows that
    one's, which is as it was left, and tells only what is new.
    """

    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    session = models.ForeignKey(
        Session, on_delete=models.CASCADE, related_name="journals"
    )
    key = models.CharField(max_length=50)
    brain = models.CharField(max_length=20)
    remote_id = models.CharField(max_length=120, blank=True)
    turns = models.JSONField(default=list, blank=True)
    booked = models.JSONField(default=dict, blank=True)
    is_open = models.BooleanField(default=True)
    reason = models.CharField(max_length=300, blank=True)
    # What the agent was first told and may use, as a hash: another is another conversation.
    terms_sha256 = models.CharField(max_length=64, blank=True)
    # Which version of the code began it (`agents.runs.code_version`); "" before that.
    code_sha256 = models.CharField(max_length=64, blank=True)
    follows = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="followed_by",
    )
    # The remote session's last event of the rounds before.
    follows_event = models.CharField(max_length=120, blank=True)
    began_at = models.DateTimeField(default=timezone.now)
    # When the remote session was archived; until then it is ours to tidy up.
    archived_at = models.DateTimeField(null=True, blank=True)

    objects = JournalQuerySet.as_manager()

    class Meta:
        ordering = ["began_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["session", "key", "brain"],
                condition=models.Q(is_open=True),
                name="journal_open_once_per_round_and_brain",
            )
        ]

    def __str__(self) -> str:
        return f"{self.key} {self.brain}"


class ToolCall(models.Model):
    """One call of a tool by a conversation: claimed, then answered, and done once.

    What the tool staged is kept with its answer: a replay gives both again.
    """

    journal = models.ForeignKey(Journal, on_delete=models.CASCADE, related_name="calls")
    call_id = models.CharField(max_length=200)
    tool = models.CharField(max_length=60)
    arguments = models.JSONField(default=dict)
    # The attempt at the step that ran it last.
    attempt = models.PositiveIntegerField()
    content = models.JSONField(null=True, blank=True)
    is_error = models.BooleanField(default=False)
    staged = models.JSONField(default=list, blank=True)
    # A draft that pre-flight refused in this call, and in which round of which step.
    held_back = models.JSONField(null=True, blank=True)
    claimed_at = models.DateTimeField(default=timezone.now)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["journal", "call_id"], name="tool_call_once_per_id"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tool} {self.call_id}"


class AgentRun(models.Model):
    """One attempt of one agent: how long it took, what it used, what it cost."""

    class Status(models.TextChoices):
        RUNNING = "running"
        SUCCESS = "success"  # it ended with its terminal event
        SILENT = "silent"  # it ended without one
        FAILED = "failed"
        TIMEOUT = "timeout"
        FENCED = "fenced"  # it came too late: another attempt holds the step

    session = models.ForeignKey(
        Session, on_delete=models.CASCADE, related_name="agent_runs"
    )
    agent = models.ForeignKey(Agent, on_delete=models.PROTECT, related_name="runs")
    journal = models.ForeignKey(
        Journal, on_delete=models.SET_NULL, null=True, blank=True, related_name="runs"
    )
    key = models.CharField(max_length=50)
    attempt = models.PositiveIntegerField()
    brain = models.CharField(max_length=20, blank=True)
    model = models.CharField(max_length=60, blank=True)
    status = models.CharField(
        max_length=8, choices=Status.choices, default=Status.RUNNING
    )
    error = models.TextField(blank=True)
    started_at = models.DateTimeField(default=timezone.now)
    seconds = models.FloatField(default=0)
    tool_calls = models.PositiveIntegerField(default=0)
    retries = models.PositiveIntegerField(default=0)
    input_tokens = models.PositiveBigIntegerField(default=0)
    output_tokens = models.PositiveBigIntegerField(default=0)
    cache_read_tokens = models.PositiveBigIntegerField(default=0)
    cache_write_tokens = models.PositiveBigIntegerField(default=0)
    web_searches = models.PositiveIntegerField(default=0)
    running_seconds = models.FloatField(default=0)
    dollars = models.DecimalField(max_digits=12, decimal_places=6, default=Decimal(0))
    # The platform's own figure for the whole conversation, in whole cents.
    reported_dollars = models.DecimalField(
        max_digits=12, decimal_places=6, null=True, blank=True
    )
    # While it runs: what it may yet spend, which no other run may count on.
    reserved_dollars = models.DecimalField(
        max_digits=12, decimal_places=6, default=Decimal(0)
    )
    degraded = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["started_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["session", "key", "attempt", "brain"],
                name="agent_run_once_per_attempt_and_brain",
            )
        ]

    def __str__(self) -> str:
        return f"{self.key} attempt {self.attempt}"
