"""Editions on their way: frozen with the audience, cleared, sent as they were frozen."""

import email
from datetime import UTC, datetime, timedelta
from email import policy

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from newsletter.models import Correction
from newsletter.standards.outcomes import Reason
from subscribers.consent import personal_data
from subscribers.consent import status as consent
from subscribers.delivery import audience, clearance, worker
from subscribers.delivery import send as delivery
from subscribers.delivery.send import send
from subscribers.delivery.transports.base import (
    LetterOutcome,
    Result,
    Transport,
    Unreachable,
)
from subscribers.letters import editions
from subscribers.letters.compose import compose
from subscribers.letters.preflight import Obstacle
from subscribers.models import Delivery, Edition
from subscribers.preferences import choosing
from subscribers.tests.support.editions import make_issue_to_choose_from
from subscribers.tests.support.makers import make_issue, make_reader

NOW = datetime(2025, 8, 7, 9, 0, tzinfo=UTC)
pytestmark = pytest.mark.django_db


class Carrier(Transport):
    """Takes letters, up to a number; then the server is gone."""

    def __init__(self, most=1000, then=None):
        self.most, self.then = most, then
        self.texts = {}
        self.contents = {}

    def carry(self, letters):
        for letter in letters:
            if len(self.contents) >= self.most:
                raise Unreachable("gone")
            content = letter.content(eight_bit=True)
            message = email.message_from_bytes(content, policy=policy.SMTPUTF8)
            self.contents[letter.recipient] = content
            self.texts[letter.recipient] = message.get_body(("plain",)).get_content()
            yield letter, LetterOutcome(Result.ACCEPTED, "taken")
            if self.then:
                self.then()

    def close(self):
        pass


@pytest.fixture
def carrier(monkeypatch):
    def use(*args, **more):
        made = Carrier(*args, **more)
        monkeypatch.setattr(delivery, "open_transport", lambda issue: made)
        return made

    return use


@pytest.fixture
def issue():
    return make_issue_to_choose_from()


def flat(text):
    return " ".join(text.replace("> ", "").split())


def test_each_reader_gets_the_edition_that_they_chose(issue, carrier):
    make_reader(issue.newsletter, "all@x.org")
    make_reader(issue.newsletter, "agents@x.org", first=["agents"])
    make_reader(issue.newsletter, "no-chips@x.org", less_of=["chips"])
    make_reader(issue.newsletter, "short@x.org", length="shortest")
    taken = carrier()

    assert send(issue, now=NOW).accepted == 4

    first = taken.texts["agents@x.org"]
    assert first.index("1. Agents that plan") < first.index("2. A chips maker")
    none = taken.texts["no-chips@x.org"]
    assert "A chips maker" not in none
    assert "3 of 4 items. The whole issue [" in flat(none)
    assert "In this issue: chips" not in none
    assert "Your edition of it on the web:\r\nhttp://localhost:8000/edition/" in none
    assert "3 of 4 items" in flat(taken.texts["short@x.org"])
    assert "edition" not in taken.texts["all@x.org"]


def test_who_chose_nothing_gets_the_very_bytes_of_the_issue(issue, carrier):
    reader = make_reader(issue.newsletter, "all@x.org")
    make_reader(issue.newsletter, "other@x.org", less_of=["chips"])
    taken = carrier()
    letters = compose(issue, at=NOW)

    send(issue, now=NOW)

    row = Delivery.objects.get(subscriber=reader)
    expected = letters.letter(clearance.Reader(row.pk, reader.pk, "all@x.org")).content(
        eight_bit=True
    )
    assert taken.contents["all@x.org"] == expected


