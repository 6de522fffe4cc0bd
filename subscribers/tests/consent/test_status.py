from datetime import UTC, datetime, timedelta

import pytest

from newsletter.models import Issue
from subscribers.bounces import intake as bounces
from subscribers.bounces.classify import BounceKind
from subscribers.consent import capacity, personal_data, vouching
from subscribers.consent import status as consent
from subscribers.consent.capacity import ListFull
from subscribers.consent.record import WORDING, Circumstances
from subscribers.consent.vouching import Vouched
from subscribers.delivery import audience, ledger
from subscribers.models import Consent, Delivery, LedgerHome, Subscriber, Suppression
from subscribers.tests.support.makers import (
    make_issue,
    make_newsletter,
    make_reader,
    make_readers,
)

pytestmark = pytest.mark.django_db

NOW = datetime(2025, 8, 7, 9, 0, tzinfo=UTC)
THEN = Circumstances(NOW, "203.0.113.0/24")
Status = Subscriber.Status


def the_only_subscriber():
    return Subscriber.objects.get()


def test_a_sign_up_waits_for_its_confirmation_and_is_on_record():
    weekly = make_newsletter()

    consent.subscribe(weekly, "ada@example.org", THEN)

    subscriber = the_only_subscriber()
    assert subscriber.status == Status.PENDING
    record = subscriber.consents.get()
    assert (record.act, record.network) == ("asked", "203.0.113.0/24")
    assert record.wording == WORDING


def test_a_second_click_on_the_button_changes_nothing():
    consent.subscribe(make_newsletter(), "ada@example.org", THEN)
    subscriber = the_only_subscriber()

    consent.confirm(subscriber.pk, THEN)
    consent.confirm(subscriber.pk, Circumstances(NOW + timedelta(hours=1)))

    assert the_only_subscriber().confirmed_at == NOW
    assert subscriber.consents.filter(act=Consent.Act.CONFIRMED).count() == 1


def test_a_sign_up_of_a_known_address_changes_nothing_for_its_owner():
    weekly = make_newsletter()
    make_reader(weekly, "ada@example.org")

    consent.subscribe(weekly, "ADA@example.org", THEN)

    assert the_only_subscriber().status == Status.ACTIVE
    assert not Consent.objects.exists()


@pytest.mark.parametrize("again", ["ÄDA@example.org", "äda@EXAMPLE.org"])
def test_an_address_is_on_the_list_once_whatever_its_case(again):
    weekly = make_newsletter()
    consent.subscribe(weekly, "äda@example.org", THEN)

    consent.subscribe(weekly, again, THEN)

    assert Subscriber.objects.count() == 1


def test_an_old_link_does_not_take_in_who_left():
    consent.subscribe(make_newsletter(), "ada@example.org", THEN)
    subscriber = the_only_subscriber()
    consent.confirm(subscriber.pk, THEN)
    consent.unsubscribe(subscriber.pk, THEN)

    consent.confirm(subscriber.pk, THEN)

    assert the_only_subscriber().status == Status.UNSUBSCRIBED


def test_leaving_can_be_taken_back_by_one_who_had_confirmed():
    consent.subscribe(make_newsletter(), "ada@example.org", THEN)
    subscriber = the_only_subscriber()
    consent.unsubscribe(subscriber.pk, THEN)
    assert consent.come_back(subscriber.pk, THEN).status == Status.UNSUBSCRIBED

    Subscriber.objects.update(confirmed_at=NOW)

    assert consent.come_back(subscriber.pk, THEN).status == Status.ACTIVE


@pytest.mark.parametrize("reason", Suppression.Reason.values)
def test_who_may_not_be_written_to_does_not_come_back(reason):
    reader = make_reader(make_newsletter(), "ada@example.org", confirmed_at=NOW)
    consent.unsubscribe(reader.pk, THEN)
    consent.suppress("ada@example.org", reason, NOW)

    back = consent.come_back(reader.pk, THEN)

    assert back.status not in (Status.ACTIVE, Status.PAUSED)
    assert not consent.may_come_back(back)


