"""Doors for Celery: the weekly look at past issues. Safe to run twice, and to be lost."""

from importlib import import_module
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


@shared_task(ignore_result=True)
def recheck_issue(issue_id: int) -> None:
    """Look again at what one issue rests on."""
    watch = _watch()
    watch.recheck([watch.issue(issue_id)], now=timezone.now())


def _watch() -> ModuleType:
    """Loaded when the day has come: all week no worker needs it."""
    return import_module("newsletter.issues.corrections")
