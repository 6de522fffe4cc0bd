"""Rows that stand for the tests of a module: whole for each, and met by no other."""

from types import SimpleNamespace

import pytest

from crux.testing.standing import standing_rows, with_their_rows_last
from newsletter.models import Newsletter
from newsletter.tests.support.makers import make_newsletter

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


@pytest.fixture(scope="module")
def weekly(standing):
    return standing(lambda: make_newsletter(slug="weekly", title="Weekly"))


@pytest.mark.parametrize("number", range(2))
def test_each_test_finds_them_as_they_were_written(weekly, number):
    assert [one.title for one in Newsletter.objects.all()] == ["Weekly"]

    Newsletter.objects.update(title="Changed")
    make_newsletter(slug="another")


def test_who_does_not_ask_for_them_comes_before_and_does_not_meet_them():
    assert not Newsletter.objects.exists()


def test_they_are_gone_afterwards(django_db_blocker):
    with standing_rows(django_db_blocker) as write:
        write(make_newsletter)
    assert not Newsletter.objects.exists()


def test_between_writing_and_a_test_nobody_may_use_the_database(django_db_blocker):
    with standing_rows(django_db_blocker), pytest.raises(RuntimeError, match="allowed"):
        Newsletter.objects.exists()


def test_tests_stay_in_their_module_and_those_with_rows_come_last_in_it():
    asked = [("a", True), ("a", False), ("b", True), ("a", True), ("a", False)]
    items = [
        SimpleNamespace(path=path, fixturenames=["standing"] * has_rows, number=number)
        for number, (path, has_rows) in enumerate(asked)
    ]

    assert [item.number for item in with_their_rows_last(items)] == [1, 0, 2, 4, 3]
