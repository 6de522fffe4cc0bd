"""Past issues looked at again: corrections made, settled, told, and shown."""

import html
import io
import json
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from newsletter import tasks
from newsletter.issues import corrections
from newsletter.models import Citation, Correction, Issue
from newsletter.research.outlets.answers import Reply
from newsletter.research.sample import server
from newsletter.research.sample.catalogue import Catalogue
from newsletter.research.sample.week import SampleRoutes
from newsletter.tests.support.makers import (
    NOW,
    make_issue,
    make_newsletter,
    make_source,
)

pytestmark = pytest.mark.django_db

URL = "https://lab.example/news"
QUOTE = "Model A has 120 billion parameters."
TEXT = (
    f"Lab A has released a model this week. {QUOTE} It was trained on public text alone. "
    "Its weights can be downloaded by anybody who wants them."
)
MARKDOWN = (
    f"# A week\n\nThis issue has one.\n\n## What shipped\n\n### 1. Model A\n\n“{QUOTE}” \
([Lab A]({URL}))\n"
)
LATER = NOW + timedelta(days=7)


def article(text):
    html = (
        f"<title>Model A</title><body><article><h1>Model A</h1><p>{text}</p></article>"
    )
    return Reply(body=html.encode())


GONE = Reply(404, body=b"<title>Not found</title>")


@contextmanager
def web(page):
    answers = {("lab.example", "/news"): lambda _: page, ("lab.example", "/"): None}
    with server.run(Catalogue(answers, frozenset())) as serving:
        yield SampleRoutes(serving, frozenset())


def make_cited(**fields):
    """A published issue that quotes a page."""
    issue = make_issue(markdown=MARKDOWN, **fields)
    source = make_source(TEXT, url=URL, title="Model A is out")
    Citation.objects.create(
        issue=issue, position=1, claim=QUOTE, quote=QUOTE, url=URL, source=source
    )
    return issue


def look(issue, page, now=LATER):
    with web(page) as routes:
        [found] = corrections.recheck([issue], now=now, routes=routes)
    return found


def test_an_issue_whose_sources_stand_gets_no_correction():
    found = look(make_cited(), article(TEXT))

    assert (found.asked, found.new, found.settled) == (1, (), 0)


def test_a_dead_link_becomes_a_correction_once():
    issue = make_cited()

    first, second = look(issue, GONE), look(issue, GONE, LATER + timedelta(days=7))

    assert [one.reason for one in first.new] == ["dead"]
    assert second.new == ()
    assert Correction.objects.get().noticed_at == LATER


def test_a_passage_that_was_edited_becomes_a_correction():
    [correction] = look(make_cited(), article(TEXT.replace("120", "12"))).new

    assert correction.reason == "changed"
    assert correction.sentence.startswith("“Model A is out” was changed")


def test_a_page_that_comes_back_settles_its_correction_and_may_go_again():
    issue = make_cited()
    look(issue, GONE)

    back = look(issue, article(TEXT))
    again = look(issue, GONE, LATER + timedelta(days=14))

    assert back.settled == 1
    assert len(again.new) == 1
    assert Correction.objects.get().settled_at is None


def test_a_server_that_is_down_changes_nothing():
    issue = make_cited()
    look(issue, GONE)

    down = look(issue, Reply(503))

    assert (down.new, down.settled) == ((), 0)
    assert Correction.objects.standing().count() == 1


def test_the_next_issue_tells_it_once():
    issue = make_cited()
    look(issue, GONE)
    due = list(corrections.untold(issue.newsletter, is_sample=False))
    later = make_issue(issue.newsletter)

    corrections.mark_told([one.pk for one in due], later)

    assert [one.issue for one in due] == [issue]
    assert Correction.objects.get().told_in == later
    assert not corrections.untold(issue.newsletter, is_sample=False)


def test_an_issue_does_not_tell_its_own_correction_nor_anothers_newsletter():
    issue = make_cited()
    look(issue, GONE)
    pks = [Correction.objects.get().pk]

    corrections.mark_told(pks, issue)
    corrections.mark_told(pks, make_issue(make_newsletter()))

    assert Correction.objects.get().told_in is None


@pytest.mark.parametrize(
    "fields", [{"status": Issue.Status.PREVIEW}, {"is_sample": True}]
)
def test_nothing_is_told_of_previews_nor_of_the_sample_in_the_live_issue(fields):
    issue = make_cited()
    look(issue, GONE)
    Issue.objects.update(**fields)

    assert not corrections.untold(issue.newsletter, is_sample=False)


def test_page_evidence_and_feeds_show_what_stands(client):
    issue = make_cited(page_html="<p>The article.</p>")
    look(issue, GONE)

    pages = [
        client.get(f"/issues/{issue.slug}/").content.decode(),
        client.get(f"/issues/{issue.slug}/sources").content.decode(),
        client.get("/feed.xml").content.decode(),
    ]
    [item] = json.loads(client.get("/feed.json").content)["items"]

    for page in pages:
        assert "“Model A is out” can no longer be opened" in page
    assert item["content_html"].startswith("<p><strong>Correction, 14 August 2025:")
    assert item["date_modified"] == LATER.isoformat()


