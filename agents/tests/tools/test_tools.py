"""What every tool does: the arguments it refuses, and how long it tries."""

import pytest
from pydantic import Field

from agents.prompts.tool_names import ToolName
from agents.tools.base import Arguments, Passing, Tool, ToolError
from agents.tools.table import TOOLS

pytestmark = pytest.mark.django_db


class Count(Arguments):
    text: str = Field(max_length=20)


def failing(times, **fields):
    """A tool that fails so often in passing, and then answers how often it was tried."""
    tried = []

    def act(_, arguments):
        tried.append(arguments)
        if len(tried) <= times:
            raise Passing("the relay is away")
        return len(tried)

    return Tool("count", "Counts.", Count, act, **fields)


def test_every_tool_stands_under_its_own_name():
    assert {name: tool.name for name, tool in TOOLS.items()} == dict(
        zip(TOOLS, TOOLS, strict=True)
    )
    assert set(TOOLS) == set(ToolName)
    assert all(tool.description.endswith(".") for tool in TOOLS.values())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({}, "count does not take these arguments: text: it is missing; give it."),
        ({"text": 3}, "text: give a text, in quotation marks, not 3"),
        ({"text": "x" * 21}, "text: at most 20 characters; it has 21"),
        ({"text": "x", "loud": True}, "loud: nobody asks for it; leave it out"),
        ("text", "arguments: give an object, in { and }, not 'text'"),
    ],
)
def test_wrong_arguments_are_named(bench, arguments, told):
    with pytest.raises(ToolError) as refused:
        failing(0).run(bench, arguments)

    assert told in str(refused.value)


def test_no_more_than_twenty_faults_are_named_and_the_others_are_counted(bench):
    with pytest.raises(ToolError) as refused:
        failing(0).run(bench, {f"word{number}": 1 for number in range(30)})

    told = str(refused.value)
    assert told.count("nobody asks for it") == 19
    assert told.endswith("; and 11 more.")


def test_what_fails_in_passing_is_tried_again_and_the_wait_doubles(bench, waits):
    assert failing(2, attempts=3, first_wait_seconds=0.5).run(bench, {"text": "x"}) == 3

    assert waits == [0.5, 1.0]


def test_what_goes_on_failing_is_given_up(bench, waits):
    with pytest.raises(ToolError, match=r"^count failed: the relay is away$"):
        failing(3, attempts=3, first_wait_seconds=1).run(bench, {"text": "x"})

    assert waits == [1, 2]


def test_a_tool_is_not_tried_again_after_the_deadline(bench, waits):
    bench.deadline = 0

    with pytest.raises(ToolError, match="the relay is away"):
        failing(1, attempts=3).run(bench, {"text": "x"})

    assert waits == []


def test_a_tool_is_tried_once_unless_it_says_otherwise(bench, waits):
    with pytest.raises(ToolError):
        failing(1).run(bench, {"text": "x"})

    assert waits == []


def test_what_the_agent_can_mend_is_not_tried_again(bench, waits):
    def refuses(*_):
        raise ToolError("Say it otherwise.")

    with pytest.raises(ToolError, match="Say it otherwise"):
        Tool("count", "Counts.", Count, refuses, attempts=3).run(bench, {"text": "x"})

    assert waits == []
