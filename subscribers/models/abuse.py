"""What is counted of sign-ups, and the times in which they are held tighter."""

from django.db import models
from django.utils import timezone


class AttackMode(models.Model):
    """A time in which sign-ups are held tighter, because too many came at once."""

    began_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField()
    reason = models.CharField(max_length=200)

    class Meta:
        ordering = ["-began_at"]

    def __str__(self) -> str:
        return f"attack mode from {self.began_at:%Y-%m-%d %H:%M}"


class Throttle(models.Model):
    """How often one thing happened in a window of time; what it is, as a keyed hash."""

    key = models.CharField(max_length=64, unique=True)
    ends_at = models.DateTimeField(db_index=True)
    counted = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.counted} until {self.ends_at:%Y-%m-%d %H:%M}"
