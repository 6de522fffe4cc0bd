"""Who is on which step, how often each is tried, and what the clock does."""

from django.db import models

from agents.models.sessions import Session


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
