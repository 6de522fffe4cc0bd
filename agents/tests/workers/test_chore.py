"""A chore and its supervision: it goes on whatever it raises, and trouble is told."""

import threading

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from agents.engine.chores import Trouble
from agents.models import Chore as Row
from agents.workers import chore as chores
from agents.workers.chore import Chore
from subscribers import alerts
from subscribers.delivery.transports.base import Unreachable

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_found(monkeypatch):
    monkeypatch.setattr(chores, "_found", {})


@pytest.fixture
def told(monkeypatch):
    """What the operator is told."""
    found = []
    monkeypatch.setattr(alerts, "tell", lambda subject, *_, **__: found.append(subject))
    return found


@pytest.fixture
def minutes(monkeypatch):
    """A clock that is a minute further whenever it is asked."""
    passed = iter(range(0, 100_000, 61))
    monkeypatch.setattr(chores.time, "monotonic", lambda: float(next(passed)))


def fail(error):
    def act(*_):
        raise error

    return act


@pytest.mark.usefixtures("minutes")
@pytest.mark.parametrize("error", [PermissionError(), OperationalError(), Trouble("x")])
def test_trouble_that_lasts_is_told_once_and_is_on_record(told, error):
    chore = Chore("letters", fail(error))

    for _ in range(5):
        chore.do()

    assert len(told) == 1
    assert Row.objects.get().trouble in {"PermissionError", "OperationalError", "x"}


def test_trouble_of_a_moment_is_told_to_nobody(told):
    chore = Chore("letters", fail(OSError()))
    chore.do()
    chore.act = lambda: None
    chore.do()

    assert told == []
    assert Row.objects.get().trouble == ""


@pytest.mark.usefixtures("minutes")
def test_an_operator_is_told_where_the_database_takes_nothing(told, monkeypatch):
    monkeypatch.setattr(chores.chores, "note", fail(OperationalError("disk full")))
    chore = Chore("sweep", fail(OperationalError("disk full")))

    for _ in range(3):
        chore.do()

    assert told == ["For a minute now the database has failed"]


@pytest.mark.usefixtures("minutes")
def test_what_keeps_all_chores_from_their_work_is_told_by_one_of_them(told):
    several = [Chore(name, fail(OperationalError())) for name in ("sweep", "letters")]
    alone = Chore("recheck", fail(KeyError()))

    def work(times):
        for _ in range(times):
            for one in (*several, alone):
                one.do()

    work(5)
    assert sorted(told) == [
        "For a minute now the database has failed",
        "For a minute now this has failed: recheck",
    ]
    for one in several:
        one.act = lambda: None
    work(1)
    for one in several:
        one.act = fail(OperationalError())
    work(5)
    assert told.count("For a minute now the database has failed") == 2


def test_a_chore_is_done_until_it_is_told_to_stop():
    stop, done = threading.Event(), []

    def act():
        done.append(1)
        if len(done) == 3:
            stop.set()
        raise ValueError

    Chore("letters", act, pause_seconds=0.0).again_and_again(stop)

    assert len(done) == 3


@pytest.mark.parametrize(("slept", "looks"), [(0, 4), (3600, 1)])
def test_a_machine_that_slept_does_what_is_due_as_it_wakes(monkeypatch, slept, looks):
    class Stop(threading.Event):
        waited = 0

        def wait(self, timeout=None):
            self.waited += 1
            hour["now"] += timeout + slept
            return False

    hour, stop, done = {"now": 1000.0}, Stop(), []
    monkeypatch.setattr(chores.time, "time", lambda: hour["now"])

    def act():
        done.append(1)
        if len(done) == 2:
            stop.set()
            stop.wait = lambda timeout=None: True

    Chore("old pictures", act, pause_seconds=60.0).again_and_again(stop)

    assert stop.waited == looks


def test_the_clock_asks_for_a_broker(settings):
    settings.REDIS_URL = ""

    with pytest.raises(CommandError, match="REDIS_URL"):
        call_command("clock", skip_checks=True)


@pytest.mark.usefixtures("minutes")
def test_what_a_mail_server_said_is_for_operators_alone(monkeypatch):
    told = []
    monkeypatch.setattr(alerts, "tell", lambda *words, **_: told.append(words))
    chore = Chore("letters", fail(Unreachable("No way into relay.example:25: refused")))

    for _ in range(3):
        chore.do()

    [(_, text)] = told
    assert text.startswith("No way into relay.example:25: refused\n")
    assert Row.objects.get().trouble == "Unreachable"


def test_a_chore_that_is_told_to_stop_says_farewell_once():
    stop, left = threading.Event(), []
    stop.set()

    Chore("letters", lambda: None, leave=lambda: left.append(1)).again_and_again(stop)

    assert left == [1]