def test_leaving_stops_letters_that_a_sender_has_claimed():
    issue = make_issue()
    reader = make_reader(issue.newsletter)
    audience.freeze(issue, NOW)
    claimed = ledger.claim(issue, "sender", NOW, most=1)

    consent.unsubscribe(reader.pk, THEN)

    assert ledger.start(claimed, "sender", NOW) == []
    assert Delivery.objects.get().state == Delivery.State.SUPPRESSED


def anew(weekly, reader, at):
    consent.subscribe(weekly, reader.address, Circumstances(at))
    return consent.confirm(reader.pk, Circumstances(at))


def by_the_button(weekly, reader, at):
    return consent.come_back(reader.pk, Circumstances(at))


@pytest.mark.parametrize("back", [anew, by_the_button])
@pytest.mark.parametrize(
    ("hours", "is_sent"), [(71, True), (72, False)], ids=["soon", "late"]
)
def test_who_comes_back_soon_gets_the_letter_that_leaving_stopped(back, hours, is_sent):
    issue = make_issue()
    reader = make_reader(issue.newsletter, confirmed_at=NOW)
    audience.freeze(issue, NOW)
    claimed = ledger.claim(issue, "sender", NOW, most=1)
    consent.unsubscribe(reader.pk, THEN)

    back(issue.newsletter, reader, NOW + timedelta(hours=hours))

    assert ledger.start(claimed, "sender", NOW) == []
    assert len(ledger.claim(issue, "sender", NOW, most=1)) == is_sent


@pytest.mark.parametrize(
    "why", ["the letter had left", "it is taken down", "paused", "an old dump"]
)
def test_who_comes_back_gets_no_letter_twice_and_none_that_must_not_leave(why):
    issue = make_issue()
    reader = make_reader(issue.newsletter, confirmed_at=NOW)
    audience.freeze(issue, NOW)
    if why == "the letter had left":
        ledger.start(ledger.claim(issue, "sender", NOW, most=1), "sender", NOW)
    consent.unsubscribe(reader.pk, THEN)
    if why == "it is taken down":
        Issue.objects.update(withdrawn_at=NOW)
    if why == "an old dump":
        LedgerHome.objects.create(place="here", restored_at=NOW + timedelta(hours=1))

    consent.come_back(reader.pk, THEN, is_paused=why == "paused")

    assert ledger.claim(issue, "sender", NOW, most=1) == []


def test_who_has_not_confirmed_takes_nobodys_place():
    weekly = make_newsletter(subscriber_cap=2)
    make_reader(weekly)
    for n in range(3):
        consent.subscribe(weekly, f"r{n}@example.org", THEN)
    first, second, _ = Subscriber.objects.filter(status=Status.PENDING)

    consent.confirm(first.pk, THEN)
    with pytest.raises(ListFull):
        consent.confirm(second.pk, THEN)

    assert capacity.left(weekly) == 0
    second.refresh_from_db()
    assert second.status == Status.PENDING


def test_a_full_list_answers_alike_for_known_and_unknown():
    weekly = make_newsletter(subscriber_cap=1)
    make_reader(weekly, "known@example.org")

    for address in ("known@example.org", "unknown@example.org"):
        with pytest.raises(ListFull):
            consent.subscribe(weekly, address, THEN)


def test_a_cap_of_zero_is_none():
    weekly = make_newsletter(subscriber_cap=0)
    make_readers(weekly, 60)

    consent.subscribe(weekly, "ada@example.org", THEN)

    assert Subscriber.objects.filter(address="ada@example.org").exists()


def test_those_who_never_confirmed_are_forgotten():
    weekly = make_newsletter()
    long_ago = Circumstances(NOW - timedelta(days=3))
    consent.subscribe(weekly, "never@example.org", long_ago)
    Subscriber.objects.update(created_at=long_ago.at)

    assert consent.clear_pending(NOW) == 1

    consent.subscribe(weekly, "ada@example.org", THEN)
    assert the_only_subscriber().address == "ada@example.org"


def test_one_who_had_been_a_reader_is_not_forgotten_for_not_confirming():
    weekly = make_newsletter()
    reader = make_reader(weekly, confirmed_at=NOW - timedelta(days=400))
    consent.unsubscribe(reader.pk, THEN)
    consent.subscribe(weekly, reader.address, THEN)
    Subscriber.objects.update(created_at=NOW - timedelta(days=400))

    consent.clear_pending(NOW + timedelta(days=3))

    assert the_only_subscriber().status == Status.UNSUBSCRIBED


