"""What the issues told, found again under any of its names."""

from datetime import date
from typing import Self

from django.db import models

from newsletter.models.issues import Issue
from newsletter.models.newsletters import Newsletter

_NONE = models.Value([], models.JSONField())


class Thread(models.Model):
    """One story through the issues: what was told first, then what was new."""

    newsletter = models.ForeignKey(
        Newsletter, on_delete=models.CASCADE, related_name="threads"
    )
    slug = models.SlugField(max_length=140)
    title = models.CharField(max_length=500)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["newsletter", "slug"], name="thread_slug_once"
            )
        ]

    def __str__(self) -> str:
        return self.title


class CoverageQuerySet(models.QuerySet["Coverage"]):
    def of(
        self,
        newsletter: Newsletter,
        *,
        before: date | None = None,
        status: Issue.Status = Issue.Status.PUBLISHED,
    ) -> Self:
        """What its issues told, published ones unless `status` says otherwise.

        `before` leaves out that day and later ones.
        """
        told = self.filter(issue__newsletter=newsletter, issue__status=status)
        return told.filter(told_on__lt=before) if before else told


class Coverage(models.Model):
    """A story that an issue told: the memory that keeps it from running twice."""

    issue = models.ForeignKey(Issue, on_delete=models.CASCADE, related_name="coverage")
    story_id = models.CharField(max_length=200, db_index=True)
    title = models.CharField(max_length=500)
    url = models.URLField(max_length=2000)
    kind = models.CharField(max_length=12)
    terms = models.JSONField(default=list)
    # What decided it, as the evaluator said; the page of evidence shows it.
    why = models.TextField(blank=True, default="", db_default="")
    # The beginning of its text.
    gist = models.TextField(blank=True, default="", db_default="")
    # The day that its issue bears.
    told_on = models.DateField(null=True, blank=True, db_index=True)
    # Of a story that was told before: what the issue told as new.
    what_is_new = models.TextField(blank=True, default="", db_default="")
    # What its whole text spoke of by name.
    names = models.JSONField(default=list, blank=True, db_default=_NONE)
    # The heading under which the issue told it, and where that stands on its page.
    heading = models.TextField(blank=True, default="", db_default="")
    anchor = models.CharField(max_length=40, blank=True, default="", db_default="")
    thread = models.ForeignKey(
        Thread, on_delete=models.SET_NULL, null=True, blank=True, related_name="told"
    )
    # What an issue before told of the same people or things.
    earlier = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    objects = CoverageQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["issue", "story_id"], name="coverage_story_once_per_issue"
            )
        ]

    def __str__(self) -> str:
        return self.title


class CoverageKey(models.Model):
    """One name under which a told story is found again, however long ago that was."""

    class Sort(models.TextChoices):
        WORK = "work"  # an address or an id, of any of its tellings
        NAME = "name"  # a product in its version, or two named things
        PRODUCT = "product"  # a product in any version

    # The index on newsletter and key serves it too.
    newsletter = models.ForeignKey(
        Newsletter, on_delete=models.CASCADE, db_index=False, related_name="+"
    )
    coverage = models.ForeignKey(
        Coverage, on_delete=models.CASCADE, related_name="keys"
    )
    sort = models.CharField(max_length=8, choices=Sort.choices)
    key = models.CharField(max_length=200)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["coverage", "sort", "key"], name="coverage_key_once"
            )
        ]
        indexes = [models.Index(fields=["newsletter", "key"], name="coverage_by_key")]

    def __str__(self) -> str:
        return self.key
