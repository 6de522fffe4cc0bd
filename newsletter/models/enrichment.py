"""What enrichment made of stories: each attempt at each step with its result; pictures."""

from django.db import models
from django.utils import timezone

from newsletter.models.stories import Story
from newsletter.research.enrichment import Outcome, Step
from newsletter.research.lifecycle import State


class StoryStep(models.Model):
    """One attempt at one step of a story: who holds it, and what came of it.

    It is the lease while it runs and the record once it ended: a step that has a result
    is never done again, unless a person sets the result aside. The number of the attempt
    only rises.
    """

    story = models.ForeignKey(Story, on_delete=models.CASCADE, related_name="steps")
    step = models.CharField(
        max_length=12, choices=[(step.value, step.value) for step in Step]
    )
    attempt = models.PositiveSmallIntegerField()
    # `{story}:{step}:{attempt}`
    key = models.CharField(max_length=60, unique=True)
    outcome = models.CharField(
        max_length=8,
        choices=[(outcome.value, outcome.value) for outcome in Outcome],
        default=Outcome.RUNNING,
    )
    # What it found, in the shape of its step (`docs/intake.md`).
    result = models.JSONField(null=True, blank=True)
    # The state in which the result ends the story; empty where it goes on.
    ends = models.CharField(
        max_length=12,
        blank=True,
        choices=[(state.value, state.value) for state in State],
    )
    # Why it failed or was lost, in words; it is not tried again where that is final.
    error = models.CharField(max_length=500, blank=True)
    is_final = models.BooleanField(default=False)
    # After a failure: not before this moment is it tried again.
    retry_at = models.DateTimeField(null=True, blank=True)
    worker = models.CharField(max_length=120)
    started_at = models.DateTimeField(default=timezone.now)
    # Seconds of work, without those in which it waited to be written down.
    seconds = models.FloatField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True, db_index=True)
    lease_until = models.DateTimeField()
    # By a person: it is on record, and counts no more.
    is_set_aside = models.BooleanField(default=False)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["story", "step"],
                condition=models.Q(outcome="running"),
                name="story_step_one_running",
            ),
            models.UniqueConstraint(
                fields=["story", "step"],
                condition=models.Q(outcome="done", is_set_aside=False),
                name="story_step_one_result",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key}: {self.outcome}"


class StoryStepPolicy(models.Model):
    """How often a step of enrichment is tried, and how long it waits in between."""

    step = models.CharField(
        max_length=12,
        primary_key=True,
        choices=[(step.value, step.value) for step in Step],
    )
    attempts = models.PositiveSmallIntegerField(
        default=3, help_text="Failures until it is given up."
    )
    first_wait_seconds = models.PositiveIntegerField(
        default=60, help_text="Before the second attempt."
    )
    multiplier = models.FloatField(
        default=2.0, help_text="By how much each further wait is longer."
    )
    losses = models.PositiveSmallIntegerField(
        default=10, help_text="Dead workers until it is given up."
    )

    class Meta:
        verbose_name_plural = "story step policies"
        ordering = ["step"]

    def __str__(self) -> str:
        return self.step


class StoryPicture(models.Model):
    """A story's picture as we serve it: small, made anew, and without what it came with."""

    # Of the JPEG; its public address is made of it.
    sha256 = models.CharField(max_length=64, unique=True)
    jpeg = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    # Where it was found.
    url = models.URLField(max_length=2000)
    kept_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.width}×{self.height} of {self.url}"
