"""Things side by side: what hangs holds up no other, and what fails is told."""

import threading

import pytest

from agents.workers.side_by_side import SideBySide


class Work:
    """What is done; each id waits for its own go."""

    def __init__(self):
        self.begun = []
        self.goes = {}
        self.errors = {}

    def __call__(self, one):
        self.begun.append(one)
        self.goes.setdefault(one, threading.Event()).wait(10)
        if one in self.errors:
            raise self.errors[one]

    def let_go(self, *ones):
        for one in ones:
            self.goes.setdefault(one, threading.Event()).set()


@pytest.fixture
def work():
    made = Work()
    yield made
    made.let_go(*made.begun)


def at_rest(side, *ones):
    for one in ones:
        side.at_work[one].join(10)


def test_one_that_hangs_holds_up_no_other(work):
    side = SideBySide(work, most=8)
    work.let_go(2)

    side.go_on([1, 2])
    at_rest(side, 2)
    side.go_on([1, 2])

    assert sorted(work.begun) == [1, 2, 2]


def test_only_so_many_are_at_work_and_who_waited_longest_is_next(work):
    side = SideBySide(work, most=2)
    side.go_on([1, 2, 3, 4])
    work.let_go(1)
    at_rest(side, 1)

    side.go_on([1, 2, 3, 4])

    assert sorted(work.begun[:2]) == [1, 2]
    assert work.begun[2:] == [3]


def test_what_kept_one_is_told_until_it_is_done(work):
    side = SideBySide(work, most=2)
    work.errors[1] = OSError("away")
    work.let_go(1)
    side.go_on([1])
    at_rest(side, 1)

    for _ in range(2):
        with pytest.raises(OSError, match="away"):
            side.go_on([1])
        at_rest(side, 1)
    work.errors.clear()
    with pytest.raises(OSError, match="away"):
        side.go_on([1])
    at_rest(side, 1)

    side.go_on([1])


def test_while_another_is_at_work_none_is_told_to_fail(work):
    side = SideBySide(work, most=2)
    work.errors[1] = OSError("too many connections")
    work.let_go(1)
    side.go_on([1, 2])
    at_rest(side, 1)

    side.go_on([1, 2])
    at_rest(side, 1)
    work.let_go(2)
    at_rest(side, 2)

    with pytest.raises(OSError, match="too many"):
        side.go_on([1])


def test_what_is_wanted_no_more_is_forgotten(work):
    side = SideBySide(work, most=2)
    work.errors[1] = OSError("away")
    work.let_go(1)
    side.go_on([1])
    at_rest(side, 1)

    side.go_on([])

    assert side.failed == {}


def test_who_leaves_waits_for_those_at_work(work):
    side = SideBySide(work, most=2)
    side.go_on([1, 2])
    leaving = threading.Thread(target=side.leave)
    leaving.start()

    work.let_go(1)
    side.at_work[1].join(10)
    assert leaving.is_alive()
    work.let_go(2)

    leaving.join(10)
    assert not leaving.is_alive()
