"""Whole sessions of newsletters by any title: each ends in an issue that can be read."""

import io
import json
from email import policy
from email.parser import BytesParser
from email.utils import parseaddr
from html import unescape
from pathlib import Path

import feedparser
import pytest
from django.conf import settings
from django.core.management import call_command
from selectolax.lexbor import LexborHTMLParser

from agents.models import Session
from agents.tests.support import newsroom
from agents.tests.support.titles import HOSTILE_TITLES, TITLES
from newsletter.models import Issue
from newsletter.tests.support.makers import make_newsletter
from subscribers.models import Subscriber

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def sample_only(settings, tmp_path):
    settings.CRUX_SOURCES = "sample"
    settings.CRUX_BRAINS = ["local"]
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"


def play(title):
    """The issue of a session over the sample, of a newsletter of that title."""
    newsletter = make_newsletter(title=title)
    Subscriber.objects.create(
        newsletter=newsletter,
        address="reader@example.com",
        status=Subscriber.Status.ACTIVE,
    )
    call_command("runnewsletter", "--as-of", "2025-08-07", stdout=io.StringIO())
    assert Session.objects.get().status == Session.Status.FINISHED
    return Issue.objects.get()


def text_of(issue, client):
    """The words of its page."""
    page = client.get(f"/issues/{issue.slug}/").content
    return LexborHTMLParser(page).body.text()


def letter():
    """The one letter that was sent."""
    [path] = Path(settings.VAR_DIR).glob("letters/**/*.eml")
    return BytesParser(policy=policy.default).parsebytes(path.read_bytes())


def test_a_session_by_an_ordinary_title_ends_in_an_issue(client, small_week):
    assert "The Batch" in text_of(play("The Batch"), client)


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_a_session_by_any_of_fifty_titles_ends_in_an_issue(title, client):
    assert title in text_of(play(title), client)


def assert_harmless(html):
    """Nothing in it acts, loads, or ends what it stands in."""
    tree = LexborHTMLParser(html.replace("<!--[if mso]>", ""))
    assert not tree.css("img, object, iframe, [onerror], [href^=javascript]")
    assert [one.attributes.get("type") for one in tree.css("script")] in (
        [],
        ["application/ld+json"],
    )


@pytest.mark.parametrize(
    "title",
    [
        *("人工智能周报", HOSTILE_TITLES[0]),
        *(pytest.param(one, marks=pytest.mark.slow) for one in HOSTILE_TITLES[1:]),
    ],
)
def test_no_title_breaks_page_letter_feed_or_subject(title, client, tmp_path):
    newsroom.played(make_newsletter(title=title), tmp_path)
    issue = Issue.objects.get()

    sent = letter()
    name = " ".join(title.split())
    assert not sent.defects
    assert sent["Bcc"] is None
    assert sent["To"] == newsroom.READER
    [sender] = sent["From"].addresses
    assert sender.addr_spec == parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    assert sent["Subject"] == issue.subject
    for part in ("plain", "html"):
        content = unescape(" ".join(sent.get_body((part,)).get_content().split()))
        assert "@@" not in content.replace(name, "")
    assert_harmless(sent.get_body(("html",)).get_content())
    for path in (
        "",
        f"issues/{issue.slug}/",
        f"issues/{issue.slug}/sources",
        "issues/",
    ):
        page = client.get(f"/{path}")
        assert page.status_code == 200, path
        assert_harmless(page.content.decode())
    feed = feedparser.parse(client.get("/feed.xml").content)
    assert not feed.bozo
    assert [entry.title for entry in feed.entries] == [issue.subject]
    told = json.loads(client.get("/feed.json").content)
    assert " ".join(told["title"].split()) == name
