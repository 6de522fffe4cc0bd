"""Limits: the first wish that there is, and never more than was declared."""

from agents.events.schema import Kind
from agents.workflows import limits
from agents.workflows.fold import Line, fold
from agents.workflows.scouts import SCOUTS
from agents.workflows.weekly_brief import BRIEF_4
from newsletter.interests.schema import Interests


def test_who_wishes_nothing_has_what_is_declared():
    assert limits.of(SCOUTS, {}, {limits.TASKS: None}) == dict(SCOUTS.limits)


def test_the_first_wish_counts():
    said = limits.by_interests(Interests(readers="x", max_tasks=3, follow_ups=0))

    found = limits.of(SCOUTS, {limits.TASKS: 2}, said, {limits.TASKS: 9})

    assert found == {limits.TASKS: 2, limits.FOLLOW_UPS: 0}


def test_a_workflow_without_scouts_has_no_limit_of_theirs():
    assert limits.of(BRIEF_4, {limits.TASKS: 2, limits.FOLLOW_UPS: 2}) == {}


def test_what_the_workflow_declares_caps_every_wish():
    wanted = limits.of(SCOUTS, {limits.TASKS: 99, limits.FOLLOW_UPS: 99})

    state = fold(SCOUTS, [Line(Kind.SESSION_STARTED, {"limits": wanted})])

    assert (state.most(limits.TASKS), state.most(limits.FOLLOW_UPS)) == (20, 3)


def test_no_follow_up_may_be_asked_where_none_is_allowed():
    wanted = limits.of(SCOUTS, {limits.FOLLOW_UPS: 0})

    state = fold(SCOUTS, [Line(Kind.SESSION_STARTED, {"limits": wanted})])

    assert state.would_give_up(Kind.FOLLOW_UP_ASKED)


def test_tasks_beyond_the_limit_are_left_out_whoever_wrote_them():
    lines = [
        Line(Kind.SESSION_STARTED, {"limits": {limits.TASKS: 2}}),
        Line(Kind.COVERED_TOPICS, {}),
        Line(Kind.TASKS_PLANNED, {"tasks": [{"topic": str(n)} for n in range(5)]}),
    ]

    assert fold(SCOUTS, lines).open == ["scout.1", "scout.2"]
