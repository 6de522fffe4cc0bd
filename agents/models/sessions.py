"""Sessions and their append-only log."""

from typing import Any, Self

from django.db import models
from django.utils import timezone

from newsletter.models import Issue, Newsletter


class Session(models.Model):
    """One run of a workflow toward one issue, or one answer. The log is its truth.

    `status`, `reason`, `wants`, `wake_at`, `moved_at`, `last_seq` and `head_hash` repeat
    what the log says, so that it need not be read to find the sessions that want
    something. The database allows only the changes of status that are listed in
    `LegalMove`, and keeps each one in `StatusChange`.
    """

    class Status(models.TextChoices):
        OPEN = "open", "Under way"  # steps run, or could
        PAUSED = "paused"  # an operator holds it
        FINISHED = "finished"  # there is an issue
        ABORTED = "aborted"  # it ended without one, or before its letters could leave
        CANCELLED = "cancelled"  # an operator ended it

    class Sources(models.TextChoices):
        LIVE = "live"  # the web
        SAMPLE = "sample"  # the bundled, dated sample

    # The workflow of those that make no issue: see `agents.workflows.request`.
    REQUEST = "request"

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
    # What the operator asked for when it began: see `agents.events.harness.SessionStarted`.
    retries = models.BooleanField(default=True, db_default=True)
    model = models.CharField(max_length=60, blank=True, default="", db_default="")
    max_turns = models.PositiveSmallIntegerField(null=True, blank=True)

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

    @property
    def is_out(self) -> bool:
        """Whether its issue is published, however the session itself ended."""
        published = Issue.objects.filter(status=Issue.Status.PUBLISHED)
        return published.filter(session_name=self.name).exists()

    @property
    def ending(self) -> str:
        """How it ended, where it was aborted."""
        what = "after its issue was out" if self.is_out else "without an issue"
        return f"ended {what}: {self.reason}"


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