def test_a_delivery_names_its_edition_by_hash_and_an_edition_nobody(issue):
    alike = [make_reader(issue.newsletter, less_of=["chips"]) for _ in range(2)]
    other = make_reader(issue.newsletter)

    audience.freeze(issue, NOW)

    [edition] = Edition.objects.all()
    rows = dict(Delivery.objects.values_list("subscriber", "edition"))
    assert rows == {other.pk: "", **{one.pk: edition.sha256 for one in alike}}
    assert edition.sha256 == editions.draft_of(issue, edition.sha256).sha256
    assert set(edition.plan) == {"parts", "lead"}


def test_letters_of_one_edition_stand_together(issue):
    for number in range(9):
        make_reader(issue.newsletter, less_of=[["chips"], ["law"], []][number % 3])

    audience.freeze(issue, NOW)

    held = list(Delivery.objects.order_by("pk").values_list("edition", flat=True))
    assert held == sorted(held)
    assert len(set(held)) == 3


def test_who_changes_their_mind_while_letters_leave_gets_what_was_frozen(
    issue, carrier
):
    reader = make_reader(issue.newsletter, "ada@x.org", less_of=["chips"])
    audience.freeze(issue, NOW)
    choosing.prefer(reader.pk, NOW, is_paused=False, less_of=["law"], length="whole")
    taken = carrier()

    send(issue, now=NOW)

    assert "A chips maker" not in taken.texts["ada@x.org"]
    assert "A law of scaling" in taken.texts["ada@x.org"]


def test_a_delivery_that_goes_on_sends_what_was_frozen(issue, carrier, settings):
    settings.DELIVERY_GROUP = 1
    for number in range(3):
        make_reader(issue.newsletter, f"{number}@x.org", less_of=["chips"])
    first = carrier(most=1)
    assert "gone" in send(issue, now=NOW).problem
    issue.newsletter.topics = ["law"]
    issue.newsletter.save()
    second = carrier()

    assert send(issue, now=NOW).accepted == 3

    texts = [*first.texts.values(), *second.texts.values()]
    assert len(texts) == 3
    assert not any("A chips maker" in text for text in texts)


def test_an_edition_whose_issue_was_changed_leaves_with_no_letter(issue, carrier):
    make_reader(issue.newsletter, less_of=["chips"])
    audience.freeze(issue, NOW)
    issue.markdown = issue.markdown.replace("as agents do", "as nobody verified")
    issue.save()
    issue = type(issue).objects.get(pk=issue.pk)
    taken = carrier()

    with pytest.raises(editions.NotAsFrozen):
        send(issue, now=NOW)

    assert not taken.contents
    assert {row.state for row in Delivery.objects.all()} <= {"queued", "claimed"}


def test_who_is_erased_while_letters_leave_holds_up_no_other(issue, carrier, settings):
    settings.DELIVERY_GROUP = 2
    others = [make_reader(issue.newsletter) for _ in range(3)]
    gone = make_reader(issue.newsletter, less_of=["chips"])
    audience.freeze(issue, NOW)
    taken = carrier(then=lambda: consent.erase(gone.pk, NOW))

    report = send(issue, now=NOW)

    assert set(taken.contents) == {one.address for one in others}
    assert (report.accepted, report.counts["suppressed"]) == (3, 1)


def test_an_edition_that_does_not_pass_preflight_is_the_issue(issue, monkeypatch):
    reader = make_reader(issue.newsletter, less_of=["chips"])
    whole = clearance.of_composition

    def stern(composition):
        yield from whole(composition)
        if composition.is_edition:
            yield Obstacle("size", "Too long.")

    monkeypatch.setattr(clearance, "of_composition", stern)

    audience.freeze(issue, NOW)

    assert Delivery.objects.get(subscriber=reader).edition == ""
    assert not Edition.objects.exists()


