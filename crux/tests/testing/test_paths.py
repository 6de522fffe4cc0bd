"""A path that is none is told at once, before any server starts."""

import pytest

from crux.testing.__main__ import main, nowhere


def test_a_path_that_is_none_is_named(capsys):
    code = main(["-n", "2", "crux/tests", "crux/tests/test_nothing.py::test_it"])

    assert code == pytest.ExitCode.USAGE_ERROR
    assert "crux/tests/test_nothing.py::test_it" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["crux/tests/testing/test_paths.py::test_a_path_that_is_none_is_named"],
        ["-k", "launches/papers", "crux/tests"],
        ["--basetemp=/tmp/nothing/here", "-m", "slow"],
        ["no_path"],
    ],
)
def test_what_may_be_something_else_is_left_to_pytest(arguments):
    assert nowhere(arguments) == []
