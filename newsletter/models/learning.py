"""What a newsletter learns to choose by."""

from django.db import models
from django.utils import timezone

from newsletter.models.issues import Issue
from newsletter.models.newsletters import Newsletter


class Lesson(models.Model):
    """A story that was wanted, or not: what this newsletter learns to choose by."""

    class Origin(models.TextChoices):
        PICK = "pick"  # an issue told it
        OPERATOR = "operator"  # who runs the newsletter marked it
        READERS = "readers"  # readers asked for more or less, in sum
        PASSED = "passed", "passed over"  # it was found, and no issue told it

    newsletter = models.ForeignKey(
        Newsletter, on_delete=models.CASCADE, related_name="lessons"
    )
    story_id = models.CharField(max_length=200)
    origin = models.CharField(max_length=10, choices=Origin)
    title = models.CharField(max_length=500)
    text = models.TextField(blank=True)
    is_wanted = models.BooleanField()
    weight = models.FloatField(default=1.0)
    learned_on = models.DateField()
    kept_at = models.DateTimeField(default=timezone.now)
    # Whether an operator has it count no more, whatever readers go on to ask for.
    is_set_aside = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering = ["learned_on", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["newsletter", "story_id", "origin"],
                name="lesson_once_per_origin",
            )
        ]

    def __str__(self) -> str:
        return self.title


class Forgetting(models.Model):
    """A newsletter began anew: what it had learned until then counts no more."""

    newsletter = models.ForeignKey(
        Newsletter, on_delete=models.CASCADE, related_name="forgettings"
    )
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=150)

    class Meta:
        ordering = ["at"]

    def __str__(self) -> str:
        return f"{self.newsletter} forgot at {self.at:%Y-%m-%d %H:%M}, by {self.by}"


class StoryVote(models.Model):
    """More or less of a story: nobody can tell from it who asked.

    `voter` is an HMAC of who asked and of this very story, so that one counts once;
    it is not the same for any other story, and goes when voting ends.
    """

    issue = models.ForeignKey(Issue, on_delete=models.CASCADE, related_name="votes")
    story_id = models.CharField(max_length=200)
    wants_more = models.BooleanField()
    voter = models.CharField(max_length=64, null=True)  # noqa: DJ001  many may be gone
    # From an issue's page; else by the link in a reader's letter.
    is_public = models.BooleanField(default=False, db_default=False)
    cast_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["issue", "story_id", "voter"], name="vote_once_per_story"
            )
        ]

    def __str__(self) -> str:
        return f"{'more' if self.wants_more else 'less'} of {self.story_id}"
