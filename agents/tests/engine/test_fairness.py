"""Whose turn it is, what stands still, and who is told."""

from collections import Counter
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.engine import (
    fairness,
    health,
    leases,
    log,
    sweep,
    timetable,
)
from agents.engine.chores import Trouble
from agents.engine.fairness import Waiting, fair
from agents.engine.sessions import wanting
from agents.engine.sweep import BrokerAway
from agents.events.schema import Kind
from agents.models import Session, StepRun, Sweep
from agents.tests.support import steps as stepping
from subscribers.models import Alert

NOTHING = timedelta(0)
GRACE = timedelta(seconds=45)


def test_newsletters_take_turns_however_long_their_queues_are():
    waiting = [*(Waiting(number, 1) for number in range(40)), Waiting(40, 2)]

    assert fair(waiting, Counter(), 4) == [0, 40, 1, 2]


def test_who_has_sessions_in_hand_waits_for_who_has_none():
    waiting = [Waiting(1, 1), Waiting(2, 2), Waiting(3, 2)]

    assert fair(waiting, Counter({1: 2}), 3) == [2, 3, 1]


@given(
    waiting=st.lists(st.integers(1, 5), max_size=30),
    in_hand=st.dictionaries(st.integers(1, 5), st.integers(0, 4)),
    room=st.integers(-2, 12),
)
def test_shares_differ_by_one_at_most_where_there_is_enough_to_do(
    waiting, in_hand, room
):
    queue = [Waiting(number, newsletter) for number, newsletter in enumerate(waiting)]

    chosen = fair(queue, Counter(in_hand), room)

    assert len(chosen) == min(max(room, 0), len(queue))
    assert len(set(chosen)) == len(chosen)
    newsletters = dict(queue)
    held = Counter(in_hand) + Counter(newsletters[one] for one in chosen)
    left = {newsletters[one] for one in newsletters if one not in chosen}
    gained = {newsletters[one] for one in chosen}
    for starved in left:
        for other in gained:
            assert held[other] <= held[starved] + 1
    for newsletter in gained:
        mine = [one for one in chosen if newsletters[one] == newsletter]
        assert mine == sorted(mine), "the oldest first"


pytestmark = pytest.mark.both_engines


@pytest.mark.django_db
def test_a_session_wants_a_turn_while_a_step_is_due_and_nobody_is_on_it(make_session):
    session, now = make_session(), log.database_now
    assert list(wanting(now(), grace=GRACE)) == [session]

    taken = leases.take(session.pk, "memory")
    assert not wanting(now(), grace=NOTHING)

    leases.fail(taken, "it broke")
    assert not wanting(now(), grace=NOTHING)
    assert list(wanting(now() + timedelta(seconds=61), grace=NOTHING)) == [session]


@pytest.mark.django_db
def test_a_timer_from_before_the_clock_was_set_back_holds_no_session(make_session):
    session = make_session()
    taken = leases.take(session.pk, "memory")
    leases.fail(taken, "it broke")
    Session.objects.update(hinted_at=log.database_now())
    two_days_before = log.database_now() - timedelta(days=2)

    assert list(wanting(two_days_before, grace=GRACE)) == [session]
    seconds_before = log.database_now() - timedelta(seconds=5)
    assert not wanting(seconds_before, grace=GRACE)


@pytest.mark.django_db
def test_a_session_whose_lease_ran_out_wants_a_turn(make_session):
    session = make_session()
    leases.take(session.pk, "memory")
    StepRun.objects.update(lease_until=log.database_now() - timedelta(seconds=1))

    assert list(wanting(log.database_now(), grace=GRACE)) == [session]


@pytest.mark.django_db
def test_a_session_from_the_future_is_left_to_newer_workers(make_session):
    session = make_session()
    Session.objects.filter(pk=session.pk).update(version=99)

    assert not wanting(log.database_now(), grace=NOTHING)


@pytest.mark.django_db
def test_a_session_that_cannot_be_served_does_not_hold_up_the_others(make_session):
    broken, sound = make_session("one"), make_session("two")
    offered = []

    def offer(session_id):
        if session_id == broken.pk:
            raise KeyError("a line that makes no sense")
        offered.append(session_id)

    sweep.sweep(offer, grace=GRACE, at_once=8)

    assert offered == [sound.pk]