def test_a_settled_correction_is_shown_no_more(client):
    issue = make_cited(page_html="<p>The article.</p>")
    look(issue, GONE)
    look(issue, article(TEXT))

    assert "Correction" not in client.get(f"/issues/{issue.slug}/").content.decode()
    assert "Correction" not in client.get("/feed.xml").content.decode()


def test_a_correction_with_markup_is_shown_as_text(client):
    issue = make_cited(page_html="<p>The article.</p>")
    source = issue.citations.get().source
    type(source).objects.update(title="<script>alert(1)</script>")
    look(issue, GONE)

    for path in (f"/issues/{issue.slug}/", "/feed.json"):
        assert "<script>alert" not in client.get(path).content.decode()


def test_the_command_tells_each_issue_and_its_corrections(monkeypatch):
    issue = make_cited()
    out = io.StringIO()
    with web(GONE) as routes:
        monkeypatch.setattr(corrections.recheck, "__kwdefaults__", {"routes": routes})
        call_command("recheck", stdout=out)

    assert f"{issue.newsletter.slug} 1: 1 link, 1 new correction" in out.getvalue()
    assert "dead       “Model A is out” can no longer" in out.getvalue()


def test_the_command_goes_on_past_an_issue_that_raises_and_says_so(monkeypatch):
    bad, good = make_issue(markdown=MARKDOWN), make_cited()
    keep = corrections._keep

    def keep_but_one(issue, *seen):
        if issue == bad:
            raise LookupError
        return keep(issue, *seen)

    out = io.StringIO()
    monkeypatch.setattr(corrections, "_keep", keep_but_one)
    with web(GONE) as routes:
        monkeypatch.setattr(corrections.recheck, "__kwdefaults__", {"routes": routes})
        with pytest.raises(CommandError, match="1 issue could not be looked at"):
            call_command("recheck", stdout=out)

    assert f"{bad.newsletter.slug} 1: not looked at (LookupError)" in out.getvalue()
    assert f"{good.newsletter.slug} 1: 1 link, 1 new correction" in out.getvalue()


def test_the_command_says_where_there_is_nothing_to_look_at():
    newsletter, out = make_newsletter(), io.StringIO()

    call_command("recheck", stdout=out)

    assert out.getvalue() == f"{newsletter.slug}: no published issue yet\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--newsletter", "nope"], "No newsletter 'nope'; known: "),
        (["--issue", "9"], "has no published issue 9; the last is 1"),
    ],
)
def test_the_command_says_what_there_is_not(arguments, words):
    make_cited()

    with pytest.raises(CommandError, match=words) as refused:
        call_command("recheck", *arguments, stdout=io.StringIO())

    assert refused.value.returncode == 2


@override_settings(CELERY_TASK_ALWAYS_EAGER=True)
def test_the_weekly_task_looks_at_every_published_issue(monkeypatch):
    issue = make_cited()
    make_issue(issue.newsletter, status=Issue.Status.PREVIEW)
    queued = []
    monkeypatch.setattr(tasks.recheck_issue, "delay", queued.append)

    tasks.recheck()

    assert queued == [issue.pk]


def test_the_task_for_one_issue_looks_at_it(monkeypatch):
    issue = make_cited()
    with web(GONE) as routes:
        monkeypatch.setattr(corrections.recheck, "__kwdefaults__", {"routes": routes})
        tasks.recheck_issue(issue.pk)

    assert Correction.objects.get().issue == issue


def test_an_issue_of_the_sample_is_held_to_the_sample():
    issue = make_cited(is_sample=True)

    [found] = corrections.recheck([issue], now=LATER)

    assert found.asked == 1


@pytest.mark.parametrize(
    ("language", "told", "marks"),
    [
        ("de", "“Model A is out” lässt sich nicht mehr öffnen.", "„Model A is out“"),
        ("fr-CA", "“Model A is out” ne s’ouvre plus.", "«\u00a0Model A is out\u00a0»"),
        ("ja", "“Model A is out”は開けなくなりました。", "「Model A is out」"),
        (
            "ar",
            "“Model A is out” can no longer be opened: answers 404: there is no such page.",
            "“Model A is out”",
        ),
    ],
)
def test_readers_are_told_in_the_language_of_their_newsletter(
    client, language, told, marks
):
    issue = make_cited(newsletter=make_newsletter(language=language))

    look(issue, GONE)

    assert issue.corrections.get().sentence == told
    shown = told.replace("“Model A is out”", marks)
    for tail in ("", "sources"):
        page = client.get(f"/issues/{issue.slug}/{tail}").content.decode()
        assert html.unescape(page).count(shown) == 1
