from datetime import UTC, datetime

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from subscribers.consent import hash_key, vouching
from subscribers.consent import status as consent
from subscribers.consent.hash_key import AnotherKey
from subscribers.consent.record import Circumstances
from subscribers.consent.tokens import Purpose, make
from subscribers.models import AddressHashKey, Subscriber, Suppression
from subscribers.tests.support.makers import make_newsletter, make_reader

pytestmark = pytest.mark.django_db
NOW = datetime(2025, 8, 7, 9, tzinfo=UTC)
THEN = Circumstances(NOW)
COMPLAINED = Suppression.Reason.COMPLAINED


@pytest.fixture
def gone(settings):
    """A newsletter that somebody was erased from who had complained."""
    settings.ADDRESS_HASH_KEY = "first"
    weekly = make_newsletter()
    reader = make_reader(weekly, "ada@example.org")
    consent.suppress(reader.address, COMPLAINED, NOW)
    consent.erase(reader.pk, NOW)
    return weekly


def test_under_the_first_key_a_complaint_holds(gone):
    (became,) = vouching.vouch(gone, {"Ada@example.org": False}, THEN).values()

    assert became is vouching.Vouched.BARRED


@pytest.mark.parametrize(
    "act",
    [
        lambda weekly: vouching.vouch(weekly, {"ada@example.org": False}, THEN),
        lambda weekly: consent.subscribe(weekly, "ada@example.org", THEN),
        lambda weekly: vouching.note_leaving(weekly, ["ada@example.org"], THEN),
        lambda weekly: consent.suppress("ada@example.org", COMPLAINED, NOW),
        lambda weekly: consent.suppress_all(["bob@example.org"], COMPLAINED, NOW),
    ],
)
def test_under_another_key_nothing_is_done(gone, settings, act):
    settings.ADDRESS_HASH_KEY = "second"

    with pytest.raises(AnotherKey, match="set it to that key"):
        act(gone)

    assert not Subscriber.objects.exists()
    assert Suppression.objects.count() == 1


def test_an_import_is_refused_before_it_is_even_planned(gone, settings, tmp_path):
    settings.ADDRESS_HASH_KEY = "second"
    file = tmp_path / "list.csv"
    file.write_text("email\nada@example.org\n")

    with pytest.raises(CommandError, match="ADDRESS_HASH_KEY is not the key"):
        call_command("importsubscribers", file, newsletter=gone.slug)


def test_a_page_that_needs_the_key_says_that_nothing_was_changed(gone, settings):
    reader = make_reader(gone)
    settings.ADDRESS_HASH_KEY = "second"
    way = reverse(
        "subscribers:ask_for_address", args=[make(Purpose.PREFERENCES, reader.pk)]
    )

    told = Client(raise_request_exception=False).post(way, {"email": "ada@new.org"})

    assert (told.status_code, "Nothing was changed" in told.text) == (503, True)


def test_readers_from_before_the_key_was_remembered_tell_it(settings):
    settings.ADDRESS_HASH_KEY = "first"
    make_reader(make_newsletter())
    settings.ADDRESS_HASH_KEY = "second"

    with pytest.raises(AnotherKey):
        hash_key.hold()

    settings.ADDRESS_HASH_KEY = "first"
    hash_key.hold()
    assert AddressHashKey.objects.count() == 1


def test_the_key_itself_is_nowhere_in_the_database(gone):
    assert "first" not in AddressHashKey.objects.get().fingerprint
