"""Lists that an operator handed in on the desk, while and after they are taken in."""

from django.db import models
from django.utils import timezone

from newsletter.models import Newsletter


class ListUpload(models.Model):
    """A list handed in: read first, and taken in once its operator has seen the report."""

    class State(models.TextChoices):
        HANDED_IN = "handed in"  # waits to be read
        READ = "read"  # the report is there; nothing is changed
        UNCLEAR = "unclear"  # it has to be said what a column means
        WANTED = "wanted"  # waits to be taken in, or is being
        DONE = "done"  # taken in
        GIVEN_UP = "given up"  # by its operator, or left for a day

    newsletter = models.ForeignKey(
        Newsletter, on_delete=models.CASCADE, related_name="uploads"
    )
    state = models.CharField(
        max_length=10, choices=State.choices, default=State.HANDED_IN
    )
    by = models.CharField(max_length=150)
    at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)
    file_name = models.CharField(max_length=200)
    # Deflated; None as soon as it is no longer needed.
    content = models.BinaryField(null=True)
    # What the operator says of it.
    encoding = models.CharField(max_length=40, blank=True)
    told = models.JSONField(default=dict, blank=True)
    everybody = models.CharField(max_length=12, blank=True)
    wording = models.TextField(blank=True)
    tag = models.CharField(max_length=60, blank=True)
    # Who is at work on it, by until when.
    lease_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    rows = models.PositiveIntegerField(default=0)
    rows_done = models.PositiveIntegerField(default=0)
    # The report: addresses are masked in it.
    problem = models.TextField(blank=True)
    read_as = models.CharField(max_length=100, blank=True)
    columns = models.JSONField(default=list, blank=True)
    counts = models.JSONField(default=dict, blank=True)
    lines = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["-at"]
        verbose_name = "imported list"

    def __str__(self) -> str:
        return self.file_name

    @property
    def is_under_way(self) -> bool:
        """Whether somebody is, or will be, at work on it."""
        return self.state in (self.State.HANDED_IN, self.State.WANTED)

    @property
    def content_is_kept(self) -> bool:
        """Whether its operator may still give it up."""
        return self.state in (self.State.HANDED_IN, self.State.READ, self.State.UNCLEAR)

    @property
    def is_open(self) -> bool:
        """Whether it can be read otherwise."""
        return self.state in (self.State.READ, self.State.UNCLEAR)
