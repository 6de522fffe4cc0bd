"""What became of a waiting draft's stories elsewhere: told since, in another, stopped before."""

import pytest

from agents.approval import asking, repeats
from agents.brains.scripted import emits
from agents.engine import log, sessions
from agents.engine.steering import Decision, NotPossible
from agents.events.approval import Via
from agents.models import Session
from agents.tests.support import approvals
from agents.tools import desired
from newsletter.models import Coverage, Issue, Newsletter

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def both(standing):
    """Two sessions that were written side by side: both tell the same, and wait."""

    def make():
        with pytest.MonkeyPatch.context() as patch:
            # None saw the other's draft: they chose before it waited.
            nothing = Coverage.objects.none()
            patch.setattr(desired, "in_drafts", lambda _: nothing)
            first = approvals.held(patch)
            second = approvals.held(patch, Newsletter.objects.get())
        return first, second

    return standing(make)


@pytest.fixture
def waiting(both, db, settings, tmp_path):
    """The two as a test finds them, their operators asked."""
    settings.OPERATOR_EMAILS, settings.VAR_DIR = ["ana@example.com"], tmp_path
    asking.ask_all()
    return [Session.objects.get(pk=one.pk) for one in both]


def decided(session, *, is_yes=True, why=""):
    draft = approvals.draft_of(session)
    repeats.decide(session, Decision(is_yes, draft, "ana", Via.DESK, why))


def test_each_of_two_that_wait_names_the_other(waiting):
    for session in waiting:
        [note] = repeats.notes(session)

        assert note.startswith("2 of its stories stand in another draft that waits, “")
        assert "Parser 2.0 reads documents" in note


def test_the_letter_says_so_before_anybody_decides(waiting, mailoutbox, settings):
    settings.DELIVERY_TRANSPORT = "anymail"
    settings.OPERATOR_EMAILS = ["ben@example.com"]

    asking.ask_all()

    assert "stand in another draft that waits" in mailoutbox[-1].body


def test_a_yes_to_what_an_issue_told_since_is_refused_and_the_draft_still_waits(
    waiting, monkeypatch
):
    first, second = waiting
    decided(first)
    approvals.deliver(first, monkeypatch)

    with pytest.raises(NotPossible, match="told the same stories"):
        decided(second)

    assert log.state(second).waits_for_approval
    assert repeats.notes(second)[0].endswith("twice. Stop this draft.")
    assert Issue.objects.filter(status=Issue.Status.PUBLISHED).count() == 1
    decided(second, is_yes=False)
    assert second.status == Session.Status.CANCELLED


def test_who_comes_second_is_told_of_the_first_decision_all_the_same(
    waiting, monkeypatch
):
    decided(waiting[0])
    approvals.deliver(waiting[0], monkeypatch)

    with pytest.raises(NotPossible, match="ana approved it already"):
        decided(waiting[0])


def test_a_draft_like_a_stopped_one_says_who_stopped_that_and_why(waiting):
    first, second = waiting
    decided(first, is_yes=False, why="Too thin.")

    [note] = repeats.notes(second)

    assert "in a draft that ana stopped on " in note
    assert note.endswith(": “Too thin.”.")
    decided(second)
    assert log.state(second).asked.by == "ana"


def test_a_session_that_finds_only_what_waits_says_so_and_asks_nobody(monkeypatch):
    newsletter = approvals.newsletter_that_asks()
    asked = approvals.held(monkeypatch, newsletter)
    asking.ask(asked, log.state(asked).asked)

    none = {
        "research_launches": emits("launches_researched", launches=[]),
        "research_papers": emits("papers_researched", papers=[]),
    }
    after = approvals.held(monkeypatch, newsletter, **none)

    assert after.status == Session.Status.ABORTED
    assert "decide on those first" in after.reason
    assert len(list(sessions.awaiting_approval())) == 1
