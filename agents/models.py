"""Sessions, their append-only log, the leases of their steps, and what agents cost."""

import uuid
from datetime import timedelta
from decimal import Decimal
from typing import Any, Self

from django.core.validators import MinValueValidator
from django.db import models
from django.utils import timezone

from newsletter.models import Newsletter


class Session(models.Model):
    """One run of a workflow toward one issue. The log is its truth.

    `status`, `reason`, `wants`, `wake_at`, `moved_at`, `last_seq` and `head_hash` repeat
    what the log says, so that it need not be read to find the sessions that want
    something. The database allows only the changes of status that are listed in
    `LegalMove`, and keeps each one in `StatusChange`.
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
    # The newsletter's own week of that moment, `2026-W45`: however the timetable is
    # edited afterwards, the week has had its session.
    week = models.CharField(max_length=8, null=True, blank=True)  # noqa: DJ001  none is unlike any
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
    # Whether a step is open that nobody is on; if so, not before `wake_at`.
    wants = models.BooleanField(default=False)
    wake_at = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField(default=timezone.now)
    # When its canvas was last published: a message needs a moment to be answered.
    hinted_at = models.DateTimeField(null=True, blank=True)
    # What the session took and cost, written when it ended: see `agents.engine.summary`.
    summary = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["newsletter", "slot"], name="session_once_per_slot"
            ),
            models.UniqueConstraint(
                fields=["newsletter", "week"], name="session_once_per_week"
            ),
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
    """One line of a session's log. `agents.engine.log` alone writes them."""

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

    def told(self) -> dict[str, Any]:
        """The line as an agent is shown it."""
        return {
            "session": self.session.name,
            "seq": self.seq,
            "agent": self.agent_name,
            "event_type": self.event_type,
            "created_at": self.created_at.isoformat(),
            "data": self.data,
        }


class StepRun(models.Model):
    """The lease of one attempt at one round of a step: who holds it, and until when.

    A worker commits only while its lease is running. Of all leases on one round at most
    one is, and the number of the attempt only rises: a worker that was thought dead
    finds its late result refused.
    """

    class Status(models.TextChoices):
        RUNNING = "running"
        DONE = "done"  # its result is in the log
        FAILED = "failed"  # the agent erred
        LOST = "lost"  # its lease ran out, or its worker gave it back
        REVOKED = "revoked"  # the session ended under it

    session = models.ForeignKey(
        Session, on_delete=models.CASCADE, related_name="step_runs"
    )
    step = models.CharField(max_length=40)
    key = models.CharField(max_length=50)
    attempt = models.PositiveIntegerField()
    status = models.CharField(
        max_length=8, choices=Status.choices, default=Status.RUNNING
    )
    worker = models.CharField(max_length=120)
    # Whose key the step's brain uses, if that bounds how many may run at once.
    provider = models.CharField(max_length=40, blank=True)
    claimed_at = models.DateTimeField()
    lease_until = models.DateTimeField()
    # Its worker is about to stop: the lease is not renewed any more.
    is_released = models.BooleanField(default=False)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["session", "key", "attempt"], name="step_run_once_per_attempt"
            ),
            models.UniqueConstraint(
                fields=["session", "key"],
                condition=models.Q(status="running"),
                name="step_run_one_running_per_key",
            ),
        ]
        indexes = [
            models.Index(
                fields=["lease_until"],
                condition=models.Q(status="running"),
                name="step_run_expiry",
            )
        ]

    def __str__(self) -> str:
        return f"{self.key} attempt {self.attempt}: {self.status}"


class RetryPolicy(models.Model):
    """How often a step is tried; what is left empty is as in the agent's file."""

    step = models.SlugField(primary_key=True)
    attempts = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Failures until it is given up."
    )
    first_wait_seconds = models.PositiveIntegerField(
        null=True, blank=True, help_text="Before the second attempt."
    )
    multiplier = models.FloatField(
        null=True, blank=True, help_text="By how much each further wait is longer."
    )
    longest_wait_seconds = models.PositiveIntegerField(null=True, blank=True)
    losses = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Dead workers until it is given up."
    )

    class Meta:
        verbose_name_plural = "retry policies"
        ordering = ["step"]

    def __str__(self) -> str:
        return self.step


class Provider(models.Model):
    """A key that steps of all sessions share, and how many may use it at once."""

    name = models.SlugField(primary_key=True)
    at_once = models.PositiveSmallIntegerField(default=4)

    def __str__(self) -> str:
        return self.name


class LegalMove(models.Model):
    """A change of a session's status that the database allows."""

    before = models.CharField(max_length=10)
    after = models.CharField(max_length=10)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["before", "after"], name="legal_move_once")
        ]

    def __str__(self) -> str:
        return f"{self.before} to {self.after}"


class StatusChange(models.Model):
    """A change of a session's status, written by the database itself."""

    session = models.ForeignKey(
        Session, on_delete=models.PROTECT, related_name="status_changes"
    )
    before = models.CharField(max_length=10)
    after = models.CharField(max_length=10)
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.before} to {self.after}"


class Sweep(models.Model):
    """The last look around for sessions that wait; one row."""

    swept_at = models.DateTimeField()
    offered = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.swept_at:%Y-%m-%d %H:%M:%S}"


class Chore(models.Model):
    """What the clock does again and again: when it last could, and why it cannot now."""

    name = models.CharField(max_length=40, primary_key=True)
    done_at = models.DateTimeField(null=True, blank=True)
    is_weekly = models.BooleanField(default=False)
    trouble = models.CharField(max_length=300, blank=True)
    trouble_since = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name


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
