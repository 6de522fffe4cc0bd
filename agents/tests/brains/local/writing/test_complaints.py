"""What a critic held against an item counts against who wrote it."""

from types import SimpleNamespace

from agents.brains.base import ToolResult
from agents.brains.local.writing.complaints import complaints
from agents.events.schema import Kind
from agents.tests.support.scripted_hands import make_story

STORY = make_story(1)
PROBLEM = {"code": "overstated", "where": f"1. {STORY.title}", "message": "No."}


def hands():
    """A log in which the story's item was refused twice, in lines 5 and 9."""

    def use(_, arguments):
        [kind] = arguments["event_types"]
        if kind != Kind.CRITIC_REJECTION:
            return ToolResult([])
        return ToolResult(
            [{"seq": seq, "data": {"problems": [PROBLEM]}} for seq in (5, 9)]
        )

    return SimpleNamespace(use=use)


def test_a_story_that_was_refused_twice_is_dropped():
    assert complaints(hands(), [STORY]).against(STORY)


def test_what_was_refused_of_a_model_is_not_held_against_rules():
    assert not complaints(hands(), [STORY], not_theirs={5, 9}).against(STORY)
    assert not complaints(hands(), [STORY], not_theirs={5}).against(STORY)
