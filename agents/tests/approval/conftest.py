import pytest

from agents.models import Session
from agents.tests.support import approvals


@pytest.fixture(scope="module")
def waits(standing):
    """A session of honest pages that waits for a person."""
    with pytest.MonkeyPatch.context() as patch:
        return standing(lambda: approvals.held(patch))


@pytest.fixture
def held(waits, db):
    """The session that waits, as a test finds it."""
    return Session.objects.get(pk=waits.pk)
