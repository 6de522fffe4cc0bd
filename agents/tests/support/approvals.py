"""Sessions that wait for a person before delivery, and the people who decide."""

from datetime import timedelta

from agents.engine import log, sessions, steering
from agents.events.approval import Via
from agents.models import Session
from agents.tests.support import newsroom
from agents.tests.support import steps as stepping
from newsletter.models import Newsletter


def newsletter_that_asks(mode="yes", then="skip", hours=3, slug="asking"):
    return Newsletter.objects.create(
        slug=slug,
        title="Asking",
        profile="Agents.",
        approval=mode,
        approval_hours=hours,
        when_undecided=then,
    )


def begin(newsletter, **plan):
    plan = {"sources": Session.Sources.LIVE, **plan}
    return sessions.start(newsletter, sessions.Plan(**plan))


def waiting(mode="yes", then="skip", **newsletter):
    """A session whose draft was verified and waits for a yes or no."""
    session = begin(newsletter_that_asks(mode, then, **newsletter))
    stepping.do(session, *stepping.HAPPY[:-1])
    session.refresh_from_db()
    return session


def press(session, *, is_yes=True, by="ana", via=Via.DESK, why="", sha=stepping.SHA):
    steering.decide(session, steering.Decision(is_yes, sha, by, via, why))


def turn_clock(monkeypatch, **ahead):
    """The database's clock runs so far ahead from here on."""
    hold, now = log.hold, log.database_now
    by = timedelta(**ahead)

    def held(session_id):
        session, at = hold(session_id)
        return session, at + by

    monkeypatch.setattr(log, "hold", held)
    monkeypatch.setattr(log, "database_now", lambda: now() + by)


def held(monkeypatch, newsletter=None, *, change=lambda made: made, **scripts):
    """A whole session over the newsroom's pages, up to where a person is asked."""
    newsletter = newsletter or newsletter_that_asks()
    session = newsroom.begin(newsletter, sources=Session.Sources.LIVE)
    roles = newsroom.honest_scripts() | {"writer": newsroom.writes(change)} | scripts
    with newsroom.serving(newsroom.honest_pages(), monkeypatch):
        return newsroom.run(session, roles, monkeypatch)


def deliver(session, monkeypatch):
    """What is left to do once somebody has decided."""
    with newsroom.serving(newsroom.honest_pages(), monkeypatch):
        return newsroom.run(session, newsroom.honest_scripts(), monkeypatch)


def draft_of(session):
    return log.state(session).draft_name
