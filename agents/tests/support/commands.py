"""Runs commands as an operator does: what they print, or the sentence they end with."""

import io

import pytest
from django.core.management import CommandError, call_command

from agents.brains.base import BrainFailed

NAME = "newsletter_20261105_090000_1a2b3c4d"


def run(command, *arguments):
    """What the command prints."""
    out = io.StringIO()
    call_command(command, *arguments, stdout=out)
    return out.getvalue()


def refused(command, *arguments):
    """The one sentence and the code that it ends with."""
    with pytest.raises(CommandError) as error:
        run(command, *arguments)
    return str(error.value), error.value.returncode


def dies(*_):
    raise BrainFailed("the service said:\n  401 not\n  authorised", is_final=True)
