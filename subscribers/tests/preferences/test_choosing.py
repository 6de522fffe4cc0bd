"""Readers choose for themselves, and no history names what."""

from datetime import UTC, datetime

import pytest

from subscribers.delivery import audience
from subscribers.models import Delivery, Subscriber
from subscribers.preferences import choosing
from subscribers.tests.support.makers import make_issue, make_newsletter, make_reader

NOW = datetime(2025, 8, 7, 9, 0, tzinfo=UTC)
pytestmark = pytest.mark.django_db


def the_only_subscriber():
    return Subscriber.objects.get()


def test_pausing_stops_letters_that_have_not_left():
    issue = make_issue()
    reader = make_reader(issue.newsletter)
    audience.freeze(issue, NOW)

    choosing.prefer(reader.pk, NOW, is_paused=True, less_of=[])

    assert Delivery.objects.get().state == Delivery.State.SUPPRESSED


def test_only_topics_of_the_newsletter_can_be_had_less_of():
    weekly = make_newsletter(topics=["agents", "chips"])
    reader = make_reader(weekly)

    choosing.prefer(reader.pk, NOW, is_paused=False, less_of=["chips", "<script>"])

    assert the_only_subscriber().less_of == ["chips"]


def test_what_is_wanted_first_is_not_wanted_less():
    weekly = make_newsletter(topics=["agents", "chips"])
    reader = make_reader(weekly)

    choosing.prefer(
        reader.pk, NOW, is_paused=False, less_of=["chips", "agents"], first=["chips"]
    )

    reader = the_only_subscriber()
    assert (reader.first, reader.less_of) == (["chips"], ["agents"])


def test_a_history_of_changes_names_no_topic():
    weekly = make_newsletter(topics=["chips"])
    reader = make_reader(weekly)

    choosing.prefer(reader.pk, NOW, is_paused=False, less_of=["chips"])
    choosing.prefer(reader.pk, NOW, is_paused=True, less_of=["chips"])

    assert [one.words for one in reader.changes.all()] == [
        "chose what comes first, what less, or how long",
        "no letters for now",
    ]


def test_leaning_to_a_topic_changes_that_one_alone():
    weekly = make_newsletter(topics=["agents", "chips", "law"])
    reader = make_reader(weekly, first=["chips", "law"], length="short")

    choosing.lean(reader.pk, NOW, "chips", wants_more=False)
    choosing.lean(reader.pk, NOW, "agents", wants_more=True)
    choosing.lean(reader.pk, NOW, "<script>", wants_more=True)

    reader = the_only_subscriber()
    assert (reader.first, reader.less_of) == (["agents", "law"], ["chips"])
    assert (reader.length, reader.status) == ("short", "active")
    assert choosing.lean(0, NOW, "chips", wants_more=True) is None
