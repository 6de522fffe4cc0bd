"""Rows that many tests of a module begin from: written once, and gone after the last.

They lie in a transaction around those of the tests, and what a test writes is undone
within it. The other tests of the module come before, so that none meets such rows unasked;
tests with real commits, which Django has come last, belong in another module.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Protocol, TypeVar

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

FIXTURE = "standing"
Made = TypeVar("Made")


class Standing(Protocol):
    """Calls a function that writes rows, and answers what that made."""

    def __call__(self, make: Callable[[], Made], /) -> Made: ...


@contextmanager
def standing_rows(blocker: DjangoDbBlocker) -> Iterator[Standing]:
    """Rows that are written by what this gives stand until the end."""

    def write(make: Callable[[], Made]) -> Made:
        with blocker.unblock():
            return make()

    with blocker.unblock(), transaction.atomic():
        with blocker.block():
            yield write
        transaction.set_rollback(True)


def with_their_rows_last(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The tests in their order, but in each module those that begin from rows last."""
    modules = groupby(items, key=lambda item: item.path)
    return [item for _, own in modules for item in sorted(own, key=_begins_from_rows)]


def _begins_from_rows(item: pytest.Item) -> bool:
    return FIXTURE in getattr(item, "fixturenames", ())
