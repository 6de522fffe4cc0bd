"""Another address: asked first, a note to the old, taken back, and nobody told on."""

from datetime import timedelta

import pytest
from django.utils import timezone

from subscribers.bounces import intake
from subscribers.bounces.classify import BounceKind
from subscribers.consent import moving
from subscribers.consent import status as consent
from subscribers.consent.moving import Answer
from subscribers.consent.record import Circumstances
from subscribers.delivery import send as delivery
from subscribers.models import (
    AddressChange,
    Bounce,
    Confirmation,
    Consent,
    Delivery,
    ReaderChange,
    Subscriber,
    Suppression,
    address_hash,
)
from subscribers.tests.support.makers import make_issue, make_newsletter, make_reader

pytestmark = pytest.mark.django_db
NOW = timezone.now()
OLD, NEW = "ada@old.org", "ada@new.org"


@pytest.fixture
def reader(weekly):
    return make_reader(weekly, OLD, confirmed_at=NOW)


def ask(reader, address=NEW, by="", at=NOW):
    return moving.ask(reader.pk, address, Circumstances(at), by=by)


def confirm(at=NOW):
    return moving.confirm(AddressChange.objects.last().pk, Circumstances(at))


def address_of(reader):
    return Subscriber.objects.get(pk=reader.pk).address


def letters():
    return set(
        Confirmation.objects.filter(due_at__isnull=False).values_list("kind", flat=True)
    )


@pytest.mark.parametrize("by", ["", "grace"])
def test_nothing_changes_before_the_new_address_says_yes(reader, by):
    assert ask(reader, by=by) is Answer.ASKED
    assert address_of(reader) == OLD
    assert letters() == {"new-address", "old-address"}

    confirm()

    moved = Subscriber.objects.get()
    assert (moved.pk, moved.address) == (reader.pk, NEW)
    assert moved.address_hash == address_hash(NEW)
    assert Consent.objects.get().act == "moved"
    assert confirm().state == "done"
    assert Consent.objects.count() == 1


def test_the_history_names_no_address_whole(reader):
    ask(reader)
    confirm()

    said = " ".join(ReaderChange.objects.values_list("words", flat=True))
    assert "a***@n***.org" in said
    assert NEW not in said
    assert OLD not in said


@pytest.mark.parametrize("status", ["active", "unsubscribed", "bounced"])
def test_a_taken_address_is_told_to_an_operator_and_to_no_reader(reader, status):
    make_reader(reader.newsletter, NEW, status=status)

    assert ask(reader, by="grace") is Answer.TAKEN
    assert not AddressChange.objects.exists()
    assert ask(reader) is Answer.TAKEN
    # The rows are the same ones; the letter is not.
    assert AddressChange.objects.count() == 1
    assert Confirmation.objects.count() == 2
    assert letters() == {"old-address"}
    assert confirm().state == "stopped"
    assert address_of(reader) == OLD


def test_an_address_of_another_newsletter_is_free(reader):
    make_reader(make_newsletter(), NEW)

    assert ask(reader) is Answer.ASKED


@pytest.mark.parametrize(
    ("reason", "operators", "readers"),
    [
        ("complained", Answer.BARRED, Answer.BARRED),
        ("operator", Answer.BARRED, Answer.BARRED),
        ("erased", Answer.BARRED, Answer.ASKED),
        ("bounced", Answer.BARRED, Answer.ASKED),
    ],
)
def test_a_barred_address_is_written_to_by_its_owners_wish_alone(
    reader, reason, operators, readers
):
    consent.suppress(NEW, Suppression.Reason(reason), NOW)

    assert ask(reader, by="grace") is operators
    assert ask(reader) is readers
    assert ("new-address" in letters()) == (readers is Answer.ASKED)


@pytest.mark.parametrize("two", [("", ""), ("grace", "ben")])
def test_a_button_pressed_twice_asks_once(reader, two):
    assert {ask(reader, by=by) for by in two} == {Answer.ASKED}

    assert Confirmation.objects.count() == 2
    assert confirm().state == "done"


def test_an_address_taken_between_asking_and_confirming_stays_whose_it_is(reader):
    ask(reader)
    other = make_reader(reader.newsletter, NEW)

    assert confirm().state == "stopped"

    assert address_of(reader) == OLD
    assert address_of(other) == NEW


