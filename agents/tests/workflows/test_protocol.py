"""Thousands of schedules of the lease protocol, and the engine held against it."""

import random
from contextlib import contextmanager

import pytest
from django.db import IntegrityError, connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agents.engine import leases, log, sessions
from agents.events.schema import Kind
from agents.models import StepRun
from agents.tests.support import steps as stepping
from agents.tests.support.paper import policy_of
from agents.tests.support.schedule import (
    LEASE,
    SAFEGUARDS,
    START,
    STEPS,
    Model,
    Play,
    Unsafe,
    played,
)
from agents.workflows.decide import DueStep, Moves
from agents.workflows.digest import DIGEST
from agents.workflows.fold import Line, fold, folded_kinds
from agents.workflows.scouts import SCOUTS
from agents.workflows.table import workflow_of
from agents.workflows.weekly_brief import BRIEF
from newsletter.testing.examples import examples
from newsletter.tests.support.makers import make_newsletter

SCHEDULES = st.binary(max_size=160)
# Two whose stages are fixed, and one with a step in parts.
EITHER = pytest.mark.parametrize(
    "workflow", [BRIEF, DIGEST, SCOUTS], ids=lambda one: one.name
)


@EITHER
@given(schedule=SCHEDULES)
@settings(max_examples=examples(400))
def test_no_schedule_makes_it_unsafe_and_none_keeps_it_from_ending(workflow, schedule):
    played(schedule, workflow=workflow)


@EITHER
def test_nor_do_those_drawn_at_random(workflow):
    chance = random.Random(20261105)

    for _ in range(examples(1000)):
        played(chance.randbytes(chance.randrange(20, 140)), workflow=workflow)


def first_unsafe(missing, workflow=BRIEF):
    """A schedule that shows what happens without one of the safeguards."""
    chance = random.Random(7)
    for _ in range(2000):
        schedule = chance.randbytes(120)
        try:
            played(schedule, safeguards=SAFEGUARDS - {missing}, workflow=workflow)
        except Unsafe:
            return schedule
    return pytest.fail(f"nobody misses the {missing}")


@EITHER
@pytest.mark.parametrize("missing", sorted(SAFEGUARDS))
def test_each_safeguard_is_missed_when_it_is_gone(missing, workflow):
    assert first_unsafe(missing, workflow)


# --- The engine, by the same schedules ----------------------------------------------


class Engine:
    """The engine itself, seen as the model is seen."""

    def __init__(self, session):
        self.session, self.now = session, START
        self.workflow = workflow_of(session.workflow, session.version)

    @property
    def lines(self):
        known = folded_kinds(self.workflow) | {Kind.PLACEHOLDER_INSERTED}
        rows = self.session.events.filter(event_type__in=known).order_by("seq")
        return [Line(*row) for row in rows.values_list("event_type", "data")]

    @property
    def state(self):
        return fold(self.workflow, self.lines)

    def take(self, step):
        return leases.take(self.session.pk, step)

    def finish(self, lease, kind):
        said = stepping.saying(lease, kind).lines
        self._unless_fenced(leases.finish, lease, said)

    def fail(self, lease):
        self._unless_fenced(leases.fail, lease, "it broke")

    def _unless_fenced(self, act, *given):
        try:
            act(*given)
        except leases.Fenced:
            return

    def renew(self, lease):
        row = StepRun.objects.filter(pk=lease.id, status="running")
        return bool(row.update(lease_until=self.now + LEASE))

    def running(self):
        return list(
            StepRun.objects.filter(status="running").values_list("key", flat=True)
        )

    told = Model.told


@pytest.fixture
def engine(db, make_session, monkeypatch):
    """Engines on new sessions whose database has a clock that we set."""
    current = []
    hold = log.hold

    def held(session_id):
        session, now = hold(session_id)
        return session, current[-1].now if current else now

    monkeypatch.setattr(log, "hold", held)
    monkeypatch.setattr(sessions, "policy_of", policy_of)
    monkeypatch.setattr(leases, "policy_of", policy_of)

    def begin(workflow=BRIEF):
        StepRun.objects.all().delete()
        make_newsletter(slug=workflow.name, workflow=workflow.name)
        current.append(Engine(make_session(workflow.name)))
        return current[-1]

    return begin


@contextmanager
def undone():
    """What happens here leaves no trace."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@EITHER
@given(schedule=SCHEDULES)
@settings(
    # SQLite knows one writer at a time, and is here for its locks and triggers.
    max_examples=examples(25 if connection.vendor == "postgresql" else 8),
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@pytest.mark.both_engines
def test_the_engine_does_what_the_model_does(engine, workflow, schedule):
    with undone():
        real, model = Play(engine(workflow)), Play(Model(workflow=workflow))
        for play in (real, model):
            play.play(schedule)
            play.come_to_rest()

        assert real.engine.told() == model.engine.told()


def without_fence(monkeypatch):
    """Whoever comes, late or not, may commit."""
    monkeypatch.setattr(leases, "_running", lambda taken: {"id": taken.id})


def without_guard(monkeypatch):
    """Whatever a message asks for is taken."""
    settle = sessions.settle

    def unguarded(book):
        state, moves = book.state, settle(book)
        idle = [step for step in STEPS if not state.tally(step).is_running]
        return Moves(
            emit=moves.emit,
            run=tuple(
                DueStep(step, state.key(step), state.tally(step).started + 1)
                for step in idle
            ),
        )

    monkeypatch.setattr(leases, "settle", unguarded)


def without_expiry(monkeypatch):
    """A lease never runs out."""
    monkeypatch.setattr(sessions, "_expire", lambda _: None)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("missing", "remove"),
    [
        ("fence", without_fence),
        ("guard", without_guard),
        ("expiry", without_expiry),
    ],
)
def test_each_safeguard_of_the_engine_is_missed_when_it_is_gone(
    engine, monkeypatch, missing, remove
):
    schedule = first_unsafe(missing)

    def play():
        with undone():
            play = Play(engine())
            play.play(schedule)
            play.come_to_rest()

    play()
    remove(monkeypatch)
    with pytest.raises((Unsafe, IntegrityError)):
        play()
