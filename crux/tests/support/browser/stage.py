"""What the browser meets: a site as in production, on a database of its own.

`python -m crux.tests.support.browser.stage` fills it and prints where things are. The tests
themselves never touch the database: they do what a person can do.
"""

import io
import json
import os
import sys
from datetime import timedelta

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
    django.setup()

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.utils import timezone

from agents.engine import sessions
from agents.events.approval import ApprovalTerms
from agents.models import Session
from crux.tests.support.browser.site import OPERATOR, OPERATOR_ADDRESS, OTHER, PASSWORD
from newsletter.models import Correction, Newsletter, StoryStep
from newsletter.research.lifecycle import State
from newsletter.tests.support.stories import make_held
from subscribers.consent import tokens
from subscribers.models import Alert, Segment, Subscriber, Suppression, WebhookCall
from subscribers.models.readers import address_hash
from subscribers.segments.tags import ensure


def main() -> None:
    """Two issues of the sample week, their session, some readers and an operator."""
    if sys.argv[1:2] == ["--ask"]:
        sys.stdout.write(str(ask(sys.argv[2])))
        return
    if sys.argv[1:]:
        sys.stdout.write(json.dumps(links(sys.argv[1])))
        return
    call_command("migrate", verbosity=0)
    call_command("demo", stdout=io.StringIO())
    get_user_model().objects.create_superuser(OPERATOR, OPERATOR_ADDRESS, PASSWORD)
    newsletter = Newsletter.objects.get()
    issue = newsletter.issues.latest("number")
    Correction.objects.create(
        issue=issue,
        url=issue.citations.first().url,
        reason="gone",
        sentence="A page that this issue cites is gone since.",
        noticed_at=timezone.now(),
    )
    for number in range(3):
        Subscriber.objects.create(
            newsletter=newsletter,
            address=f"reader{number}@example.com",
            status=Subscriber.Status.ACTIVE,
            created_at=timezone.now() - timedelta(days=number),
        )
    fill_lists(newsletter)
    newsletter.pk, newsletter.slug, newsletter.title = None, OTHER, "Other"
    newsletter.save(force_insert=True)
    Suppression.objects.create(
        address_hash=address_hash("nobody@example.com"),
        reason=Suppression.Reason.COMPLAINED,
    )
    found = {"issue": issue.slug, "session": issue.session_name, "key": issue.pk}
    sys.stdout.write(json.dumps(found))


def fill_lists(newsletter: Newsletter) -> None:
    """One of each thing that has a page of its own on the desk."""
    story = make_held(
        newsletter,
        State.REVIEW,
        title=f"A parser that reads {'tables_and_' * 8}tables",
        quotes=[{"display": "It reads tables.", "quote": "It reads tables."}],
    )
    StoryStep.objects.create(
        story=story,
        step="text",
        attempt=1,
        key=f"{story.pk}:text:1",
        outcome="failed",
        error="it answered 503",
        worker="stage",
        seconds=0.4,
        ended_at=timezone.now(),
        lease_until=timezone.now(),
        result={"characters": 1200},
    )
    ensure(newsletter, ["early"])
    Segment.objects.create(newsletter=newsletter, name="Early", tags=["early"])
    Alert.objects.create(subject="No issue this week", next_at=timezone.now())
    WebhookCall.objects.create(endpoint="alerts", event="alert.raised", body="{}")


def ask(slug: str) -> int:
    """A session whose issue goes out by an operator's yes alone; the worker runs it."""
    newsletter = Newsletter.objects.earliest("pk")
    newsletter.pk, newsletter.slug, newsletter.title = None, slug, slug.title()
    newsletter.save(force_insert=True)
    Subscriber.objects.create(
        newsletter=newsletter,
        address=f"{slug}@example.com",
        status=Subscriber.Status.ACTIVE,
    )
    # A sample is asked about by nobody, and is all that there is without a network.
    terms = ApprovalTerms(mode="yes", hours=3, then="skip")
    sessions._terms = lambda _: terms
    plan = sessions.Plan(sources=Session.Sources.SAMPLE)
    return sessions.start(newsletter, plan).pk


def links(address: str) -> dict[str, str]:
    """The links that a letter to that reader would bear."""
    reader = Subscriber.objects.get(address=address)
    purpose = tokens.Purpose.PREFERENCES
    return {"preferences": tokens.link(purpose, tokens.make(purpose, reader.pk))}


if __name__ == "__main__":
    main()
