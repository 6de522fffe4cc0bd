"""The canvas: a real chain with a chord, always what the log still lacks."""

import pytest
from celery import current_app
from celery.canvas import _chain
from kombu.exceptions import OperationalError

from agents import tasks
from agents.engine import leases, log
from agents.engine.leases import Fenced
from agents.engine.sessions import look
from agents.engine.sweep import BrokerAway
from agents.events.schema import Kind
from agents.models import Session
from agents.runs.outcome import Outcome
from agents.tests.support import steps as stepping
from agents.workers import canvas, steps
from agents.workers.canvas import publish
from agents.workflows.weekly_brief import BRIEF

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


def shape(task):
    """The names of the steps in their order, the header of a chord as a tuple."""
    match task.name:
        case "celery.chain":
            return [stage for inner in task.tasks for stage in shape(inner)]
        case "celery.chord":
            header = tuple(name for inner in task.tasks for name in shape(inner))
            return [header, *shape(task.body)]
        case canvas.STEP:
            return [task.args[1]]
    return [task.name]


def drawn(session):
    return shape(canvas.canvas(session.pk, look(session.pk).ahead))


@pytest.fixture
def sent(monkeypatch):
    """The canvases that were sent, and not done."""
    sent = []
    monkeypatch.setattr(_chain, "apply_async", lambda self: sent.append(self))
    return sent


WHOLE = [
    "memory",
    ("research_launches", "research_papers"),
    "evaluator",
    "writer",
    "critic",
    "verifier",
    "delivery",
    canvas.LOOK_AGAIN,
]


def test_the_whole_way_is_one_chain(make_session):
    assert drawn(make_session()) == WHOLE


def test_after_a_rejection_the_way_begins_at_the_writer(make_session):
    session = make_session()
    stepping.do(session, *stepping.HAPPY[:5], Kind.CRITIC_REJECTION)

    assert drawn(session) == WHOLE[3:]


def test_of_the_researchers_only_the_one_that_is_missing_is_sent(make_session):
    session = make_session()
    stepping.do(session, Kind.COVERED_TOPICS, Kind.PAPERS_RESEARCHED)

    assert drawn(session) == ["research_launches", *WHOLE[2:]]


def test_nothing_is_sent_for_a_session_that_wants_nothing(make_session, sent):
    session = make_session()
    leases.take(session.pk, "memory")

    assert publish(session.pk) is False
    assert sent == []


def test_what_was_sent_is_noted_so_that_nobody_sends_it_again_at_once(
    make_session, sent
):
    session = make_session()

    assert publish(session.pk) is True

    session.refresh_from_db()
    assert session.hinted_at is not None
    assert len(sent) == 1


def test_a_broker_that_is_away_leaves_the_session_to_the_next_sweep(
    make_session, monkeypatch
):
    def away(_):
        raise OperationalError("connection refused")

    session = make_session()
    monkeypatch.setattr(_chain, "apply_async", away)

    with pytest.raises(BrokerAway):
        publish(session.pk)

    session.refresh_from_db()
    assert session.hinted_at is None
    assert tasks.look_again(session.pk) is False


@pytest.fixture
def eagerly(monkeypatch):
    """Messages are delivered at once, and answered by agents that say what is listed.

    Where nothing is listed for a step, all goes well with it.
    """
    endings = {}

    def run(taken):
        kinds = endings.get(taken.step)
        kind = kinds.pop(0) if kinds else BRIEF.by_name[taken.step].happy
        return Outcome((stepping.line(kind),), log.HARNESS, is_silent=False)

    monkeypatch.setitem(steps.perform.__kwdefaults__, "work", run)
    current_app.conf.update(task_always_eager=True)
    yield endings
    current_app.conf.update(task_always_eager=False)


def test_one_canvas_takes_a_session_to_its_end(make_session, eagerly):
    session = make_session()

    publish(session.pk)

    session.refresh_from_db()
    assert session.status == Session.Status.FINISHED


def test_a_rejection_publishes_what_is_left_anew(make_session, eagerly):
    eagerly["critic"] = [Kind.CRITIC_REJECTION]
    session = make_session()

    publish(session.pk)

    session.refresh_from_db()
    assert session.status == Session.Status.FINISHED
    assert stepping.kinds(session).count(Kind.DRAFT_WRITTEN) == 2


def test_a_chord_whose_header_failed_does_no_harm(make_session, eagerly, monkeypatch):
    session = make_session()
    record = leases.finish

    def finish(taken, lines, **options):
        if taken.step == "research_papers":
            raise Fenced
        return record(taken, lines, **options)

    monkeypatch.setattr(leases, "finish", finish)

    publish(session.pk)

    session.refresh_from_db()
    assert session.status == Session.Status.OPEN
    assert Kind.ITEMS_EVALUATED not in stepping.kinds(session)


def test_a_canvas_delivered_twice_does_nothing_twice(make_session, eagerly):
    session = make_session()
    twice = canvas.canvas(session.pk, look(session.pk).ahead)

    twice.apply_async()
    lines = stepping.kinds(session)
    twice.apply_async()

    assert stepping.kinds(session) == lines
