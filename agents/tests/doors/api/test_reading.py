"""What may be read: newsletters and issues by all, all else by who has the scope."""

import pytest

from agents.access.scopes import Scope
from agents.engine import log
from agents.tests.support import approvals
from agents.tests.support.keys import Caller, caller
from newsletter.issues import withdrawal
from newsletter.models import Citation, Correction
from newsletter.tests.support.makers import (
    NOW,
    make_issue,
    make_newsletter,
    make_source,
)
from newsletter.tests.support.stories import make_held
from subscribers.models import Delivery
from subscribers.tests.support.makers import make_reader

pytestmark = pytest.mark.django_db


@pytest.fixture
def weekly():
    return make_newsletter(slug="weekly")


def test_anybody_reads_an_issue_its_evidence_and_its_corrections(weekly):
    issue, source = make_issue(weekly), make_source()
    Citation.objects.create(
        issue=issue, position=1, claim="It is out.", quote="It is out.", url=source.url,
        source=source,
    )  # fmt: skip
    Correction.objects.create(
        issue=issue, url=source.url, reason="gone", sentence="Gone.", noticed_at=NOW
    )
    path = f"/newsletters/weekly/issues/{issue.slug}"

    listed = Caller().get("/newsletters/weekly/issues").json()["items"]
    told = Caller().get(path).json()
    evidence = Caller().get(f"{path}/evidence").json()["items"]
    corrections = Caller().get(f"{path}/corrections").json()["items"]

    assert [one["slug"] for one in listed] == [issue.slug]
    assert told["markdown"] == issue.markdown
    assert told["corrections"] == corrections
    assert evidence[0]["source"]["sha256"] == source.sha256
    assert "text" not in evidence[0]["source"]


def test_an_issue_is_found_by_its_number_as_by_its_slug(weekly):
    issue = make_issue(weekly)
    path = "/newsletters/weekly/issues"

    assert Caller().get(f"{path}/{issue.number}").json()["slug"] == issue.slug
    assert Caller().get(f"{path}/{issue.number}/evidence").status_code == 200
    assert Caller().get(f"{path}/{issue.number + 1}").status_code == 404
    assert Caller().get(f"{path}/{'9' * 140}").status_code == 404


@pytest.mark.parametrize(
    ("scope", "path", "known"),
    [
        (Scope.STORIES_READ, "/stories?state=", "ready"),
        (Scope.SUBSCRIBERS_READ, "/subscribers?status=", "active"),
        (Scope.DELIVERIES_READ, "/deliveries?state=", "accepted"),
        (Scope.SESSIONS_READ, "/sessions?status=", "open"),
    ],
)
def test_a_filter_by_a_state_that_is_none_is_refused_and_not_empty(scope, path, known):
    refused = caller(scope).get(f"{path}dreaming")

    assert caller(scope).get(path + known).json()["count"] == 0
    assert refused.status_code == 422
    assert known in refused.json()["errors"][0]["says"]


def test_previews_are_hidden_and_what_was_taken_down_is_gone(weekly):
    make_issue(weekly, slug="hidden", status="preview")
    gone = make_issue(weekly, slug="gone")
    withdrawal.withdraw(gone, "It was wrong.", NOW)

    assert Caller().get("/newsletters/weekly/issues").json()["items"] == []
    assert Caller().get("/newsletters/weekly/issues/hidden").status_code == 404
    for tail in ("", "/evidence", "/corrections"):
        answer = Caller().get(f"/newsletters/weekly/issues/gone{tail}")
        assert answer.status_code == 410
        assert "It was wrong." in answer.json()["detail"]


def test_a_newsletter_that_is_not_active_is_nobodys_to_read():
    make_newsletter(slug="asleep", is_active=False)

    assert Caller().get("/newsletters").json()["count"] == 0
    assert Caller().get("/newsletters/asleep/issues").status_code == 404


def test_lists_come_by_pages_and_beyond_the_last_is_nothing(weekly):
    for _ in range(5):
        make_issue(weekly)

    def page(number):
        return (
            Caller().get(f"/newsletters/weekly/issues?per_page=2&page={number}").json()
        )

    assert [len(page(number)["items"]) for number in (1, 2, 3, 4)] == [2, 2, 1, 0]
    assert (page(1)["count"], page(1)["pages"]) == (5, 3)


def test_what_is_as_it_was_is_not_sent_again(weekly):
    issue = make_issue(weekly)
    path = f"/newsletters/weekly/issues/{issue.slug}"
    first = Caller().get(path)

    again = Caller().get(path, headers={"If-None-Match": first["ETag"]})
    issue.subject = "Another"
    issue.save()
    changed = Caller().get(path, headers={"If-None-Match": first["ETag"]})

    assert (again.status_code, again.content) == (304, b"")
    assert changed.status_code == 200
    assert "public" in first["Cache-Control"]


def test_what_takes_a_key_is_kept_by_nobody_between():
    answer = caller(Scope.STORIES_READ).get("/stories")

    assert "private" in answer["Cache-Control"]
    assert "Authorization" in answer["Vary"]
    assert answer["ETag"]


def test_addresses_are_told_only_with_their_own_scope(weekly):
    reader = make_reader(weekly, "ada@x.org")
    Delivery.objects.create(issue=make_issue(weekly), subscriber=reader)

    without = caller(Scope.SUBSCRIBERS_READ, Scope.DELIVERIES_READ)
    with_it = caller(Scope.SUBSCRIBERS_READ, Scope.ADDRESSES_READ)
    only = caller(Scope.ADDRESSES_READ)

    for path in ("/subscribers", f"/subscribers/{reader.pk}", "/deliveries"):
        assert b"ada@x.org" not in without.get(path).content
    assert with_it.get(f"/subscribers/{reader.pk}").json()["address"] == "ada@x.org"
    assert only.get("/subscribers").status_code == 403
    assert without.get("/deliveries").json()["items"][0]["subscriber"] == reader.pk


def test_stories_are_told_by_state(weekly):
    story = make_held(weekly)

    who = caller(Scope.STORIES_READ)
    listed = who.get(f"/stories?newsletter=weekly&state={story.state}").json()

    assert [one["id"] for one in listed["items"]] == [story.pk]
    assert who.get(f"/stories/{story.pk}").json()["title"] == story.title
    assert who.get("/stories/999999").status_code == 404


def test_a_session_is_told_with_its_status_and_its_log():
    session = approvals.waiting()
    who = caller(Scope.SESSIONS_READ)
    path = f"/sessions/{session.name}"

    assert who.get(path).json()["last_seq"] == session.last_seq
    assert who.get(f"{path}/status").json() == log.status(session).as_json()
    first = who.get(f"{path}/events?per_page=2").json()
    rest = who.get(f"{path}/events?after={first['next']}").json()
    assert [one["seq"] for one in first["items"] + rest["items"]] == [
        *range(1, session.last_seq + 1)
    ]
    listed = who.get("/sessions?newsletter=asking&status=open").json()
    assert [one["name"] for one in listed["items"]] == [session.name]
    assert who.get("/sessions?status=finished").json()["count"] == 0


def test_a_sessions_name_without_a_key_is_worth_nothing():
    session = approvals.waiting()

    for tail in ("", "/status", "/events", "/events/live", "/approval"):
        known = Caller().get(f"/sessions/{session.name}{tail}")
        unknown = Caller().get(f"/sessions/nobodys{tail}")
        assert known.status_code == unknown.status_code == 401
        assert known.content == unknown.content
