"""Lists handed in on the desk: read first, taken in once wanted, then forgotten."""

from datetime import timedelta

import pytest
from django.utils import timezone

from subscribers.consent import status as consent
from subscribers.lists import importing, uploads
from subscribers.models import Consent, ListUpload, Subscriber, Suppression
from subscribers.tests.support.makers import make_newsletter, make_reader

pytestmark = pytest.mark.django_db
WORDS = "Signed up at the fair"
SHEET = "email,tags,status\nada@x.org,VIP; beta,active\nbob@x.org,,bounced\nnobody,,\n"


@pytest.fixture
def open_list():
    return make_newsletter(subscriber_cap=0)


def hand_in(newsletter, text=SHEET, name="list.csv"):
    content = text if isinstance(text, bytes) else text.encode()
    upload = uploads.hand_in(newsletter, name, [content], by="ada")
    uploads.work()
    upload.refresh_from_db()
    return upload


def take_in(upload, tag=""):
    assert uploads.want(upload, wording=WORDS, tag=tag)
    uploads.work()
    upload.refresh_from_db()


def test_a_list_is_read_and_nothing_is_changed(open_list):
    upload = hand_in(open_list)

    assert upload.state == "read"
    assert upload.counts == {"taken in": 1, "not to be written to": 1, "skipped": 1}
    assert upload.lines == [
        [3, "b***@x***.org", "not to be written to", "bounced, the file says"],
        [4, "—", "skipped", "not an address a mail server takes"],
    ]
    assert upload.columns == [
        ["email", "address"], ["tags", "tags"], ["status", "status"]
    ]  # fmt: skip
    assert not Subscriber.objects.exists()
    assert not open_list.tags.exists()
    assert not Suppression.objects.exists()


def test_a_list_that_is_wanted_is_taken_in_and_forgotten(open_list):
    upload = hand_in(open_list)

    take_in(upload, tag="fair")

    reader = Subscriber.objects.get()
    assert upload.state == "done"
    assert upload.content is None
    assert [tag.name for tag in reader.tags.all()] == ["beta", "fair", "VIP"]
    assert reader.changes.get().by == "ada"
    assert Consent.objects.get().wording == WORDS
    assert Suppression.objects.get().reason == "bounced"
    assert upload.counts["taken in"] == 1
    assert "@x.org" not in str(upload.lines)


def test_who_is_on_the_list_already_is_tagged_and_else_stays(open_list):
    reader = make_reader(open_list, "ada@x.org", status="paused")

    take_in(hand_in(open_list))

    reader.refresh_from_db()
    assert reader.status == "paused"
    assert reader.tags.count() == 2
    assert not reader.consents.exists()


def test_who_was_erased_meanwhile_is_not_taken_in(open_list):
    upload = hand_in(open_list)
    consent.suppress("ada@x.org", Suppression.Reason.ERASED, timezone.now())

    take_in(upload)

    assert not Subscriber.objects.exists()
    assert upload.counts["left out"] == 1


def test_a_heading_that_nobody_knows_is_asked_about(open_list):
    upload = hand_in(open_list, "email,opt-out flag\nada@x.org,\nbob@x.org,yes\n")

    assert upload.state == "unclear"
    assert "'opt-out flag'" in upload.problem
    assert "--column" not in upload.problem
    assert upload.columns == [["email", "address"], ["opt-out flag", ""]]

    told = {"opt out flag": "left"}
    assert uploads.read_again(upload, told=told, everybody="", encoding="")
    uploads.work()
    upload.refresh_from_db()
    assert upload.counts == {"taken in": 1, "not to be written to": 1}


def test_a_list_named_for_those_who_left_is_asked_about(open_list):
    upload = hand_in(open_list, "ada@x.org\n", name="unsubscribed.csv")

    assert upload.state == "unclear"

    uploads.read_again(upload, told={}, everybody="left", encoding="")
    uploads.work()
    upload.refresh_from_db()
    assert upload.counts == {"not to be written to": 1}


