"""What may be done to sessions over the API: what the desk may, once, on record."""

import pytest

from agents.access.scopes import Scope
from agents.approval import asking
from agents.desk.editing import edits
from agents.engine import log, steering
from agents.events.schema import Kind
from agents.models import Session
from agents.tests.support import approvals
from agents.tests.support.keys import caller, make_operator
from newsletter.tests.support.makers import make_newsletter

pytestmark = pytest.mark.django_db


@pytest.fixture
def who():
    owner = make_operator(username="ana@example.org")
    return caller(
        Scope.SESSIONS_READ, Scope.SESSIONS_WRITE, Scope.SESSIONS_DECIDE, owner=owner
    )


@pytest.fixture(autouse=True)
def sample(settings):
    settings.CRUX_SOURCES = "sample"


def test_a_session_begins_once_however_often_it_is_asked_for(who):
    make_newsletter(slug="weekly")
    body = {"newsletter": "weekly", "workflow": "digest", "dry_run": True}

    first = who.post("/sessions", body, Idempotency_Key="one")
    again = who.post("/sessions", body, Idempotency_Key="one")
    other = who.post("/sessions", {**body, "dry_run": False}, Idempotency_Key="one")

    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()
    assert again["Location"] == f"/api/v1/sessions/{first.json()['session']['name']}"
    assert other.status_code == 422
    assert other.json()["type"].endswith("key-reused")
    [session] = Session.objects.all()
    assert (session.workflow, session.is_dry_run) == ("digest", True)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"newsletter": "nobodys"}, 404),
        ({"newsletter": "weekly", "workflow": "nonsense"}, 422),
        ({"newsletter": "weekly", "brains": ["mine"]}, 422),
        ({}, 422),
    ],
)
def test_what_cannot_begin_begins_nothing(who, body, status):
    make_newsletter(slug="weekly")

    assert who.post("/sessions", body).status_code == status
    assert not Session.objects.exists()


def test_what_is_wrong_in_a_body_is_told_by_its_own_names(who):
    make_newsletter(slug="weekly")
    body = {"newsletter": "weekly", "workflow": "nonsense", "brains": ["mine"]}

    told = who.post("/sessions", body).json()

    assert [one["at"] for one in told["errors"]] == [
        ["body", "workflow"],
        ["body", "brains"],
    ]
    assert "brief|digest|scouts" in told["errors"][0]["says"]


def test_a_newsletter_that_cannot_begin_is_not_told_to_read_a_session(who):
    make_newsletter(slug="weekly", rubric={"launches": 4})

    answer = who.post("/sessions", {"newsletter": "weekly"})

    assert answer.status_code == 409
    assert answer.json()["detail"].endswith(". Mend that, then send it again.")


def test_a_session_is_held_goes_on_and_is_ended(who):
    session = approvals.begin(approvals.newsletter_that_asks())
    path = f"/sessions/{session.name}"

    told = [
        who.post(f"{path}/{act}", {} if act == "resume" else {"reason": "why"})
        for act in ("pause", "pause", "resume", "resume", "cancel", "cancel", "resume")
    ]

    assert [one.status_code for one in told] == [200, 409, 200, 200, 200, 409, 409]
    session.refresh_from_db()
    assert session.status == Session.Status.CANCELLED
    line = session.events.get(event_type=Kind.SESSION_CANCELLED)
    assert line.data == {"by": "ana", "reason": "why"}


def test_a_draft_is_approved_by_who_names_the_one_they_saw(who):
    session = approvals.waiting()
    path = f"/sessions/{session.name}"
    asked = who.get(f"{path}/approval").json()

    stale = who.post(f"{path}/approve", {"draft": "f" * 64})
    nameless = who.post(f"{path}/approve", {})
    yes = who.post(f"{path}/approve", {"draft": asked["draft"], "why": "Good."})
    late = who.post(f"{path}/reject", {"draft": asked["draft"]})

    assert asked["is_open"] is True
    assert [one.status_code for one in (stale, nameless, yes, late)] == [
        409,
        422,
        200,
        409,
    ]
    line = session.events.get(event_type=Kind.APPROVAL_GIVEN)
    assert (line.data["by"], line.data["via"]) == ("ana", "api")
    assert who.get(f"{path}/approval").json()["is_open"] is False


def test_what_is_asked_about_is_the_draft_as_it_is_now(who, monkeypatch):
    session = approvals.held(monkeypatch)
    asking.ask_all()
    before = who.get(f"/sessions/{session.name}/approval").json()

    draft = edits.present(log.state(session))
    better = draft.model_copy(update={"subject": "Parser 2.0, in a new light"})
    edits.edit(session, edits.Edit(better, edits.name_of(draft), "ana", ""))
    approvals.deliver(session, monkeypatch)
    asked = who.get(f"/sessions/{session.name}/approval").json()

    assert asked["subject"] == "Parser 2.0, in a new light"
    assert asked["markdown"] == before["markdown"]
    assert asked["draft"] != before["draft"]


def test_what_nobody_can_decide_any_more_is_not_open(who, monkeypatch):
    session = approvals.waiting()
    steering.pause(session)
    approvals.turn_clock(monkeypatch, hours=3, seconds=1)

    asked = who.get(f"/sessions/{session.name}/approval").json()

    assert asked["is_open"] is False


def test_a_draft_is_stopped(who):
    session = approvals.waiting()
    draft = log.state(session).asking.draft

    answer = who.post(
        f"/sessions/{session.name}/reject", {"draft": draft, "why": "No."}
    )

    assert answer.json()["message"].startswith("Stopped")
    assert answer.json()["session"]["status"] == "cancelled"


def test_an_answer_that_was_lost_leaves_nothing_done(who, monkeypatch):
    """What is done and its answer are one transaction."""
    session = approvals.begin(approvals.newsletter_that_asks())
    cancel = steering.cancel

    def dies(*args, **kwargs):
        cancel(*args, **kwargs)
        raise RuntimeError

    monkeypatch.setattr(steering, "cancel", dies)
    path = f"/sessions/{session.name}/cancel"
    assert who.post(path, {}, Idempotency_Key="a").status_code == 500
    monkeypatch.undo()
    session.refresh_from_db()
    assert session.status == Session.Status.OPEN

    assert who.post(path, {}, Idempotency_Key="a").status_code == 200


@pytest.mark.parametrize("value", ["", " ", "a" * 256])
def test_an_idempotency_key_that_is_none_is_refused(who, value):
    session = approvals.begin(approvals.newsletter_that_asks())

    answer = who.post(f"/sessions/{session.name}/cancel", {}, Idempotency_Key=value)

    assert answer.status_code == 400
    assert answer.json()["detail"].endswith("Give it another one, or leave it out.")
    assert session.events.count() == 1
