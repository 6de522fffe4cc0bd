"""The public history of sessions, as anybody sees it who has no account."""

import re
from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from agents.desk import session as desk
from agents.engine import leases, steering, summary
from agents.events.schema import Kind
from agents.models import Agent, AgentRun, Session
from agents.pages.views import PER_PAGE
from agents.tests.support import steps as stepping
from newsletter.models import Issue, Newsletter
from newsletter.tests.support.makers import make_issue

pytestmark = pytest.mark.django_db


@pytest.fixture
def see(client):
    """What a page says, its spaces made one."""

    def page(path):
        answer = client.get(path)
        assert answer.status_code == 200
        return " ".join(answer.content.decode().split())

    return page


@pytest.fixture
def finished(make_session):
    session = make_session()
    stepping.do(session, *stepping.HAPPY)
    session.refresh_from_db()
    AgentRun.objects.create(
        session=session,
        agent=Agent.objects.create(slug="writer"),
        key="writer.1",
        attempt=2,
        brain="local",
        status="success",
        seconds=1.5,
        dollars=Decimal("0.004"),
    )
    session.summary = summary.summarise(session)
    session.save()
    return session


def test_before_the_first_session_the_page_says_so(see):
    page = see("/runs/")

    assert "No session has run yet." in page
    assert set(re.findall(r'href="(/[^"]*)"', page.partition("<body")[2])) == {
        *("/", "/privacy"),  # of no newsletter there is no other page
    }


def test_each_session_is_listed_with_what_came_of_it(see, make_session, finished):
    steering.cancel(make_session(), reason="started by mistake")
    make_session()

    page = see("/runs/")

    assert page.index("Under way") < page.index("Cancelled") < page.index("Finished")
    assert "started by mistake" in page
    assert "$0.0040" in page


def test_each_newsletter_lists_its_own_sessions(see, make_session):
    first, second = make_session("weekly"), make_session("second")

    pages = {path: see(path) for path in ("/runs/", "/n/second/runs/")}

    assert [name in pages["/runs/"] for name in (first.name, second.name)] == [
        True,
        False,
    ]
    assert [name in pages["/n/second/runs/"] for name in (first.name, second.name)] == [
        False,
        True,
    ]
    assert 'href="/n/second/runs/"' in see(f"/runs/{second.name}/")


def test_the_list_links_the_issue_where_it_lives(see, make_session, client):
    make_session("weekly")
    session = make_session("second")
    issue = make_issue(session.newsletter, session_name=session.name)

    page = see("/n/second/runs/")

    path = f"/n/second/issues/{issue.slug}/"
    assert f'href="{path}"' in page
    assert f'href="{path}"' in see(f"/runs/{session.name}/")
    assert client.get(path).status_code == 200


def test_a_preview_is_linked_nowhere(see, make_session):
    session = make_session()
    preview = make_issue(
        session.newsletter, session_name=session.name, status=Issue.Status.PREVIEW
    )

    assert preview.subject not in see("/runs/")
    assert preview.subject not in see(f"/runs/{session.name}/")


def test_a_finished_session_tells_its_agents_and_its_log(see, finished):
    page = see(f"/runs/{finished.name}/")

    assert "writer.1, attempt 2" in page
    assert "issue 1 published; 2 of 2 letters accepted (file)" in page
    assert "<dd>$0.0040</dd>" in page
    assert "so far" not in page


def test_a_running_session_tells_how_long_it_has_been_at_it(see, make_session):
    session = make_session()
    stepping.do(session, Kind.COVERED_TOPICS)
    leases.take(session.pk, "research_papers")

    page = see(f"/runs/{session.name}/")

    assert "s so far</dd>" in page
    assert "Under way" in page
    assert "0 stories told by 0 issues before" in page


def test_a_long_log_is_shown_by_pages_the_last_one_first(see, finished, monkeypatch):
    monkeypatch.setattr(desk, "LINES_PER_PAGE", 3)

    last = see(f"/runs/{finished.name}/")
    first = see(f"/runs/{finished.name}/?page=1")

    assert "letters accepted" in last
    assert "stories told by" not in last
    assert 'rel="prev"' in last
    assert "stories told by" in first
    assert 'rel="next"' in first
    assert first.count("<li><time") == 3


def test_an_aborted_session_tells_why(see, make_session):
    session = make_session()
    stepping.do(session, *stepping.HAPPY[:3])
    leases.fail(leases.take(session.pk, "evaluator"), "<b>bold</b>", is_final=True)

    page = see(f"/runs/{session.name}/")

    assert "evaluator failed for good: &lt;b&gt;bold&lt;/b&gt;" in page
    assert "<b>bold</b>" not in page


def test_what_an_operator_is_called_is_nobodys_business(see, make_session):
    session = make_session()
    steering.pause(session, by="jane.operator", reason="a question")

    assert "jane.operator" not in see(f"/runs/{session.name}/")
    assert "paused: a question" in see(f"/runs/{session.name}/")


def test_pages_bear_the_name_of_the_newsletter_at_the_root(see, make_session):
    session = make_session()
    Newsletter.objects.update(title="Parsers Weekly")

    for path in ("/runs/", f"/runs/{session.name}/"):
        assert "· Parsers Weekly</title>" in see(path)


@pytest.mark.parametrize(
    "path", ["/runs/nope/", "/runs/newsletter_2025/", "/runs/%00/"]
)
def test_a_session_that_is_none_is_not_found(client, path):
    assert client.get(path).status_code == 404


def test_pages_can_be_asked_for_but_not_posted_to(client, make_session):
    for path in ("/runs/", f"/runs/{make_session().name}/"):
        assert client.head(path).status_code == 200
        assert client.head(path).content == b""
        assert client.post(path).status_code == 405
        assert client.delete(path).status_code == 405


def test_many_sessions_are_on_several_pages(see, make_session):
    names = [make_session().name for _ in range(PER_PAGE + 1)]

    first, second = see("/runs/"), see("/runs/?page=2")

    assert (names[-1] in first, names[0] in first) == (True, False)
    assert names[0] in second
    assert "Page 1 of 2" in first


@pytest.mark.parametrize("page", ["0", "-1", "99", "x", "", "1e9"])
def test_a_page_that_is_none_is_another_page(see, make_session, page):
    make_session()

    assert "Page" not in see(f"/runs/?page={page}")


def test_the_list_asks_the_database_no_more_for_many_sessions(
    see, make_session, django_assert_num_queries, django_assert_max_num_queries
):
    for _ in range(2):
        make_session()
    with django_assert_max_num_queries(10) as few:
        see("/runs/")
    for _ in range(8):
        make_session()

    with django_assert_num_queries(len(few)):
        see("/runs/")


def test_a_page_of_sessions_is_sent_again_only_when_one_moved(client, finished):
    for hours, path in enumerate(("/runs/", f"/runs/{finished.name}/"), start=1):
        known = {"if-none-match": client.get(path)["ETag"]}
        dated = {"if-modified-since": client.get(path)["Last-Modified"]}
        assert client.get(path, headers=known).status_code == 304
        assert client.get(path, headers=dated).status_code == 304
        assert "public" not in client.get(path)["Cache-Control"]

        Session.objects.update(moved_at=timezone.now() + timedelta(hours=hours))

        assert client.get(path, headers=dated).status_code == 200