def test_an_erratum_that_comes_meanwhile_is_told_where_its_story_is(
    issue, carrier, settings, monkeypatch
):
    settings.DELIVERY_GROUP = 1
    monkeypatch.setattr(worker, "LOOK_SECONDS", 0.0)
    make_reader(issue.newsletter, "all@x.org")
    make_reader(issue.newsletter, "chips@x.org", first=["law"])
    make_reader(issue.newsletter, "none@x.org", less_of=["chips"])

    Correction.objects.create(
        issue=issue,
        reason=Reason.ERRATUM,
        sentence="In “A chips maker ships”: “a” was wrong; right is “b”.",
        noticed_at=NOW,
        place="shipped-1",
        item="A chips maker ships",
        markdown="“a” was wrong; right is “b”.",
        said_sha256="1",
    )
    taken = carrier()
    send(issue, now=NOW)

    assert "Correction" in taken.texts["all@x.org"]
    assert "Correction" in taken.texts["chips@x.org"]
    assert "Correction" not in taken.texts["none@x.org"]


def test_a_correction_that_comes_while_letters_leave_is_in_later_editions(
    issue, carrier, settings, monkeypatch
):
    settings.DELIVERY_GROUP = 1
    monkeypatch.setattr(worker, "LOOK_SECONDS", 0.0)
    for number in range(3):
        make_reader(issue.newsletter, f"{number}@x.org", less_of=["chips"])

    def correct():
        Correction.objects.get_or_create(
            issue=issue,
            url="https://b.example/",
            reason=Reason.CHANGED,
            defaults={"sentence": "A page was changed.", "noticed_at": NOW},
        )

    taken = carrier(then=correct)
    send(issue, now=NOW)

    told = ["A page was changed." in text for text in taken.texts.values()]
    assert told[0] is False
    assert told[-1] is True


def test_an_issue_of_one_story_is_the_same_for_all():
    issue = make_issue()
    issue.newsletter.topics = ["parser"]
    issue.newsletter.save()
    make_reader(issue.newsletter, less_of=["parser"], length="shortest")

    audience.freeze(issue, NOW)

    assert not Edition.objects.exists()
    assert Delivery.objects.get().edition == ""


def test_however_many_editions_there_are_a_sender_holds_few(
    issue, carrier, monkeypatch
):
    monkeypatch.setattr(worker, "MOST_EDITIONS", 1)
    for less in (["chips"], ["law"], ["agents"]):
        for _ in range(2):
            make_reader(issue.newsletter, less_of=less)
    taken = carrier()

    assert send(issue, now=NOW).accepted == 6
    assert len(set(taken.texts.values())) == 6


def test_interests_are_exported_and_gone_with_their_reader(issue):
    make_reader(issue.newsletter, less_of=["law"])
    reader = make_reader(issue.newsletter, less_of=["chips"], first=["law"])
    audience.freeze(issue, NOW)
    own = Delivery.objects.get(subscriber=reader).edition

    stored = personal_data.everything_about(reader.pk)["newsletters"][0]
    consent.erase(reader.pk, NOW + timedelta(hours=1))

    assert (stored["first"], stored["less_of"]) == (["law"], ["chips"])
    assert (stored["length"], stored["letters"][0]["edition"]) == ("whole", own)
    assert not Delivery.objects.filter(edition=own).exists()
    assert [one.sha256 for one in Edition.objects.all()] != [own]
    assert Edition.objects.count() == 1


def test_interests_are_in_no_log(issue, carrier, caplog):
    issue.newsletter.topics = ["chips", "secretly"]
    issue.newsletter.save()
    make_reader(issue.newsletter, first=["secretly"], less_of=["chips"])
    caplog.set_level("DEBUG", logger="subscribers")
    carrier(most=0)

    send(issue, now=NOW)

    assert "gone" in caplog.text
    assert "secretly" not in caplog.text


def test_readers_are_read_in_as_many_queries_however_many_there_are(issue):
    def queries():
        with CaptureQueriesContext(
            connection,
        ) as found:
            audience.Choosing(issue, NOW).by_reader()
        return len(found)

    make_reader(issue.newsletter, less_of=["chips"])
    queries()
    few = queries()
    for _ in range(20):
        make_reader(issue.newsletter, less_of=["chips"])

    assert queries() == few