@pytest.mark.parametrize(
    "content",
    [
        b"\x00\xff\xfe" * 99,
        b'"a',
        b"email\n\xff@x.org\n",
        b"a,b\n1,2\n",
        b"\xef\xbb\xbf",
        b"PK\x03\x04" + bytes(range(256)) * 4,
    ],
)
def test_whatever_is_handed_in_gets_an_answer(open_list, content):
    assert hand_in(open_list, content).state in ("read", "unclear")


def test_an_encoding_that_there_is_not_is_said(open_list):
    upload = hand_in(open_list)

    uploads.read_again(upload, told={}, everybody="", encoding="klingon")
    uploads.work()

    upload.refresh_from_db()
    assert "No encoding is called 'klingon'" in upload.problem


@pytest.mark.parametrize(
    ("chunks", "told"), [([], "empty"), ([b"x" * 60], "more than 0 MB")]
)
def test_what_is_empty_or_too_large_is_refused(open_list, monkeypatch, chunks, told):
    monkeypatch.setattr(uploads, "MOST_BYTES", 50)

    with pytest.raises(uploads.Refused, match=told):
        uploads.hand_in(open_list, "list.csv", chunks, by="ada")

    assert not ListUpload.objects.exists()


def test_a_column_of_endless_tags_is_asked_about(open_list, monkeypatch):
    monkeypatch.setattr(importing.tags, "MOST", 3)
    rows = "".join(f"r{n}@x.org,t{n}\n" for n in range(5))

    assert (
        "5 words that are no tags here"
        in hand_in(open_list, "email,labels\n" + rows).problem
    )


def test_a_list_is_taken_in_once_however_often_it_is_asked_for(open_list):
    upload = hand_in(open_list)

    assert uploads.want(upload, wording=WORDS, tag="")
    assert not uploads.want(upload, wording=WORDS, tag="")
    assert not uploads.give_up(upload, timezone.now())
    assert not uploads.read_again(upload, told={}, everybody="", encoding="")
    assert uploads.work() == 1
    assert uploads.work() == 0

    assert Subscriber.objects.count() == 1


def test_a_list_that_somebody_left_is_gone_on_with_but_not_for_ever(open_list):
    upload = hand_in(open_list)
    uploads.want(upload, wording=WORDS, tag="")
    rows = ListUpload.objects.filter(pk=upload.pk)
    later = timezone.now() + timedelta(minutes=1)

    rows.update(lease_until=later, attempts=1)
    assert uploads.work() == 0
    rows.update(lease_until=timezone.now(), attempts=1)
    assert uploads.work() == 1
    upload.refresh_from_db()
    assert upload.state == "done"

    rows.update(state="wanted", lease_until=timezone.now(), attempts=3)
    uploads.work()
    upload.refresh_from_db()
    assert upload.state == "given up"
    assert "broke off 3 times" in upload.problem


def test_a_list_that_was_held_before_the_clock_was_set_back_is_gone_on_with(open_list):
    upload = hand_in(open_list)
    uploads.want(upload, wording=WORDS, tag="")
    rows = ListUpload.objects.filter(pk=upload.pk)
    rows.update(lease_until=timezone.now() + timedelta(days=1), attempts=1)

    uploads.work()

    assert rows.get().lease_until <= timezone.now() + uploads.LEASE


def test_who_lost_it_to_another_writes_no_report(open_list, monkeypatch):
    upload = hand_in(open_list)
    uploads.want(upload, wording=WORDS, tag="")
    rows = ListUpload.objects.filter(pk=upload.pk)

    def lose(*_, progress, **__):
        rows.update(lease_until=timezone.now() + timedelta(days=1))
        progress(1)

    monkeypatch.setattr(importing, "take", lose)
    uploads.work()

    assert rows.get().state == "wanted"


def test_a_list_left_for_a_day_is_dropped(open_list):
    upload = hand_in(open_list)
    ListUpload.objects.update(at=timezone.now() - timedelta(hours=25))

    uploads.work()

    upload.refresh_from_db()
    assert (upload.state, upload.content, upload.lines) == ("given up", None, [])
