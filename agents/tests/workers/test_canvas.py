"""The canvas: a real chain with a chord, always what the log still lacks."""

from collections import Counter
from queue import Empty

import pytest
from celery import current_app
from celery.app.trace import build_tracer
from celery.canvas import _chain
from django.db import OperationalError as DatabaseAway
from kombu.exceptions import OperationalError

from agents import tasks  # noqa: F401  what a worker has loaded
from agents.brains.base import BrainFailed
from agents.engine import leases, log
from agents.engine.leases import Fenced
from agents.engine.sessions import look
from agents.engine.sweep import BrokerAway
from agents.events.schema import Kind
from agents.models import Provider, Session
from agents.runs.outcome import AgentFailed
from agents.tests.support import steps as stepping
from agents.workers import canvas, steps
from agents.workers.canvas import publish
from newsletter.tests.support.makers import make_newsletter

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


class Post:
    """Celery's messages, in a broker that is a list, and a worker that answers them."""

    def __init__(self):
        self.delivered = Counter()
        # What an agent says, by its step; where nothing is listed, all goes well.
        self.endings = {}

    def work(self, taken):
        kinds = self.endings.get(taken.step)
        kind = kinds.pop(0) if kinds else taken.happy
        return stepping.saying(taken, kind)

    def deliver(self, at_most=100):
        """Deliver what waits, the oldest first, and what is sent meanwhile."""
        for _ in range(at_most):
            try:
                self._answer(self.waiting().get_nowait())
            except Empty:
                return
        raise AssertionError("there is no end to the messages")

    def waiting(self):
        return current_app.connection_for_read().SimpleQueue("celery")

    def _answer(self, message):
        args, kwargs, embedded = message.decode()
        message.ack()
        headers = message.headers
        request = {**headers, **embedded, "delivery_info": {}, "is_eager": True}
        task = current_app.tasks[headers["task"]]
        self.delivered[args[1]] += 1
        trace = build_tracer(task.name, task, app=current_app)
        trace(headers["id"], args, kwargs, request)


@pytest.fixture
def post(monkeypatch):
    post = Post()
    monkeypatch.setitem(steps.perform.__kwdefaults__, "work", post.work)
    yield post
    post.waiting().clear()


def test_one_canvas_takes_a_session_to_its_end(make_session, post):
    session = make_session()

    publish(session.pk)
    post.deliver()

    session.refresh_from_db()
    assert session.status == Session.Status.FINISHED
    assert set(post.delivered.values()) == {1}


@pytest.mark.parametrize(
    ("step", "kind", "again"),
    [
        ("critic", Kind.CRITIC_REJECTION, {"writer", "critic"}),
        ("verifier", Kind.SENTENCES_DISPUTED, {"verifier"}),
        ("verifier", Kind.VERIFICATION_FAILED, {"writer", "critic", "verifier"}),
    ],
)
def test_what_leads_another_way_is_drawn_anew(make_session, post, step, kind, again):
    post.endings[step] = [kind]
    session = make_session()

    publish(session.pk)
    post.deliver()

    session.refresh_from_db()
    assert session.status == Session.Status.FINISHED
    assert {name for name, times in post.delivered.items() if times == 2} == again
    assert max(post.delivered.values()) == 2


def test_a_canvas_that_is_behind_the_log_ends_there(make_session, post):
    session = make_session()
    late = canvas.canvas(session.pk, look(session.pk).ahead)
    publish(session.pk)
    post.deliver()
    post.delivered.clear()

    late.apply_async()
    post.deliver()

    assert post.delivered == {"memory": 1}


@pytest.mark.parametrize("doubled", [2, 5])
def test_of_canvases_side_by_side_one_goes_on(make_session, post, doubled):
    post.endings["critic"] = [Kind.CRITIC_REJECTION] * 2
    session = make_session()
    drawn = canvas.canvas(session.pk, look(session.pk).ahead)

    for _ in range(doubled):
        drawn.clone().apply_async()
    post.deliver()

    session.refresh_from_db()
    assert session.status == Session.Status.FINISHED
    assert post.delivered["memory"] == doubled
    assert post.delivered["delivery"] == 1


def test_side_by_side_within_a_chord_the_one_that_ends_it_goes_on(make_session, post):
    session = make_session()
    stepping.do(session, Kind.COVERED_TOPICS)
    drawn = canvas.canvas(session.pk, look(session.pk).ahead)

    for _ in range(3):
        drawn.clone().apply_async()
    post.deliver()

    session.refresh_from_db()
    assert session.status == Session.Status.FINISHED
    assert post.delivered["evaluator"] == 3
    assert post.delivered["writer"] == 1


