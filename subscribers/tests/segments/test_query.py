from datetime import UTC, date, datetime

import pytest
from django.utils import timezone

from subscribers.models import Segment
from subscribers.segments import query, tags
from subscribers.tests.support.makers import make_newsletter, make_reader

pytestmark = pytest.mark.django_db


@pytest.fixture
def readers(weekly):
    """Five readers of one newsletter, and one of another who has it all."""
    made = {
        "plain": make_reader(weekly),
        "vip": make_reader(weekly, status="paused"),
        "both": make_reader(weekly, bounce_score=2),
        "gone": make_reader(weekly, status="bounced"),
        "old": make_reader(weekly, created_at=datetime(2020, 1, 1, tzinfo=UTC)),
        "other": make_reader(make_newsletter()),
    }
    for name, words in {"vip": ["VIP"], "both": ["vip", "beta"]}.items():
        tags.put_on(weekly, {made[name].pk: words}, timezone.now(), by="ada")
    other = made["other"]
    tags.put_on(other.newsletter, {other.pk: ["vip"]}, timezone.now(), by="ada")
    return made


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, {"plain", "vip", "both", "gone", "old"}),
        ({"statuses": ["active"]}, {"plain", "both", "old"}),
        ({"statuses": ["paused", "bounced"]}, {"vip", "gone"}),
        ({"tags": ["vip"]}, {"vip", "both"}),
        ({"tags": ["Vip", "beta"]}, {"both"}),
        ({"tags": ["vip"], "without": ["beta"]}, {"vip"}),
        ({"tags": ["no such tag"]}, set()),
        ({"joined_before": date(2020, 1, 2)}, {"old"}),
        ({"joined_before": date(2020, 1, 1)}, set()),
        ({"joined_from": date(2020, 1, 2)}, {"plain", "vip", "both", "gone"}),
        ({"joined_from": date(2020, 1, 1)}, {"plain", "vip", "both", "gone", "old"}),
        ({"bounced": "yes"}, {"both", "gone"}),
        ({"bounced": "no"}, {"plain", "vip", "old"}),
    ],
)
def test_a_segment_finds_who_fits_now(weekly, readers, asked, found):
    segment = Segment.objects.create(newsletter=weekly, name="some", **asked)

    rows = set(query.readers(segment))

    assert {name for name, row in readers.items() if row in rows} == found


def test_a_segment_says_in_words_what_it_asks_for(weekly):
    segment = Segment(
        newsletter=weekly,
        statuses=["active", "paused"],
        tags=["vip", "beta"],
        without=["press"],
        joined_before=date(2024, 2, 1),
        bounced="no",
    )

    assert query.in_words(segment) == (
        "active or paused; tagged vip and beta; not tagged press; on the list before"
        " 2024-02-01; none came back"
    )
    assert query.in_words(Segment(newsletter=weekly)) == "everybody"
