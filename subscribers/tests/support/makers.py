"""Rows for tests: each maker takes only what matters to the test."""

from itertools import count

from newsletter.models import Issue, Newsletter
from subscribers.models import Subscriber

_numbers = count(1)

MARKDOWN = """# A quiet week

## What shipped

### 1. A parser

Something of note [happened](https://example.org/a).
"""


def make_newsletter(**values):
    number = next(_numbers)
    values = {"sender_address": "letters@crux.example", **values}
    return Newsletter.objects.create(
        **{
            "slug": f"weekly-{number}",
            "title": "The Weekly",
            "profile": "All",
            **values,
        }
    )


def make_issue(newsletter=None, **values):
    number = next(_numbers)
    return Issue.objects.create(
        **{
            "newsletter": newsletter or make_newsletter(),
            "number": number,
            "slug": f"issue-{number}",
            "session_name": f"newsletter_20250807_000000_{number:06}",
            "subject": "A quiet week",
            "markdown": MARKDOWN,
            "draft_sha256": "0" * 64,
            **values,
        }
    )


def make_reader(newsletter, address=None, **values):
    return Subscriber.objects.create(
        **{
            "newsletter": newsletter,
            "address": address or f"reader{next(_numbers)}@readers.example",
            "status": Subscriber.Status.ACTIVE,
            **values,
        }
    )


def make_readers(newsletter, number):
    return Subscriber.objects.bulk_create(
        Subscriber(
            newsletter=newsletter,
            address=f"reader{next(_numbers)}@readers.example",
            status=Subscriber.Status.ACTIVE,
        )
        for _ in range(number)
    )