@pytest.mark.django_db
def test_a_message_is_given_a_moment_to_be_answered(make_session):
    session = make_session()
    Session.objects.update(hinted_at=log.database_now())

    assert not wanting(log.database_now(), grace=GRACE)
    assert list(wanting(log.database_now() + GRACE, grace=GRACE)) == [session]


@pytest.mark.django_db
def test_no_more_sessions_are_begun_than_shall_be_in_hand(make_session):
    for number in range(5):
        make_session(f"letter-{number}")
    at_work = make_session("another")
    leases.take(at_work.pk, "memory")
    now = log.database_now()

    assert len(fairness.next_ones(now, grace=NOTHING, at_once=3)) == 2
    assert len(fairness.next_ones(now, grace=NOTHING, at_once=100)) == 5


@pytest.mark.django_db
def test_a_sweep_offers_what_waits_and_notes_that_it_looked(make_session):
    session, offered = make_session(), []

    sweep.sweep(offered.append, grace=GRACE, at_once=8)

    assert offered == [session.pk]
    assert Sweep.objects.get().offered == 1


@pytest.mark.django_db
def test_a_sweep_stops_asking_a_broker_that_is_away(make_session):
    make_session("one"), make_session("two")
    asked = []

    def away(session_id):
        asked.append(session_id)
        raise BrokerAway

    with pytest.raises(Trouble, match="broker"):
        sweep.sweep(away, grace=GRACE, at_once=8)

    assert len(asked) == 1
    assert Sweep.objects.get().offered == 0


@pytest.mark.django_db
def test_a_sweep_sums_up_what_has_ended(make_session):
    session = make_session()
    stepping.do(session, *stepping.HAPPY)

    sweep.sweep(lambda _: None, grace=GRACE, at_once=8)

    session.refresh_from_db()
    assert session.summary["log"]["head"] == session.head_hash


@pytest.mark.django_db
def test_the_pulse_tells_of_the_last_sweep_the_queue_and_what_stands_still(
    make_session, monkeypatch
):
    monkeypatch.setattr(timetable, "missed", lambda _: ("weekly",))
    assert health.pulse().last_sweep is None
    first, second = make_session("one"), make_session("two")
    stalled = log.database_now() - timedelta(hours=1)
    Session.objects.filter(pk=first.pk).update(moved_at=stalled)
    with pytest.raises(Trouble, match="no worker takes them up"):
        sweep.sweep(lambda _: None, grace=GRACE, at_once=8)
    leases.take(second.pk, "memory")

    pulse = health.pulse()

    assert pulse.at - pulse.last_sweep < timedelta(seconds=5)
    assert pulse.queue == 1
    assert pulse.oldest_stalled == stalled
    assert pulse.missed == ("weekly",)


@pytest.mark.django_db
def test_a_session_that_waits_for_its_timer_does_not_stand_still(make_session):
    session = make_session()
    leases.fail(leases.take(session.pk, "memory"), "it broke")
    Session.objects.update(moved_at=log.database_now() - timedelta(hours=1))

    assert health.pulse().oldest_stalled is None
    assert stepping.kinds(session)[-1] == Kind.STEP_FAILED


@pytest.mark.django_db
def test_a_summary_that_cannot_be_written_is_trouble_and_is_tried_again(
    make_session, settings, tmp_path
):
    session = make_session()
    stepping.do(session, *stepping.HAPPY)
    blocked = tmp_path / "file"
    blocked.write_text("")
    settings.VAR_DIR = blocked

    with pytest.raises(Trouble, match=r"1 run summaries .* VAR_DIR: Not a dir"):
        sweep.sweep(lambda _: None, grace=GRACE, at_once=8)
    settings.VAR_DIR = tmp_path
    sweep.sweep(lambda _: None, grace=GRACE, at_once=8)

    session.refresh_from_db()
    assert session.summary["log"]["head"] == session.head_hash


@pytest.mark.django_db
def test_the_operator_is_told_of_a_missed_slot_once(make_session, monkeypatch):
    newsletter, slot = make_session().newsletter, log.database_now()
    monkeypatch.setattr(timetable, "missed_slots", lambda _: ((newsletter, slot),))

    for _ in range(2):
        sweep.sweep(lambda _: None, grace=GRACE, at_once=8)

    assert Alert.objects.get().subject.endswith("a date went by without an issue")
