"""How an outlet answers, and what it yields; written where it is asked, never where looked at."""

from django.db import models

from newsletter.models.outlets import Outlet


class OutletHealth(models.Model):
    """What became of asking an outlet, the last time and since when."""

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

    def __str__(self) -> str:
        return f"{self.outlet}: {self.fault or 'it answers'}"


class OutletYield(models.Model):
    """What an outlet told one search of a session."""

    outlet = models.ForeignKey(Outlet, on_delete=models.CASCADE, related_name="yields")
    session_name = models.CharField(max_length=80)
    kind = models.CharField(max_length=12)
    on = models.DateField(db_index=True)
    found = models.PositiveIntegerField()
    # The ids of those of its stories that an issue could be chosen from.
    shortlisted = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["outlet", "session_name", "kind"], name="outlet_yield_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.outlet}: {self.found}"
