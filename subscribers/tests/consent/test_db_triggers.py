from datetime import UTC, datetime, timedelta

import pytest
from anymail.signals import AnymailTrackingEvent, tracking
from django.db import Error, connection, transaction

from subscribers.bounces import intake as bounces
from subscribers.bounces.classify import BounceKind
from subscribers.consent import signup
from subscribers.consent import status as consent
from subscribers.consent.record import Circumstances
from subscribers.consent.signup import SignUp
from subscribers.delivery import audience
from subscribers.letters import references
from subscribers.models import Bounce, Consent, Delivery, Subscriber
from subscribers.tests.support.makers import make_issue, make_newsletter, make_reader

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_engines]
NOW = datetime(2025, 8, 7, 9, tzinfo=UTC)
THEN = Circumstances(NOW)
LOCAL = "ada.lovelace"
ADDRESS = f"{LOCAL}@example.org"


@pytest.fixture
def agreed():
    consent.subscribe(make_newsletter(), ADDRESS, THEN)
    return Consent.objects.get()


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE subscribers_consent SET wording = 'anything'",
        "DELETE FROM subscribers_consent",
    ],
)
def test_a_consent_cannot_be_changed_or_deleted_behind_our_back(agreed, sql):
    with pytest.raises(Error, match="append-only"), transaction.atomic():
        connection.cursor().execute(sql)

    assert Consent.objects.get().wording == agreed.wording


def test_a_consent_cannot_be_changed_through_the_model(agreed):
    agreed.wording = "anything"

    with pytest.raises(Error, match="append-only"), transaction.atomic():
        agreed.save()


@pytest.mark.postgres
def test_consents_cannot_be_emptied_at_once(agreed):
    with pytest.raises(Error, match="append-only"), transaction.atomic():
        connection.cursor().execute("TRUNCATE subscribers_consent CASCADE")


def test_a_subscriber_is_not_deleted_past_erasing(agreed):
    with pytest.raises(Error, match="append-only"), transaction.atomic():
        agreed.subscriber.delete()

    assert Subscriber.objects.exists()


def test_who_never_confirmed_goes_with_all_consents(agreed):
    Subscriber.objects.update(created_at=NOW)

    consent.clear_pending(NOW + timedelta(days=3))

    assert not Subscriber.objects.exists()
    assert not Consent.objects.exists()


def test_after_erasing_the_address_is_nowhere_in_the_database():
    issue = make_issue()
    consent.subscribe(issue.newsletter, ADDRESS, THEN)
    reader = Subscriber.objects.get()
    consent.confirm(reader.pk, THEN)
    make_reader(make_newsletter(), ADDRESS.title())
    audience.freeze(issue, NOW)
    delivery = Delivery.objects.get()
    said = f"550 5.1.1 <{ADDRESS}>: user {LOCAL} unknown"
    Delivery.objects.update(state="rejected", reply=said)
    bounces.record(delivery, BounceKind.SOFT, "notice", "4.2.2", said, NOW)
    tell_by_webhook(delivery, said)
    sign_up_again(issue.newsletter)
    consent.ask_for_data(reader.pk, NOW)
    assert {one.partition(".")[0] for one in where_is(LOCAL)} == {
        "subscribers_bounce",
        "subscribers_delivery",
        "subscribers_signuprequest",
        "subscribers_subscriber",
    }

    consent.erase(reader.pk, NOW)

    assert where_is(LOCAL) == []


def tell_by_webhook(delivery, said):
    event = AnymailTrackingEvent(
        event_type="rejected",
        metadata={"delivery": references.of_delivery(delivery.pk)},
        mta_response=said,
        description=said,
        recipient=ADDRESS,
        esp_event={"email": ADDRESS, "event": "hard_bounce"},
    )
    tracking.send(object, event=event, esp_name="Test")


def sign_up_again(newsletter):
    """Counted under limits, and written down for the worker."""
    asked = SignUp(newsletter, ADDRESS.upper(), "203.0.113.7", NOW)
    assert signup.take(asked) == "taken"


def test_what_is_written_late_about_one_who_was_erased_is_not_kept():
    issue = make_issue()
    reader = make_reader(issue.newsletter, ADDRESS)
    audience.freeze(issue, NOW)
    delivery = Delivery.objects.get()
    consent.erase(reader.pk, NOW)

    said = f"user {LOCAL} unknown"
    Delivery.objects.update(state="rejected", reply=said)
    Bounce.objects.create(delivery=delivery, kind="hard", source="notice", said=said)

    assert Delivery.objects.get().state == "rejected"
    assert where_is(LOCAL) == []


def where_is(text: str) -> list[str]:
    """The columns of all tables in which `text` stands, in any case."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            for column in connection.introspection.get_table_description(cursor, table):
                cursor.execute(
                    f'SELECT count(*) FROM "{table}" '  # noqa: S608
                    f'WHERE lower(CAST("{column.name}" AS text)) LIKE %s',
                    [f"%{text}%"],
                )
                if cursor.fetchone() != (0,):
                    found.append(f"{table}.{column.name}")
    return found