def test_asking_again_and_again_sends_few_letters():
    weekly = make_newsletter()
    for hour in range(24):
        at = Circumstances(NOW + timedelta(hours=hour))
        consent.subscribe(weekly, "ada@example.org", at)

    assert the_only_subscriber().confirmations.count() == consent.CONFIRMATIONS_A_DAY


def test_erasing_leaves_a_hash_and_a_report_that_still_adds_up():
    issue, other = make_issue(), make_newsletter()
    reader = make_reader(issue.newsletter, "ada@example.org")
    make_reader(other, "Ada@Example.org")
    audience.freeze(issue, NOW)
    Delivery.objects.update(state="rejected", reply="550 <ada@example.org> unknown")

    assert consent.erase(reader.pk, NOW)

    assert not Subscriber.objects.exists()
    assert Suppression.objects.get().reason == Suppression.Reason.ERASED
    assert Delivery.objects.get().reply == ""
    assert sum(ledger.counts(issue).values()) == 1


def test_one_who_was_erased_may_come_back_by_own_will_but_not_by_import():
    weekly = make_newsletter()
    reader = make_reader(weekly, "ada@example.org")
    consent.erase(reader.pk, NOW)

    (became,) = vouching.vouch(weekly, {"ada@example.org": False}, THEN).values()
    assert became is Vouched.BARRED

    consent.subscribe(weekly, "ada@example.org", THEN)
    consent.confirm(the_only_subscriber().pk, THEN)
    assert the_only_subscriber().status == Status.ACTIVE
    assert not Suppression.objects.exists()


def test_one_who_complained_gets_no_letter_whoever_signs_them_up():
    weekly = make_newsletter()
    consent.suppress("ada@example.org", Suppression.Reason.COMPLAINED, NOW)

    consent.subscribe(weekly, "ada@example.org", THEN)

    assert not Subscriber.objects.exists()


@pytest.mark.parametrize(
    ("reasons", "held"),
    [
        (("bounced", "complained"), "complained"),
        (("erased", "operator"), "operator"),
        (("complained", "bounced"), "complained"),
    ],
)
def test_of_two_reasons_not_to_write_the_one_that_stays_holds(reasons, held):
    make_reader(make_newsletter(), "ada@example.org")

    for reason in reasons:
        consent.suppress("ada@example.org", reason, NOW)

    assert Suppression.objects.get().reason == held


def test_everything_about_a_reader_is_what_the_export_holds():
    issue = make_issue()
    consent.subscribe(issue.newsletter, "ada@example.org", THEN)
    subscriber = the_only_subscriber()
    consent.confirm(subscriber.pk, THEN)
    audience.freeze(issue, NOW)

    stored = personal_data.everything_about(subscriber.pk)

    (on_list,) = stored["newsletters"]
    assert stored["address"] == "ada@example.org"
    assert [one["act"] for one in on_list["consents"]] == ["asked", "confirmed"]
    assert on_list["letters"][0]["state"] == "queued"


def test_what_came_back_and_what_forbids_letters_is_in_the_export_too():
    issue = make_issue()
    reader = make_reader(issue.newsletter, "ada@example.org")
    audience.freeze(issue, NOW)
    bounces.record(
        Delivery.objects.get(), BounceKind.HARD, "notice", "5.1.1", "gone", NOW
    )
    consent.subscribe(issue.newsletter, "ada@example.org", THEN)

    stored = personal_data.everything_about(reader.pk)

    (on_list,) = stored["newsletters"]
    assert [one["reason"] for one in stored["suppressed"]] == ["bounced"]
    assert (on_list["bounce_score"], on_list["bounces"][0]["said"]) == (10, "gone")
    assert on_list["confirmations"][0]["asked_at"] == NOW


def test_each_button_leaves_the_words_it_stood_for():
    reader = make_reader(make_newsletter(), confirmed_at=NOW)

    consent.unsubscribe(reader.pk, THEN)
    consent.come_back(reader.pk, THEN)

    left, returned = reader.consents.all()
    assert "no more letters" in left.wording
    assert "did not mean to leave" in returned.wording