def test_a_sign_up_that_nobody_confirmed_gives_way(reader):
    ask(reader)
    make_reader(reader.newsletter, NEW, status="pending")

    assert confirm().state == "done"

    assert Subscriber.objects.get().address == NEW


def test_a_second_wish_stops_the_first(reader):
    ask(reader)
    first = AddressChange.objects.get()
    ask(reader, "ada@third.org")

    assert moving.confirm(first.pk, Circumstances(NOW)).state == "stopped"
    confirm()

    assert address_of(reader) == "ada@third.org"
    first.refresh_from_db()
    assert first.address == first.old_address == ""


def test_only_so_many_are_asked_a_day(reader):
    answers = [ask(reader, f"ada@{n}.org") for n in range(4)]

    assert answers[-1] is Answer.LATER
    tomorrow = NOW + timedelta(days=1, minutes=1)
    assert ask(reader, at=tomorrow) is Answer.ASKED


@pytest.mark.parametrize(
    ("given", "answer"),
    [(OLD.upper(), Answer.SAME), ("ada", Answer.INVALID), ("", Answer.INVALID)],
)
def test_what_is_no_other_address_is_refused(reader, given, answer):
    assert ask(reader, given) is answer


def test_who_left_is_asked_nothing_and_moves_nowhere(reader):
    ask(reader)
    consent.unsubscribe(reader.pk, Circumstances(NOW))

    assert confirm().state == "stopped"
    assert ask(reader) is Answer.NOT_HERE


def test_who_had_bounced_gets_letters_again_at_the_new_address(reader):
    consent.suppress(OLD, Suppression.Reason.BOUNCED, NOW)

    assert ask(reader) is Answer.NOT_HERE
    assert ask(reader, by="grace") is Answer.ASKED
    assert letters() == {"new-address"}
    confirm()

    moved = Subscriber.objects.get()
    assert (moved.address, moved.status, moved.left_at) == (NEW, "active", None)


@pytest.mark.parametrize("is_done", [False, True])
def test_the_old_address_stops_it_or_takes_it_back(reader, is_done):
    ask(reader)
    if is_done:
        confirm()
    change = AddressChange.objects.get()

    moving.take_back(change.pk, NOW)

    assert address_of(reader) == OLD
    change.refresh_from_db()
    assert change.state == ("taken back" if is_done else "stopped")
    assert change.address == ""
    moving.confirm(change.pk, Circumstances(NOW))
    assert address_of(reader) == OLD


def test_after_a_week_it_cannot_be_taken_back_and_the_old_address_is_forgotten(reader):
    ask(reader)
    confirm()
    later = NOW + timedelta(days=7, minutes=1)
    change = AddressChange.objects.get()

    assert moving.take_back(change.pk, later).state == "done"
    moving.forget(later)

    assert address_of(reader) == NEW
    change.refresh_from_db()
    assert change.old_address == ""


def test_what_nobody_confirms_is_forgotten(reader):
    ask(reader)

    moving.forget(NOW + timedelta(hours=49))

    change = AddressChange.objects.get()
    assert (change.state, change.address) == ("stopped", "")


def test_an_old_address_that_somebody_took_since_stays_theirs(reader):
    ask(reader)
    confirm()
    other = make_reader(reader.newsletter, OLD)

    moving.take_back(AddressChange.objects.get().pk, NOW)

    assert address_of(reader) == NEW
    assert address_of(other) == OLD


def test_who_is_erased_leaves_no_trace_in_anothers_wish(reader):
    ask(reader)
    person = make_reader(make_newsletter(), NEW)

    consent.erase(person.pk, NOW)

    assert NEW not in str(list(AddressChange.objects.values()))


def test_a_letter_to_the_old_address_that_comes_back_late_is_no_fault_of_the_new():
    issue = make_issue()
    reader = make_reader(issue.newsletter, "ada@readers.example")
    delivery.send(issue)
    ask(reader)
    confirm(timezone.now())

    intake.record(
        Delivery.objects.get(), BounceKind.HARD, Bounce.Source.PROVIDER, "", "", NOW
    )

    moved = Subscriber.objects.get()
    assert (moved.status, moved.bounce_score) == ("active", 0)
    assert Bounce.objects.exists()
    assert not Suppression.objects.exists()
