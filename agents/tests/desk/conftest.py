"""Sessions that the desk tells of."""

import pytest

from agents.tests.support import steps as stepping


@pytest.fixture
def session(make_session):
    return make_session()


@pytest.fixture
def finished(session):
    stepping.do(session, *stepping.HAPPY)
    session.refresh_from_db()
    return session
