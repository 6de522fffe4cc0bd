"""Events for webhooks: written down for each endpoint that wants them, with what happened.

All are called within the transaction of what they tell of: what is rolled back is told
to nobody, and what is not is told.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from django.dispatch import receiver
from django.utils import timezone

from newsletter.models import Correction, Issue
from newsletter.models.signals import correction_found, issue_published
from newsletter.pages.paths import address_of
from subscribers.models import Subscriber, WebhookCall, WebhookEndpoint, WebhookEvent

Event = WebhookEvent


def tell(
    event: WebhookEvent,
    about: str,
    data: Callable[[], Mapping[str, object]],
    *,
    reader: Subscriber | None = None,
) -> int:
    """Put an event down for every endpoint that is told of such; how many there are.

    The same `about` is told to an endpoint once for ever. Where nobody is told, `data`
    is not asked for.
    """
    wanted = [
        one for one in WebhookEndpoint.objects.filter(is_on=True) if event in one.events
    ]
    if not wanted:
        return 0
    now = timezone.now()
    body = json.dumps({"type": event, "timestamp": now.isoformat(), "data": data()})
    WebhookCall.objects.bulk_create(
        (
            WebhookCall(
                endpoint=one.name,
                to=one,
                event=event,
                about=about,
                reader=reader,
                body=body,
                at=now,
                next_at=now,
            )
            for one in wanted
        ),
        ignore_conflicts=True,
    )
    return len(wanted)


@receiver(issue_published)
def _published(sender: object, issue: Issue, **_: Any) -> None:
    tell(
        Event.ISSUE_PUBLISHED,
        f"issue:{issue.pk}",
        lambda: {
            "newsletter": issue.newsletter.slug,
            "number": issue.number,
            "slug": issue.slug,
            "subject": issue.subject,
            "url": address_of(issue),
            "isSample": issue.is_sample,
        },
    )


@receiver(correction_found)
def _corrected(sender: object, correction: Correction, **_: Any) -> None:
    issue = correction.issue
    tell(
        Event.CORRECTION_FOUND,
        f"correction:{correction.pk}:{correction.noticed_at:%Y%m%d%H%M%S%f}",
        lambda: {
            "newsletter": issue.newsletter.slug,
            "number": issue.number,
            "url": address_of(issue),
            "link": correction.url,
            "reason": correction.reason,
            "sentence": correction.sentence,
        },
    )


def confirmed(reader: Subscriber) -> None:
    """A reader pressed the button of their letter. Their address is no part of it."""
    at = reader.confirmed_at
    tell(
        Event.READER_CONFIRMED,
        f"reader:{reader.pk}:{at:%Y%m%d%H%M%S%f}" if at else f"reader:{reader.pk}",
        lambda: {"newsletter": reader.newsletter.slug, "reader": reader.pk},
        reader=reader,
    )
