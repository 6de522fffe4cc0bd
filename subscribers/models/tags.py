"""Tags that operators put on readers, and segments: filters that were saved."""

from django.db import models

from newsletter.models import Newsletter


class Tag(models.Model):
    """A word that operators put on readers of one newsletter."""

    newsletter = models.ForeignKey(
        Newsletter, on_delete=models.CASCADE, related_name="tags"
    )
    name = models.CharField(max_length=60)
    # The name in the form in which two spellings of it are equal.
    key = models.CharField(max_length=180, editable=False)

    class Meta:
        ordering = ["key"]
        constraints = [
            models.UniqueConstraint(
                fields=["newsletter", "key"], name="tag_once_per_newsletter"
            )
        ]

    def __str__(self) -> str:
        return self.name


class Segment(models.Model):
    """Readers of a newsletter who have something in common: a filter, never a list."""

    class Bounced(models.TextChoices):
        ANY = "", "does not matter"
        YES = "yes", "a letter came back"
        NO = "no", "none came back"

    newsletter = models.ForeignKey(
        Newsletter, on_delete=models.CASCADE, related_name="segments"
    )
    name = models.CharField(max_length=80)
    # Any of these; none named: whatever it is.
    statuses = models.JSONField("how they stand", default=list, blank=True)
    # Names, not rows: where a tag is gone nobody has it, and the segment does not grow.
    tags = models.JSONField("with all these tags", default=list, blank=True)
    without = models.JSONField("with none of these tags", default=list, blank=True)
    joined_from = models.DateField("on the list since or after", null=True, blank=True)
    joined_before = models.DateField("on the list before", null=True, blank=True)
    bounced = models.CharField(
        max_length=3, choices=Bounced.choices, default=Bounced.ANY, blank=True
    )

    class Meta:
        ordering = ["newsletter", "name"]
        constraints = [
            models.UniqueConstraint(
                fields=["newsletter", "name"], name="segment_once_per_newsletter"
            )
        ]

    def __str__(self) -> str:
        return self.name
