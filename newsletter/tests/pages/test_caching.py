"""HTTP caching of public pages: by ETag, by date, and for one reader alone."""

import time
from datetime import timedelta

import pytest
from django.utils import timezone

from newsletter.models import Issue, Revision
from newsletter.tests.support.makers import make_cited_issue, make_issue
from newsletter.tests.support.site import PAGES

pytestmark = pytest.mark.django_db


def test_pages_may_be_kept_and_are_asked_for_by_their_etag(client, newsletter):
    issue = make_cited_issue(newsletter)

    of_issue = [f"/issues/{issue.slug}/{page}" for page in ("", "sources", "card.png")]
    for path in [*PAGES[1:], *of_issue]:
        response = client.get(path)
        again = client.get(path, headers={"if-none-match": response["ETag"]})
        dated = {"if-modified-since": response["Last-Modified"]}
        assert response["Cache-Control"] == "no-cache, public"
        assert again.status_code == client.get(path, headers=dated).status_code == 304
        several = {"if-none-match": f'"other", W/{response["ETag"]}'}
        assert client.head(path, headers=several).status_code == 304
        assert not response.cookies


def hours_pass(hours):
    """What changed last did so many hours from now: dates know whole seconds alone."""
    at = timezone.now() + timedelta(hours=hours)
    newest = Revision.objects.latest("pk").pk
    Revision.objects.filter(pk=newest).update(at=at)


def test_what_changes_is_shown_to_who_asks_by_date(client, newsletter):
    make_issue(newsletter)
    dated = {"if-modified-since": client.get("/feed.xml")["Last-Modified"]}
    assert client.get("/feed.xml", headers=dated).status_code == 304

    make_issue(newsletter)
    hours_pass(1)

    assert client.get("/feed.xml", headers=dated).status_code == 200


def test_what_is_put_back_is_shown_to_who_asks_by_date(client, newsletter):
    issue = make_issue(newsletter)
    path = f"/issues/{issue.slug}/"
    Issue.objects.update(withdrawn_at=timezone.now(), withdrawn_because="It erred.")
    hours_pass(1)
    gone = client.get(path)
    assert gone.status_code == 410

    Issue.objects.update(withdrawn_at=None)
    hours_pass(2)

    dated = {"if-modified-since": gone["Last-Modified"]}
    assert client.get(path, headers=dated).status_code == 200


def test_pages_are_sent_small_to_who_can_take_it(client, newsletter):
    issue = make_cited_issue(newsletter)
    path = f"/issues/{issue.slug}/"

    small = client.get(path, headers={"accept-encoding": "gzip"})
    again = {"accept-encoding": "gzip", "if-none-match": small["ETag"]}

    assert small["Content-Encoding"] == "gzip"
    assert len(small.content) < len(client.get(path).content) / 2
    assert client.get(path, headers=again).status_code == 304


def test_the_front_page_is_for_one_reader_and_sets_no_cookie(client, newsletter):
    response = client.get("/")

    assert response["Cache-Control"] == "private, no-cache"
    assert not response.cookies


def test_the_front_page_is_sent_again_only_when_it_tells_something_new(
    client, newsletter, monkeypatch
):
    known = {"if-none-match": client.get("/")["ETag"]}
    assert client.get("/", headers=known).status_code == 304

    with monkeypatch.context() as later:
        later.setattr(time, "time", lambda: 10_000_000_000.0)
        assert client.get("/", headers=known).status_code == 200
    make_issue(newsletter)

    assert client.get("/", headers=known).status_code == 200


def test_what_is_taken_down_and_put_back_shows_on_the_next_reload(client, newsletter):
    issue = make_issue(newsletter)
    path = f"/issues/{issue.slug}/"

    def reload(answer):
        known = {"etag": "if-none-match", "last-modified": "if-modified-since"}
        held = {
            question: answer[name] for name, question in known.items() if name in answer
        }
        return client.get(path, headers=held)

    shown = client.get(path)
    Issue.objects.update(withdrawn_at=timezone.now(), withdrawn_because="It erred.")
    gone = reload(shown)
    Issue.objects.update(withdrawn_at=None, withdrawn_because="")
    back = reload(gone)

    assert (gone.status_code, back.status_code) == (410, 200)
    assert gone["Cache-Control"] == back["Cache-Control"] == "no-cache, public"
