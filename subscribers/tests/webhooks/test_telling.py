"""What endpoints of the desk are told of: with what happened, once, signed, without addresses."""

import base64
import json
from datetime import date, timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from newsletter.drafts.parsing import parse
from newsletter.issues import corrections, errata
from newsletter.issues.publish import publish
from newsletter.models import Issue
from newsletter.standards.outcomes import Reason
from subscribers.consent import status as consent
from subscribers.consent.record import Circumstances
from subscribers.models import Subscriber, WebhookAttempt, WebhookCall, WebhookEvent
from subscribers.tests.support.makers import (
    MARKDOWN,
    make_issue,
    make_newsletter,
    make_reader,
)
from subscribers.webhooks import endpoints, outbox, signing, telling

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]
Event = WebhookEvent
NOW = timezone.now()


def told(event):
    return [
        json.loads(one.body)["data"] for one in WebhookCall.objects.filter(event=event)
    ]


def published(newsletter, **fields):
    return publish(
        newsletter,
        session_name="newsletter_20250807_090000_aaaaaaaa",
        subject="A quiet week",
        preheader="",
        draft=parse(MARKDOWN),
        citations=(),
        coverage=(),
        disclosures=(),
        is_sample=False,
        covers_from=date(2025, 7, 31),
        covers_until=date(2025, 8, 7),
        now=NOW,
        **fields,
    )


def test_an_issue_is_told_of_once_it_is_published_and_not_as_a_preview(at_desk):
    row, newsletter = at_desk(Event.ISSUE_PUBLISHED), make_newsletter()
    at_desk(Event.SESSION_FAILED, name="Other")

    published(newsletter, preview=True)
    before = told(Event.ISSUE_PUBLISHED)
    issue = published(newsletter)
    published(newsletter)

    [call] = WebhookCall.objects.all()
    assert before == []
    assert call.to == row
    [data] = told(Event.ISSUE_PUBLISHED)
    assert data["number"] == 1
    assert data["subject"] == "A quiet week"
    assert issue.slug in data["url"]


def test_what_is_rolled_back_is_told_to_nobody(at_desk):
    at_desk()

    with transaction.atomic():
        published(make_newsletter())
        assert WebhookCall.objects.exists()
        transaction.set_rollback(True)

    assert not WebhookCall.objects.exists()
    assert not Issue.objects.exists()


def test_nobody_is_asked_for_data_where_nobody_is_told(at_desk):
    at_desk(Event.ISSUE_PUBLISHED)
    at_desk(Event.READER_CONFIRMED, is_on=False, name="Off")

    assert telling.tell(Event.READER_CONFIRMED, "reader:1", pytest.fail) == 0


def test_a_correction_is_told_of_when_it_is_found_and_found_again(at_desk):
    at_desk(Event.CORRECTION_FOUND)
    issue = make_issue(status="published", published_at=NOW)

    def found(at):
        return corrections._note(
            issue, "https://x.dev/a", Reason.DEAD, "It is gone.", at
        )

    found(NOW)
    found(NOW + timedelta(days=7))
    issue.corrections.update(settled_at=NOW)
    found(NOW + timedelta(days=14))

    data = told(Event.CORRECTION_FOUND)
    assert len(data) == 2
    assert data[0]["link"] == "https://x.dev/a"
    assert data[0]["sentence"] == "It is gone."


def test_an_erratum_is_a_correction_too(at_desk):
    at_desk(Event.CORRECTION_FOUND)
    issue = make_issue(status="published", published_at=NOW)

    errata.write(issue, errata.Erratum("ten", "twelve"), NOW)
    errata.write(issue, errata.Erratum("ten", "twelve"), NOW)

    [data] = told(Event.CORRECTION_FOUND)
    assert "twelve" in data["sentence"]


def test_a_reader_who_confirms_is_told_of_without_their_address(at_desk, receiver):
    at_desk(Event.READER_CONFIRMED)
    reader = make_reader(
        make_newsletter(), "ana@readers.example", status=Subscriber.Status.PENDING
    )

    consent.confirm(reader.pk, Circumstances(NOW))
    consent.confirm(reader.pk, Circumstances(NOW))
    outbox.deliver_due(timezone.now())

    [(_, body)] = receiver[0]
    assert json.loads(body)["data"] == {
        "newsletter": reader.newsletter.slug,
        "reader": reader.pk,
    }


def test_the_address_goes_where_that_was_chosen_and_is_kept_nowhere(at_desk, receiver):
    at_desk(Event.READER_CONFIRMED, tells_address=True)
    reader = make_reader(
        make_newsletter(), "ana@readers.example", status=Subscriber.Status.PENDING
    )

    consent.confirm(reader.pk, Circumstances(NOW))
    outbox.deliver_due(timezone.now())
    WebhookAttempt.objects.update(answer="thank you, ana@readers.example")
    consent.erase(reader.pk, NOW)

    [(_, body)] = receiver[0]
    assert json.loads(body)["data"]["address"] == "ana@readers.example"
    assert "ana" not in WebhookCall.objects.get().body
    assert WebhookAttempt.objects.get().answer == ""


def test_a_call_is_signed_with_the_endpoints_own_secret(at_desk, receiver):
    row = at_desk()
    telling.tell(Event.SESSION_FAILED, "session:1:2", dict)

    assert outbox.deliver_due(timezone.now()) == 1

    [(headers, body)] = receiver[0]
    at = timezone.datetime.fromtimestamp(
        int(headers["webhook-timestamp"]), tz=NOW.tzinfo
    )
    expected = signing.headers(headers["webhook-id"], at, body, [row.secret])
    assert headers["webhook-signature"] == expected["webhook-signature"]
    assert row.secret not in row.sealed
    assert (
        base64.b64decode(row.secret.removeprefix("whsec_")) not in row.sealed.encode()
    )


def test_a_new_secret_and_those_before_all_sign_for_a_day(at_desk, receiver):
    row = at_desk()
    made = {row.secret, endpoints.furnish(row), endpoints.furnish(row)}
    row.save()
    telling.tell(Event.SESSION_FAILED, "session:1:2", dict)
    outbox.deliver_due(timezone.now())
    row.before_until = NOW - timedelta(seconds=1)
    row.save()
    telling.tell(Event.SESSION_FAILED, "session:1:3", dict)
    outbox.deliver_due(timezone.now())

    signatures = [headers["webhook-signature"].split() for headers, _ in receiver[0]]
    assert len(made) == 3
    assert [len(set(one)) for one in signatures] == [3, 1]


def test_a_secret_that_cannot_be_read_says_what_to_do_and_that_mends_it(
    at_desk, settings, receiver
):
    row = at_desk()
    settings.SECRET_KEY = "another"
    telling.tell(Event.SESSION_FAILED, "session:1:2", dict)

    assert outbox.deliver_due(timezone.now()) == 0

    assert "make a new one" in WebhookCall.objects.get().said
    endpoints.furnish(row)
    row.save()
    assert outbox.deliver_due(timezone.now() + timedelta(minutes=1)) == 1


def test_a_secret_outlives_its_key_as_long_as_that_is_a_fallback(at_desk, settings):
    at_desk()
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another"
    telling.tell(Event.SESSION_FAILED, "session:1:2", dict)

    assert outbox.deliver_due(timezone.now()) == 1
