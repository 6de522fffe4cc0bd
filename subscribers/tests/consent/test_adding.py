import pytest
from django.utils import timezone

from subscribers.consent import adding
from subscribers.consent import status as consent
from subscribers.consent.adding import Answer
from subscribers.consent.record import Circumstances
from subscribers.models import Confirmation, Consent, Subscriber, Suppression
from subscribers.tests.support.makers import make_reader

pytestmark = pytest.mark.django_db
NOW = timezone.now()
ADA = "ada@readers.org"
NOTE = "Signed the sheet at our stand, 3 May"


def add(newsletter, address=ADA, note=""):
    return adding.add(newsletter, address, Circumstances(NOW, "operator"), note=note)


def test_whom_an_operator_adds_is_asked_by_letter_first(weekly):
    added = add(weekly)

    reader = Subscriber.objects.get()
    assert added == adding.Added(Answer.ASKED, reader.pk)
    assert reader.status == "pending"
    assert Confirmation.objects.get().kind == "confirm"
    consent.confirm(reader.pk, Circumstances(NOW))
    acts = Consent.objects.values_list("act", "wording_version")
    assert list(acts) == [("asked", "operator"), ("confirmed", "2")]


def test_where_consent_was_given_is_kept_word_for_word(weekly):
    added = add(weekly, note=NOTE)

    reader = Subscriber.objects.get()
    assert added == adding.Added(Answer.TAKEN, reader.pk)
    assert reader.status == "active"
    assert Consent.objects.get().wording == NOTE
    assert not Confirmation.objects.exists()


@pytest.mark.parametrize("note", ["", NOTE])
@pytest.mark.parametrize(
    ("status", "answer"),
    [
        ("active", Answer.KNOWN),
        ("paused", Answer.KNOWN),
        ("unsubscribed", Answer.LEFT),
        ("bounced", Answer.BOUNCED),
    ],
)
def test_who_is_here_already_stays_as_they_are(weekly, status, answer, note):
    reader = make_reader(weekly, ADA, status=status)

    assert add(weekly, ADA.upper(), note) == adding.Added(answer, reader.pk)

    reader.refresh_from_db()
    assert reader.status == status
    assert not Confirmation.objects.exists()


def test_who_has_yet_to_confirm_is_asked_again_but_not_at_once(weekly):
    add(weekly)

    assert add(weekly).answer is Answer.LATER
    assert add(weekly, note=NOTE).answer is Answer.PENDING
    assert Subscriber.objects.get().status == "pending"


@pytest.mark.parametrize("note", ["", NOTE])
@pytest.mark.parametrize("reason", list(Suppression.Reason))
def test_an_address_that_is_barred_is_refused_with_one_answer(weekly, reason, note):
    consent.suppress(ADA, reason, NOW)

    assert add(weekly, note=note) == adding.Added(Answer.BARRED)

    assert not Subscriber.objects.exists()


@pytest.mark.parametrize("note", ["", NOTE])
def test_a_full_list_takes_nobody(weekly, note):
    weekly.subscriber_cap = 1
    weekly.save()
    make_reader(weekly)

    assert add(weekly, note=note) == adding.Added(Answer.FULL)


@pytest.mark.parametrize(
    "given", ["", "ada", "a@b", "a b@c.org", "a@b.org\nBcc: x@y.z"]
)
def test_what_is_no_address_is_refused(weekly, given):
    assert add(weekly, given) == adding.Added(Answer.INVALID)
