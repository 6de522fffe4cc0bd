"""Pages that are kept: the same answer for one small query at most, while it stands."""

import threading

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone

from newsletter.models import Correction, Coverage, Issue, Newsletter, Revision, Thread
from newsletter.pages import revisions
from newsletter.pages.kept import KeptPages
from newsletter.tests.support.makers import make_issue, make_newsletter

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_engines]


def make_page(**fields):
    issue = make_issue(make_newsletter(slug="weekly"), page_html="<p>It.</p>", **fields)
    return issue, f"/issues/{issue.slug}/"


def test_a_page_that_nothing_changed_is_made_once(client, django_assert_num_queries):
    _, path = make_page()
    made = client.get(path)

    with django_assert_num_queries(1):
        kept = client.get(path)

    assert (kept.status_code, kept.content) == (200, made.content)
    assert dict(kept.items()) == dict(made.items())


def test_whoever_has_a_kept_page_is_told_so(client):
    _, path = make_page()
    etag = client.get(path)["ETag"]

    assert client.get(path, headers={"if-none-match": etag}).status_code == 304
    assert client.get(path, headers={"if-none-match": '"other"'}).status_code == 200


def correct(issue):
    Correction.objects.create(
        issue=issue,
        url="",
        reason="gone",
        sentence="Xylophone",
        noticed_at=timezone.now(),
    )


def take_down(issue):
    Issue.objects.filter(pk=issue.pk).update(
        withdrawn_at=timezone.now(), withdrawn_because="Xylophone"
    )


def rename(issue):
    Newsletter.objects.update(title="Xylophone")


def follow(issue):
    Issue.objects.update(subject="Xylophone")
    thread = Thread.objects.create(
        newsletter=issue.newsletter, slug="x", title="Xylophone"
    )
    Coverage.objects.create(issue=issue, story_id="x", kind="launch", thread=thread)


@pytest.mark.parametrize("change", [correct, take_down, rename, follow])
def test_a_change_shows_at_once_and_so_does_its_end(client, change):
    issue, path = make_page()
    assert b"Xylophone" not in client.get(path).content

    change(issue)

    assert b"Xylophone" in client.get(path).content
    Correction.objects.all().delete()
    Issue.objects.update(withdrawn_at=None, subject="It")
    Newsletter.objects.update(title="Weekly")
    assert b"Xylophone" not in client.get(path).content


def test_pages_of_two_languages_are_kept_apart_and_a_new_language_shows_at_once(client):
    make_page()
    make_issue(make_newsletter(slug="blatt", language="de"))
    paths = ["/about", "/n/blatt/about"] * 2

    told = ["So entsteht" in client.get(path).content.decode() for path in paths]
    before = client.get("/about")["ETag"]
    Newsletter.objects.filter(slug="weekly").update(language="de")
    answer = client.get("/about", headers={"if-none-match": before})

    assert told == [False, True] * 2
    assert answer.status_code == 200
    assert "So entsteht" in answer.content.decode()


def test_the_latest_issue_is_the_newest_at_once(client):
    issue, _ = make_page()
    client.get("/latest")

    newer = make_issue(issue.newsletter)

    assert client.get("/latest").url == f"/issues/{newer.slug}/"


def test_few_revisions_are_kept_and_a_state_never_comes_back():
    newsletter = make_newsletter()
    states = set()
    for number in range(60):
        Newsletter.objects.filter(pk=newsletter.pk).update(title=f"T{number}")
        states.add(revisions.now())

    assert len(states) == 60
    assert Revision.objects.count() < 30


@pytest.mark.parametrize(
    "answer",
    [
        HttpResponse("mine", headers={"Cache-Control": "private"}),
        HttpResponse("none", headers={"Cache-Control": "public"}, status=404),
        HttpResponse("who", headers={"Cache-Control": "public", "Vary": "Cookie"}),
        HttpResponse("x" * 600_000, headers={"Cache-Control": "public"}),
    ],
)
def test_only_what_all_may_share_is_kept(answer):
    asked = []
    middleware = KeptPages(lambda request: asked.append(request) or answer)

    for _ in range(2):
        middleware(RequestFactory().get("/"))

    assert len(asked) == 2


def test_who_asks_otherwise_gets_another_page():
    asked = []
    shared = {"Cache-Control": "public"}
    middleware = KeptPages(
        lambda request: asked.append(request) or HttpResponse("x", headers=shared)
    )
    make = RequestFactory().get

    for _ in range(2):
        middleware(make("/"))
        middleware(make("/", headers={"accept-encoding": "gzip"}))
        middleware(make("/", headers={"host": "other.example"}))
        middleware(make("/", secure=True))

    assert len(asked) == 4


def test_where_the_database_does_not_say_each_page_is_made(monkeypatch):
    def fail():
        raise OperationalError

    monkeypatch.setattr(revisions, "_ask", fail)
    shared = {"Cache-Control": "public"}
    middleware = KeptPages(lambda _: HttpResponse("made", headers=shared))

    assert middleware(RequestFactory().get("/")).content == b"made"


def test_who_comes_while_it_is_asked_is_told_what_is_asked_afterwards(monkeypatch):
    asked, answer, told = threading.Event(), threading.Event(), []
    answers = iter(["old", "new"])

    def ask():
        asked.set()
        answer.wait()
        return next(answers)

    monkeypatch.setattr(revisions, "_ask", ask)
    shared = revisions._Shared(trusted_seconds=0)
    first = threading.Thread(target=lambda: told.append(shared.now()))
    first.start()
    asked.wait()
    second = threading.Thread(target=lambda: told.append(shared.now()))
    second.start()
    while not shared._turn._waiters:
        pass
    answer.set()
    first.join()
    second.join()

    assert sorted(told) == ["new", "old"]


class Clock:
    """A clock that stands until it is put on; and what the database says by then."""

    def __init__(self, monkeypatch):
        self.seconds, self.asked = 100.0, 0
        monkeypatch.setattr(revisions, "_ask", self.ask)

    def __call__(self):
        return self.seconds

    def ask(self):
        self.asked += 1
        return f"{self.asked}"


@pytest.fixture
def clock(monkeypatch):
    found = Clock(monkeypatch)
    shared = revisions._Shared(trusted_seconds=0.05, clock=found)
    monkeypatch.setattr(revisions, "_shared", shared)
    return found


def test_what_the_database_said_is_trusted_for_a_moment_and_no_longer(clock):
    assert revisions.now() == "1"
    clock.seconds += 0.04
    assert revisions.now() == "1"
    clock.seconds += 0.01
    assert revisions.now() == "2"


def test_the_moment_begins_when_the_database_is_asked_not_when_it_answers(
    clock, monkeypatch
):
    def ask_slowly():
        clock.seconds += 1
        return clock.ask()

    monkeypatch.setattr(revisions, "_ask", ask_slowly)

    assert [revisions.now(), revisions.now()] == ["1", "2"]


def test_who_writes_sees_it_at_once(clock):
    shared = {"Cache-Control": "public"}
    middleware = KeptPages(lambda _: HttpResponse(f"{clock.asked}", headers=shared))
    make = RequestFactory()
    assert middleware(make.get("/")).content == b"1"

    middleware(make.post("/form"))

    assert middleware(make.get("/")).content == b"2"
    assert middleware(make.get("/")).content == b"2"


def test_an_answer_that_was_asked_for_before_the_write_is_not_trusted(
    clock, monkeypatch
):
    def ask_while_another_writes():
        revisions.doubt()
        return clock.ask()

    monkeypatch.setattr(revisions, "_ask", ask_while_another_writes)

    assert [revisions.now(), revisions.now()] == ["1", "2"]
