"""What the desk's first page tells of: here, that rules do what models were asked to."""

import pytest

from agents.desk.session import tell
from agents.desk.waiting import waiting
from agents.models import Session
from agents.testing.minds import Said

pytest_plugins = ["agents.tests.support.platform_fixtures"]


def words():
    return [one.words for one in waiting()]


def test_that_rules_stood_in_for_a_model_is_told_with_the_reason(platform, remember):
    platform.mind = lambda _: Said(words="", stop="end_turn")

    remember("messages", "local")

    title = Session.objects.get().newsletter.title
    assert (
        f"{title}: rules stood in for a model last time, as memory: it ended its turn "
        "without handing in its work"
    ) in words()


def test_so_does_the_page_of_a_session_that_came_to_an_issue(platform, remember):
    platform.mind = lambda _: Said(words="", stop="end_turn")
    remember("messages", "local")
    Session.objects.update(status=Session.Status.FINISHED)

    advice = tell(Session.objects.get()).advice

    assert advice == (
        "Nothing to do. Rules stood in for a model, as memory: it ended its turn without "
        "handing in its work."
    )


@pytest.mark.parametrize("brains", [["messages"], ["local"], ["messages", "local"]])
def test_a_session_that_went_as_it_was_to_go_is_not_told_of(platform, remember, brains):
    remember(*brains)

    assert not any("stood in" in one for one in words())
