"""Doors for Celery: the weekly look at past issues. Safe to run twice, and to be lost."""

from types import ModuleType

from celery import shared_task
from django.utils import timezone

from newsletter.models import Newsletter


@shared_task(ignore_result=True)
def recheck() -> None:
    """Queue a look at every past issue, one task each: a slow page holds up no other."""
    for newsletter in Newsletter.objects.filter(is_active=True):
        for issue in _watch().past_issues(newsletter):
            recheck_issue.delay(issue.pk)


def recheck_all() -> tuple[str, ...]:
    """Look again at every past issue, one after another: the way of the clock.

    In words, those that could not be looked at.
    """
    return tuple(
        f"{newsletter.slug} {found.issue.number}: {found.fault}"
        for newsletter in Newsletter.objects.filter(is_active=True)
        for issue in _watch().past_issues(newsletter)
        for found in _watch().recheck([issue], now=timezone.now())
        if found.fault
    )


@shared_task(ignore_result=True)
def recheck_issue(issue_id: int) -> None:
    """Look again at what one issue rests on."""
    watch = _watch()
    watch.recheck([watch.issue(issue_id)], now=timezone.now())


def _watch() -> ModuleType:
    from newsletter.issues import corrections  # noqa: PLC0415  no worker needs it all week

    return corrections
