"""Each command teaches itself: what `--help` shows as an example is understood."""

import shlex

import pytest
from django.core.management import get_commands, load_command_class

OURS = sorted(
    (name, app)
    for name, app in get_commands().items()
    if app in ("agents", "crux", "newsletter", "subscribers")
)


@pytest.mark.parametrize(("name", "app"), OURS)
def test_each_command_has_examples_that_it_understands(name, app):
    command = load_command_class(app, name)
    parser = command.create_parser("manage.py", name)

    assert f"\nexamples:\n  manage.py {name}" in parser.format_help()
    for arguments, _ in command.examples:
        before_the_shell, _, _ = arguments.partition(" < ")
        parser.parse_args(shlex.split(before_the_shell))


def test_options_of_its_own_come_before_those_of_every_command():
    help_ = load_command_class("agents", "status").create_parser("manage.py", "status")

    told = help_.format_help()

    assert told.index("--json") < told.index("--settings")
