import pytest
from django.db import OperationalError

from newsletter import database_outage
from newsletter.database_outage import patiently


@pytest.fixture(autouse=True)
def _waits_nowhere(monkeypatch):
    monkeypatch.setattr(database_outage, "PAUSE_SECONDS", 0.0)


def away(times):
    """What fails so often because the database is away, and then gives 7."""
    left = [times]

    def act():
        left[0] -= 1
        if left[0] >= 0:
            raise OperationalError("the connection was closed")
        return 7

    return act


def test_a_database_that_went_away_is_waited_for():
    assert patiently(away(5)) == 7


def test_one_that_stays_away_is_not_waited_for_for_ever(monkeypatch):
    monkeypatch.setattr(database_outage, "PATIENCE_SECONDS", 0.0)

    with pytest.raises(OperationalError):
        patiently(away(10**9))


@pytest.mark.django_db
def test_within_a_transaction_nothing_can_be_tried_again():
    with pytest.raises(OperationalError):
        patiently(away(1))
