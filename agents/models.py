"""Sessions, their append-only log, the claims on their steps, and what agents cost."""

from decimal import Decimal
from typing import Any, Self

from django.db import models
from django.utils import timezone

from newsletter.models import Newsletter


class Session(models.Model):
    """One run of a workflow toward one issue. The log is its truth.

    `status`, `wake_at`, `last_seq` and `head_hash` repeat what the log says, so that
    it need not be read to find the sessions that want something.
    """

    class Status(models.TextChoices):
        OPEN = "open"  # steps run, or could
        PAUSED = "paused"  # an operator holds it
        FINISHED = "finished"  # there is an issue
        ABORTED = "aborted"  # it ended without one
        CANCELLED = "cancelled"  # an operator ended it

    class Sources(models.TextChoices):
        LIVE = "live"  # the web
        SAMPLE = "sample"  # the bundled, dated sample

    name = models.CharField(max_length=80, unique=True)
    newsletter = models.ForeignKey(
        Newsletter, on_delete=models.PROTECT, related_name="sessions"
    )
    # The moment on the timetable it was made for; none when started by hand.
    slot = models.DateTimeField(null=True, blank=True)
    workflow = models.CharField(max_length=40)
    version = models.PositiveIntegerField()
    status = models.CharField(
        max_length=10, choices=Status.choices, default=Status.OPEN
    )
    reason = models.TextField(blank=True)
    sources = models.CharField(max_length=8, choices=Sources.choices)
    # The day research looks back from: today, unless set for a look into the past.
    as_of = models.DateTimeField()
    brains = models.JSONField(default=list, blank=True)
    is_dry_run = models.BooleanField(default=False)

    last_seq = models.PositiveIntegerField(default=0)
    head_hash = models.CharField(max_length=64, blank=True)
    wake_at = models.DateTimeField(null=True, blank=True)
    hinted_at = models.DateTimeField(null=True, blank=True)
    # What the session took and cost, written when it ended: see `agents.summary`.
    summary = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["newsletter", "slot"], name="session_once_per_slot"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_over(self) -> bool:
        return self.status in (
            self.Status.FINISHED,
            self.Status.ABORTED,
            self.Status.CANCELLED,
        )


class AppendOnly(Exception):
    """Events are only ever added; neither changed nor deleted."""

    def __init__(self) -> None:
        super().__init__(self.__doc__)


class AgentEventQuerySet(models.QuerySet["AgentEvent"]):
    """Reads only: the database refuses the rest too."""

    def update(self, **values: Any) -> int:
        raise AppendOnly

    def delete(self) -> tuple[int, dict[str, int]]:
        raise AppendOnly

    def of_kind(self, *kinds: str) -> Self:
        return self.filter(event_type__in=kinds)


class AgentEvent(models.Model):
    """One line of a session's log. `agents.log` alone writes them."""

    id = models.UUIDField(primary_key=True)
    session = models.ForeignKey(
        Session, on_delete=models.PROTECT, related_name="events"
    )
    seq = models.PositiveIntegerField()
    event_type = models.CharField(max_length=40)
    agent_name = models.CharField(max_length=40, blank=True)
    # The envelope: which brain spoke, and why not the one before it in the list.
    brain = models.CharField(max_length=20, blank=True)
    instead_of = models.CharField(max_length=300, blank=True)
    data = models.JSONField()
    created_at = models.DateTimeField()
    hash = models.CharField(max_length=64)

    objects = AgentEventQuerySet.as_manager()

    class Meta:
        ordering = ["session_id", "seq"]
        constraints = [
            models.UniqueConstraint(
                fields=["session", "seq"], name="event_seq_once_per_session"
            )
        ]
        indexes = [
            models.Index(fields=["event_type", "session"], name="event_by_type"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.event_type}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnly
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise AppendOnly


class StepRun(models.Model):
    """The claim on one round of a step: who holds it, until when, by which fence.

    A worker commits only while its fence is the row's; a later claim raises the fence,
    so a worker that was thought dead finds its late result refused.
    """

    class Status(models.TextChoices):
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"  # this attempt; another may follow
        LOST = "lost"  # its lease ran out

    session = models.ForeignKey(
        Session, on_delete=models.CASCADE, related_name="step_runs"
    )
    step = models.CharField(max_length=40)
    key = models.CharField(max_length=50)
    attempt = models.PositiveIntegerField(default=0)
    fence = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=8, choices=Status.choices)
    lease_until = models.DateTimeField(null=True, blank=True)
    worker = models.CharField(max_length=120, blank=True)
    claimed_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["session", "key"], name="step_run_once_per_key"
            )
        ]
        indexes = [
            models.Index(fields=["status", "lease_until"], name="step_run_expiry")
        ]

    def __str__(self) -> str:
        return f"{self.key} {self.status}"


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
    dollars = models.DecimalField(max_digits=12, decimal_places=6, default=Decimal(0))

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
