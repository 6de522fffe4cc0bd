"""Stories that intake holds: what was found, who told it, where it is, and why."""

from django.db import models
from django.utils import timezone

from newsletter.models.issues import Source
from newsletter.models.newsletters import Newsletter
from newsletter.research.lifecycle import State
from newsletter.research.story import Kind

_NONE = models.Value([], models.JSONField())


class Story(models.Model):
    """One story of one newsletter, however many outlets told it.

    `state` moves as `newsletter.research.lifecycle` maps it and no other way: the
    database refuses the rest, and writes down each move with who made it and why.
    """

    newsletter = models.ForeignKey(
        Newsletter, on_delete=models.PROTECT, related_name="stories"
    )
    # Its first key.
    story_id = models.CharField(max_length=200)
    kind = models.CharField(
        max_length=12, choices=[(kind.value, kind.value) for kind in Kind]
    )
    title = models.CharField(max_length=500)
    url = models.URLField(max_length=2000)
    publisher = models.CharField(max_length=200, blank=True)
    author = models.CharField(max_length=200, blank=True)
    published = models.DateField(null=True, blank=True)
    summary = models.TextField(blank=True)
    # What its page said when it was read.
    source = models.ForeignKey(
        Source, on_delete=models.PROTECT, null=True, blank=True, related_name="stories"
    )
    # Relevance, depth and novelty added up, 3 to 30; None before it was scored.
    score = models.PositiveSmallIntegerField(null=True, blank=True)
    # The two sentences that tell it best: [{"display": …, "quote": …}], each quote as it
    # stands in the source.
    quotes = models.JSONField(default=list, blank=True, db_default=_NONE)
    # Of the newsletter's own vocabulary.
    tags = models.JSONField(default=list, blank=True, db_default=_NONE)
    picture = models.ForeignKey(
        "newsletter.StoryPicture",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="stories",
    )

    state = models.CharField(
        max_length=12,
        choices=[(state.value, state.value.replace("_", " ")) for state in State],
        default=State.DISCOVERED,
    )
    state_since = models.DateTimeField(default=timezone.now)
    # Who made the last move, a step, an agent or a person, and why.
    moved_by = models.CharField(max_length=150)
    moved_because = models.CharField(max_length=300, blank=True)
    # An operator wants it told: it is chosen, unless a rule forbids it.
    must_have = models.BooleanField(default=False, db_default=False)
    # Not before this moment is it tried again.
    retry_after = models.DateTimeField(null=True, blank=True)
    # From this moment on enrichment has something to do for it; None: nothing.
    wake_at = models.DateTimeField(null=True, blank=True, default=timezone.now)
    found_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "stories"
        ordering = ["-found_at", "-id"]
        indexes = [
            models.Index(
                fields=["newsletter", "state", "state_since"], name="story_by_state"
            ),
            models.Index(
                fields=["retry_after"],
                condition=models.Q(retry_after__isnull=False),
                name="story_retry_queue",
            ),
            models.Index(
                fields=["wake_at"],
                condition=models.Q(wake_at__isnull=False),
                name="story_to_enrich",
            ),
        ]

    def __str__(self) -> str:
        return self.title


class StoryKey(models.Model):
    """A name under which a story is found again, whichever outlet tells it.

    One newsletter has one story for each, also when two workers find it at once.
    """

    newsletter = models.ForeignKey(
        Newsletter, on_delete=models.CASCADE, db_index=False, related_name="+"
    )
    story = models.ForeignKey(Story, on_delete=models.CASCADE, related_name="keys")
    # As `text.identifiers.story_id` names an address.
    key = models.CharField(max_length=200)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["newsletter", "key"], name="story_once_per_key"
            )
        ]

    def __str__(self) -> str:
        return self.key


class StoryTelling(models.Model):
    """One outlet's telling of a story: under which address, and when it was first seen."""

    story = models.ForeignKey(Story, on_delete=models.CASCADE, related_name="tellings")
    outlet = models.CharField(max_length=120)
    publisher = models.CharField(max_length=200, blank=True)
    url = models.URLField(max_length=2000)
    title = models.CharField(max_length=500)
    signals = models.JSONField(default=dict, blank=True)
    # How much the outlet was trusted then, 0 to 1.
    prior = models.FloatField(default=0.5)
    seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["seen_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["story", "outlet"], name="telling_once_per_outlet"
            )
        ]

    def __str__(self) -> str:
        return f"{self.outlet}: {self.title}"


class StoryMove(models.Model):
    """A move of a story, written by the database itself; only ever added to."""

    # They may go only after their story: the database refuses it before.
    story = models.ForeignKey(Story, on_delete=models.DO_NOTHING, related_name="moves")
    # Empty for the first.
    before = models.CharField(max_length=12, blank=True)
    after = models.CharField(max_length=12)
    moved_at = models.DateTimeField()
    by = models.CharField(max_length=150)
    because = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.before or 'new'} to {self.after}"
