"""Agents that are called: what an operator set, conversations, and executions."""

import uuid
from decimal import Decimal

from django.core.validators import MinValueValidator
from django.db import models
from django.utils import timezone

from agents.models.sessions import Session
from newsletter.models import Newsletter


class AgentSetting(models.Model):
    """What an operator set of an agent, where that differs from its prompt file."""

    slug = models.SlugField(unique=True)
    is_on = models.BooleanField(
        default=True, help_text="An agent that is off refuses each call, and says so."
    )
    model = models.CharField(
        max_length=60, blank=True, help_text="Empty: the one in its prompt file."
    )
    timeout_seconds = models.PositiveIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1)]
    )
    budget_dollars = models.DecimalField(
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(Decimal("0.01"))],
        help_text="For one call or one attempt at a step; empty: its prompt file's.",
    )

    class Meta:
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.slug


class Conversation(models.Model):
    """What one user and agents said to one another, in order."""

    class Status(models.TextChoices):
        ACTIVE = "active"  # it may go on
        COMPLETED = "completed"  # its user ended it
        FAILED = "failed"  # its last request came to nothing

    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    # Who speaks, as the door that let them in knows them.
    user = models.CharField(max_length=254, db_index=True)
    newsletter = models.ForeignKey(
        Newsletter, on_delete=models.CASCADE, related_name="conversations"
    )
    trigger = models.CharField(max_length=20)
    status = models.CharField(
        max_length=10, choices=Status.choices, default=Status.ACTIVE
    )
    created_at = models.DateTimeField(default=timezone.now)
    moved_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-moved_at", "-id"]

    def __str__(self) -> str:
        return str(self.uid)


class Execution(models.Model):
    """One call of one agent: what it was given, what came of it, and what that took."""

    class Status(models.TextChoices):
        QUEUED = "queued"  # written down, and nobody is on it
        RUNNING = "running"  # somebody is
        DONE = "done"  # it answered
        FAILED = "failed"  # it came to nothing; `error` says why

    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    agent = models.CharField(max_length=40)
    status = models.CharField(
        max_length=8, choices=Status.choices, default=Status.QUEUED
    )
    conversation = models.ForeignKey(
        Conversation,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="executions",
    )
    # The session that it is a part of, which alone does it; none for a call by itself.
    session = models.ForeignKey(
        Session,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="executions",
    )
    user = models.CharField(max_length=254, blank=True)
    trigger = models.CharField(max_length=20)
    input = models.JSONField(default=dict)
    output = models.JSONField(null=True, blank=True)
    error = models.TextField(blank=True)
    # Who thought, on which model, and why not the one before it.
    brain = models.CharField(max_length=20, blank=True)
    model = models.CharField(max_length=60, blank=True)
    instead_of = models.CharField(max_length=300, blank=True)
    input_tokens = models.PositiveIntegerField(default=0)
    output_tokens = models.PositiveIntegerField(default=0)
    dollars = models.DecimalField(max_digits=10, decimal_places=6, default=Decimal(0))
    # The documents and voice examples that it was shown: id, version, kind, title.
    knowledge = models.JSONField(default=list, blank=True)
    # Where the answer of a long one is sent besides; empty for nowhere.
    callback = models.URLField(max_length=1000, blank=True)
    # How often that was tried, and when it is next; None for no more.
    callback_tries = models.PositiveSmallIntegerField(default=0, db_default=0)
    callback_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, db_index=True)
    began_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    # When its content was taken away: the figures stay.
    emptied_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [
            models.Index(
                fields=["created_at"],
                condition=models.Q(status="queued"),
                name="execution_queued",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.agent} {self.uid}"

    @property
    def is_over(self) -> bool:
        return self.status in (self.Status.DONE, self.Status.FAILED)

    @property
    def milliseconds(self) -> int:
        """How long it took, 0 while it is not over."""
        if not (self.began_at and self.ended_at):
            return 0
        return max(0, int((self.ended_at - self.began_at).total_seconds() * 1000))


class Message(models.Model):
    """One thing said in a conversation."""

    class Role(models.TextChoices):
        USER = "user"
        ASSISTANT = "assistant"
        SYSTEM = "system"  # code's own word, such as a question back

    conversation = models.ForeignKey(
        Conversation, on_delete=models.CASCADE, related_name="messages"
    )
    role = models.CharField(max_length=10, choices=Role.choices)
    content = models.TextField()
    # Which agent said it, and in which execution.
    agent = models.CharField(max_length=40, blank=True)
    execution = models.ForeignKey(
        Execution, on_delete=models.SET_NULL, null=True, blank=True, related_name="said"
    )
    # The session that it is the answer of: each gives one.
    session = models.OneToOneField(
        Session,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="answer",
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.content[:80]


class Preference(models.Model):
    """What a user said they want of every answer; shown to them, and theirs to delete."""

    user = models.CharField(max_length=254)
    text = models.CharField(max_length=300)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "text"], name="preference_once_per_user"
            )
        ]

    def __str__(self) -> str:
        return self.text


class ApprovalRequest(models.Model):
    """What a conversation asked for that changes something outside: a person decides."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        # A draft that waited was approved by it, or an operator does it by hand.
        GRANTED = "granted"
        REFUSED = "refused"

    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    conversation = models.ForeignKey(
        Conversation, on_delete=models.CASCADE, related_name="approval_requests"
    )
    # What it would do: send, publish, delete or change.
    act = models.CharField(max_length=20)
    words = models.TextField()
    status = models.CharField(
        max_length=8, choices=Status.choices, default=Status.WAITING
    )
    created_at = models.DateTimeField(default=timezone.now)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.CharField(max_length=150, blank=True)
    why = models.CharField(max_length=1000, blank=True, default="", db_default="")

    class Meta:
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return f"{self.act}: {self.words[:60]}"
