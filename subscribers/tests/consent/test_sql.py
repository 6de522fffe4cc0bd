from datetime import UTC, datetime

import pytest
from django.db import connection

from subscribers.consent import sql
from subscribers.consent.sql import Found
from subscribers.models import Subscriber, Suppression, address_hash
from subscribers.tests.support.makers import make_newsletter, make_reader, make_readers

pytestmark = pytest.mark.django_db
NOW = datetime(2025, 8, 7, 9, tzinfo=UTC)
COMPLAINED = Suppression.Reason.COMPLAINED


def suppressed(address):
    return Suppression.objects.create(
        address_hash=address_hash(address), reason=COMPLAINED, at=NOW
    )


def found(newsletter, *addresses):
    digests = {address_hash(address): address for address in addresses}
    known = sql.find(newsletter.pk, digests)
    return {digests[digest]: one for digest, one in known.items()}


def test_it_finds_who_is_on_the_list_who_is_suppressed_and_who_is_both():
    weekly = make_newsletter()
    make_reader(weekly, "on@readers.example", confirmed_at=NOW)
    make_reader(weekly, "both@readers.example", status=Subscriber.Status.UNSUBSCRIBED)
    suppressed("both@readers.example")
    suppressed("barred@readers.example")

    addresses = [f"{name}@readers.example" for name in ("on", "both", "barred", "new")]

    assert found(weekly, *addresses) == {
        "on@readers.example": Found("active", NOW),
        "both@readers.example": Found("unsubscribed", None, "complained"),
        "barred@readers.example": Found(suppressed="complained"),
    }


def test_it_finds_no_reader_of_another_list():
    make_reader(make_newsletter(), "ada@readers.example")

    assert found(make_newsletter(), "ada@readers.example") == {}


def test_it_finds_nobody_where_nobody_is_asked_for():
    assert found(make_newsletter()) == {}


@pytest.mark.skipif(
    "connection.vendor != 'postgresql'", reason="the plan is PostgreSQL's"
)
def test_a_long_list_is_not_read_whole_for_a_batch():
    weekly = make_newsletter()
    readers = make_readers(weekly, 500)
    digests = [reader.address_hash for reader in readers]

    with connection.cursor() as cursor:
        # What the server has seen of so small a table must not decide.
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN {sql.FIND}", (digests, weekly.pk))
        plan = [line for (line,) in cursor.fetchall()]

    assert not [line for line in plan if "Seq Scan on subscribers" in line]
