"""Taking an issue down: with a reason that its readers are told."""

from datetime import datetime

from newsletter.models import Issue


def withdraw(issue: Issue, because: str, now: datetime) -> bool:
    """Show it no more; False where it was not shown. Its number is not given again."""
    rows = Issue.objects.shown().filter(pk=issue.pk)
    taken = rows.update(withdrawn_at=now, withdrawn_because=because[:300])
    issue.refresh_from_db(fields=["withdrawn_at", "withdrawn_because"])
    return bool(taken)


def put_back(issue: Issue) -> bool:
    """Show it again; False where it was not taken down."""
    rows = Issue.objects.filter(pk=issue.pk).exclude(withdrawn_at=None)
    shown = rows.update(withdrawn_at=None, withdrawn_because="")
    issue.refresh_from_db(fields=["withdrawn_at", "withdrawn_because"])
    return bool(shown)
