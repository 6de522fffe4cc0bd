"""What the desk tells of a session's record: what it took, its issue, its log."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from agents.desk import acts
from agents.desk import session as desk
from agents.desk.record import timeline
from agents.engine import (
    leases,
    sample_or_live,
    steering,
)
from agents.engine.steering import NotPossible
from agents.events.schema import Kind
from agents.models import Agent, AgentRun, Budget, Session
from agents.tests.support import steps as stepping
from newsletter.models import Issue
from newsletter.tests.support.makers import make_issue, make_newsletter

pytestmark = pytest.mark.django_db


def book(session, key, seconds, *, after=0.0, **fields):
    return AgentRun.objects.create(
        session=session,
        agent=Agent.objects.get_or_create(slug=key.partition(".")[0])[0],
        key=key,
        seconds=seconds,
        started_at=session.created_at + timedelta(seconds=after),
        **{"attempt": 1, "brain": "local", "status": "success", **fields},
    )


def test_bars_stand_where_their_runs_stood_in_time(session):
    book(session, "memory.1", 1)
    book(session, "writer.1", 3, after=1)

    bars = desk.tell(session).bars

    assert [(bar.start, bar.width) for bar in bars] == [(0, 25), (25, 75)]


def test_a_bar_can_always_be_seen_and_never_leaves_its_ground(session):
    book(session, "memory.1", 1000)
    book(session, "delivery.1", 0, after=1000)
    book(session, "writer.1", 0, after=-5)

    early, _, late = desk.tell(session).bars

    assert (early.start, early.width) == (0, timeline.THINNEST)
    assert (late.start, late.width) == (100 - timeline.THINNEST, timeline.THINNEST)


def test_runs_that_took_no_time_at_all_are_shown(session):
    book(session, "memory.1", 0)

    [bar] = desk.tell(session).bars
    assert bar.width == timeline.THINNEST


def test_the_facts_add_up_over_all_attempts_and_brains(session):
    book(session, "writer.1", 1, brain="messages", dollars=Decimal("0.41"))
    book(session, "writer.1", 1, dollars=Decimal("0.01"), output_tokens=7)
    book(session, "writer.1", 1, attempt=2, input_tokens=1200, cache_read_tokens=300)

    facts = dict(desk.tell(session).facts)

    assert facts["Cost"] == "$0.42 of $6.00"
    assert facts["Tokens"] == "1,500 in, 7 out"
    assert facts["Steps"] == "1, 1 tried again"
    assert facts["Brains"] == "local, messages"


@pytest.mark.parametrize(
    ("own", "told"), [("2.50", "$0.00 of $2.50"), (None, "$0.00 of $6.00")]
)
def test_the_ceiling_is_the_newsletters_own_where_it_has_one(session, own, told):
    Budget.objects.create(newsletter=session.newsletter, session_dollars=own)

    assert dict(desk.tell(session).facts)["Cost"] == told


def test_a_ceiling_that_was_lifted_is_not_told(session, settings):
    settings.SESSION_DOLLARS = Decimal(0)

    assert dict(desk.tell(session).facts)["Cost"] == "$0.00"


@pytest.mark.parametrize(
    ("amount", "told"),
    [("0", "$0.00"), ("0.0049", "$0.0049"), ("0.0051", "$0.01"), ("1.239", "$1.24")],
)
def test_less_than_a_cent_is_not_nothing(amount, told):
    assert desk.dollars(Decimal(amount)) == told


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (-3, "0 s"),
        (59.4, "59 s"),
        (59.5, "1 min 0 s"),
        (3599, "59 min 59 s"),
        (3600, "1 h 0 min"),
        (90_060, "25 h 1 min"),
    ],
)
def test_time_is_told_as_one_would(seconds, told):
    assert desk.duration(timedelta(seconds=seconds)) == told


def test_the_issue_is_linked_where_readers_find_it(finished):
    issue = make_issue(finished.newsletter, session_name=finished.name)

    assert desk.tell(finished).address.endswith(f"/issues/{issue.slug}/")


def test_a_preview_is_on_no_page_and_is_told_all_the_same(finished):
    make_issue(
        finished.newsletter,
        session_name=finished.name,
        status=Issue.Status.PREVIEW,
        published_at=None,
    )

    told = desk.tell(finished)

    assert told.address == ""
    assert told.issue.subject == "Model A is out, and 1 more"


def test_the_issue_is_told_in_numbers(finished):
    card = {"evidence": {"citations": 2, "exact": 2}}
    make_issue(finished.newsletter, session_name=finished.name, scorecard=card)

    figures = {row.name: row.value for row in desk.tell(finished).figures}

    assert figures["Quotes found word for word"] == "2 of 2"


def test_a_session_without_an_issue_has_none(session):
    assert desk.tell(session).address == ""
    assert desk.issues_of([session]) == {}


def test_a_session_lasts_until_it_ended(session):
    Session.objects.update(
        created_at=datetime(2026, 11, 5, 9, tzinfo=UTC),
        ended_at=datetime(2026, 11, 5, 9, 11, tzinfo=UTC),
    )
    session.refresh_from_db()

    assert desk.took(session) == "11 min 0 s"


def test_a_session_does_not_begin_on_the_sample_for_want_of_the_web(
    settings, monkeypatch
):
    settings.CRUX_SOURCES = "auto"
    monkeypatch.setattr(sample_or_live, "_answers", lambda _: False)

    with pytest.raises(NotPossible, match="The web does not answer"):
        acts.begin(make_newsletter(), is_dry_run=False)


def test_a_long_log_is_told_by_pages_the_last_one_first(make_session, monkeypatch):
    monkeypatch.setattr(desk, "LINES_PER_PAGE", 3)
    session = make_session()
    stepping.do(session, *stepping.HAPPY)
    session.refresh_from_db()

    last, first = desk.tell(session), desk.tell(session, "1")

    assert first.page.number == 1
    assert last.page.number == last.page.paginator.num_pages > 1
    numbers = [
        [line.event.seq for part in told.stretches for line in part.lines]
        for told in (first, last)
    ]
    assert numbers[0] == [1, 2, 3]
    assert numbers[1][-1] == session.last_seq


def test_a_time_in_which_nobody_worked_is_told_with_its_reason(session):
    steering.pause(session)
    steering.unpause(session)
    steering.pause(session)

    first, second = desk.tell(session).waits

    assert (first.why, first.is_over) == ("on hold", True)
    assert (second.why, second.is_over) == ("on hold", False)


def test_a_wait_for_the_next_attempt_ends_as_that_begins(session):
    leases.fail(leases.take(session.pk, "memory"), "the disk is full")
    failed = session.events.get(event_type=Kind.STEP_FAILED).created_at
    agent = Agent.objects.create(slug="memory")
    for attempt, after in ((1, -5), (2, 60)):
        AgentRun.objects.create(
            session=session,
            agent=agent,
            key="memory.1",
            attempt=attempt,
            started_at=failed + timedelta(seconds=after),
            seconds=5,
        )

    [wait] = desk.tell(session).waits

    assert (wait.why, wait.seconds) == ("memory.1 waits for attempt 2", 60)


def test_the_share_of_the_cache_and_the_dollars_are_told_of_each_step_and_in_sum(
    session,
):
    agent = Agent.objects.create(slug="writer")
    for attempt, cached in ((1, 0), (2, 900)):
        AgentRun.objects.create(
            session=session,
            agent=agent,
            key="writer.1",
            attempt=attempt,
            input_tokens=100,
            cache_read_tokens=cached,
            cache_write_tokens=0,
            output_tokens=10,
            dollars=Decimal("0.25"),
        )

    told = desk.tell(session)

    assert [bar.share for bar in told.bars] == ["0 %", "90 %"]
    assert (told.sums.given, told.sums.share) == (1100, "82 %")
    assert told.sums.dollars == Decimal("0.50")
    assert dict(told.facts)["From the cache"] == "82 % of all input"
