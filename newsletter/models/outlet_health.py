"""How an outlet answers, and when it is asked next; written where it is asked."""

from django.db import models

from newsletter.models.outlets import Outlet


class OutletHealth(models.Model):
    """What became of asking an outlet, the last time and since when, and its own pace."""

    outlet = models.OneToOneField(
        Outlet, on_delete=models.CASCADE, primary_key=True, related_name="health"
    )
    asked_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    # Why it failed the last time, in words; empty where it answered.
    fault = models.CharField(max_length=500, blank=True)
    failures = models.PositiveIntegerField(default=0)  # in a row
    failing_since = models.DateTimeField(null=True)
    # The day of the newest story that it told.
    newest_story = models.DateField(null=True)

    # When intake asks it next; None where it never has.
    next_at = models.DateTimeField(null=True, db_index=True)
    every_minutes = models.PositiveIntegerField(default=60)
    # The last answer that intake took in: what is new after it is dated by it.
    taken_in_at = models.DateTimeField(null=True)
    # Stories that intake had from it first, and when it had the last of them.
    stories = models.PositiveIntegerField(default=0)
    last_new_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.outlet}: {self.fault or 'it answers'}"
