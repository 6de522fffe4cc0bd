"""An issue of before in the memory: once, as a session that is over."""

from datetime import date

import pytest

from agents.engine import log, sessions
from agents.events.schema import Kind
from agents.models import Session
from agents.runs import backfill
from agents.tests.support import steps as stepping
from agents.tests.support.scripted_hands import make_story
from newsletter.tests.support.makers import make_issue

pytestmark = pytest.mark.django_db

DAY = date(2025, 7, 31)


def remember(issue, *stories):
    return backfill.remember(issue, stories, on=DAY, sources=Session.Sources.SAMPLE)


def test_an_earlier_issue_is_remembered_with_every_story_it_told():
    issue = make_issue(number=7)

    session = remember(issue, make_story(1), make_story(2))

    published = session.events.get(event_type=Kind.ISSUE_PUBLISHED).data
    assert [topic["story_id"] for topic in published["told"]] == [
        make_story(1).id,
        make_story(2).id,
    ]
    assert published["told"][0]["issue_number"] == 7
    assert published["published_on"] == "2025-07-31"
    assert published["draft_sha256"] == issue.draft_sha256


def test_its_session_is_over_and_wants_nothing():
    session = remember(make_issue())

    session.refresh_from_db()
    assert session.status == Session.Status.FINISHED
    assert sessions.look(session.pk).runnable == ()
    assert log.breach(session) == ""
    assert stepping.kinds(session) == [
        Kind.SESSION_STARTED,
        Kind.ISSUE_PUBLISHED,
        Kind.SESSION_FINISHED,
    ]


def test_the_same_issue_is_remembered_once():
    issue = make_issue()

    assert remember(issue, make_story()) == remember(issue, make_story(2))

    assert Session.objects.count() == 1