def test_while_a_key_is_in_use_no_message_begets_another(make_session, post):
    Provider.objects.create(name="anthropic", at_once=0)
    session = make_session(brains=("messages",))
    stepping.do(session, Kind.COVERED_TOPICS)

    publish(session.pk)
    post.deliver()

    assert post.delivered == {
        "research_launches": 1,
        "research_papers": 1,
        "evaluator": 1,
    }


def test_a_step_that_is_tried_again_later_ends_its_canvas(make_session, post):
    def err(_):
        raise AgentFailed("overloaded", BrainFailed("overloaded"), log.HARNESS)

    session = make_session()
    post.work = err
    steps.perform.__kwdefaults__["work"] = err

    publish(session.pk)
    post.deliver()

    assert post.delivered == {"memory": 1}


def test_a_step_that_was_lost_is_sent_again_at_once(make_session, post, monkeypatch):
    def cut(taken):
        steps.perform.__kwdefaults__["work"] = post.work
        raise DatabaseAway("the connection was cut")

    session = make_session()
    steps.perform.__kwdefaults__["work"] = cut

    publish(session.pk)
    post.deliver()

    session.refresh_from_db()
    assert session.status == Session.Status.FINISHED
    assert post.delivered["memory"] == 2


def test_a_chord_whose_header_failed_does_no_harm(make_session, post, monkeypatch):
    session = make_session()
    record = leases.finish

    def finish(taken, lines, **options):
        if taken.step == "research_papers":
            raise Fenced
        return record(taken, lines, **options)

    monkeypatch.setattr(leases, "finish", finish)

    publish(session.pk)
    post.deliver()

    session.refresh_from_db()
    assert session.status == Session.Status.OPEN
    assert Kind.ITEMS_EVALUATED not in stepping.kinds(session)
    assert "writer" not in post.delivered


def test_a_canvas_delivered_twice_does_nothing_twice(make_session, post):
    session = make_session()
    twice = canvas.canvas(session.pk, look(session.pk).ahead)

    twice.clone().apply_async()
    post.deliver()
    lines = stepping.kinds(session)
    twice.clone().apply_async()
    post.deliver()

    assert stepping.kinds(session) == lines


# --- A step in parts ----------------------------------------------------------------


@pytest.fixture
def scouts(make_session):
    make_newsletter(slug="scouting", workflow="scouts")
    return make_session("scouting")


COLLECTING = ("collect_launches", "collect_papers")
CERTIFIED = ["writer", "critic", "verifier", "delivery"]


def test_a_canvas_ends_where_the_parts_are_not_known_yet(scouts):
    assert drawn(scouts) == ["memory", "planner"]

    stepping.do(scouts, Kind.COVERED_TOPICS, Kind.TASKS_PLANNED)

    parts = ("scout.1", "scout.2", "scout.3")
    assert drawn(scouts) == [parts, COLLECTING, "scout_evaluator", *CERTIFIED]


def test_the_parts_are_drawn_as_a_chord_when_they_are_known(scouts, post):
    post.endings["scout_evaluator"] = [Kind.FOLLOW_UP_ASKED]

    publish(scouts.pk)
    post.deliver()

    scouts.refresh_from_db()
    assert scouts.status == Session.Status.FINISHED
    often = {"scout.1": 2, "scout.2": 2, "scout.3": 1, "scout_evaluator": 2}
    often |= dict.fromkeys(COLLECTING, 2)
    assert post.delivered == {
        **dict.fromkeys(("memory", "planner", *CERTIFIED), 1),
        **often,
    }


def test_a_part_that_died_is_sent_again_without_the_others(scouts, post):
    stepping.do(scouts, Kind.COVERED_TOPICS, Kind.TASKS_PLANNED)
    lost = leases.take(scouts.pk, "scout.2")
    publish(scouts.pk)
    post.deliver()
    assert Kind.ITEMS_EVALUATED not in stepping.kinds(scouts)

    leases.lose(lost, "its worker died")
    publish(scouts.pk)
    post.deliver()

    scouts.refresh_from_db()
    assert scouts.status == Session.Status.FINISHED
    assert post.delivered["scout.2"] == 2
    assert post.delivered["scout.1"] == 1
