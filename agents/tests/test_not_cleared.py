"""A whole session whose issue must not leave: it ends at once, and says what to mend."""

import pytest

from agents.engine import steering
from agents.events.schema import Kind
from agents.models import AgentEvent, Session
from agents.tests.support import newsroom
from newsletter.models import Issue
from newsletter.tests.support.makers import make_newsletter
from subscribers.models import Delivery

pytestmark = pytest.mark.django_db


@pytest.fixture
def play(settings, tmp_path, monkeypatch):
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"
    with newsroom.serving(newsroom.honest_pages(), monkeypatch):
        yield lambda session: newsroom.run(
            session, newsroom.honest_scripts(), monkeypatch
        )


def times(session, kind, **data):
    lines = AgentEvent.objects.filter(session=session, event_type=kind)
    return lines.filter(**{f"data__{name}": one for name, one in data.items()}).count()


def test_an_issue_that_is_not_cleared_ends_its_session_at_once(play, settings):
    settings.DKIM_PRIVATE_KEY = "no key at all"
    session = newsroom.begin(make_newsletter(), brains=("scripted", "local"))

    play(session)

    last = AgentEvent.objects.filter(session=session).order_by("seq").last()
    assert session.status == Session.Status.ABORTED
    assert (last.event_type, last.data["reason"]) == (
        Kind.SESSION_ABORTED,
        session.reason,
    )
    assert session.reason == (
        "delivery failed for good: Issue 1 is not sent. The letter cannot be signed. "
        "That is no private key in PEM which opens without a password. "
        "Correct DKIM_PRIVATE_KEY."
    )
    assert times(session, Kind.STEP_STARTED, step="delivery") == 1
    assert times(session, Kind.TOOL_CALLED, tool="send_issue") == 1
    assert not Issue.objects.exists()


def test_what_was_mended_is_sent_when_the_step_is_tried_again(play, settings):
    settings.DKIM_PRIVATE_KEY = "no key at all"
    session = newsroom.begin(make_newsletter())
    play(session)
    settings.DKIM_PRIVATE_KEY = ""

    steering.retry(session)
    play(session)

    assert session.status == Session.Status.FINISHED
    assert Delivery.objects.get().state == Delivery.State.ACCEPTED
    assert times(session, Kind.STEP_STARTED, step="writer") == 1
