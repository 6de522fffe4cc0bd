"""Feeds: the full text of the newest issues, whatever signs stand in it."""

from xml.etree import ElementTree

import pytest
from selectolax.lexbor import LexborHTMLParser

from newsletter.drafts.parsing import parse
from newsletter.issues.page import page_html
from newsletter.pages.paths import address_of
from newsletter.tests.support.makers import (
    MARKDOWN,
    QUOTE,
    make_cited_issue,
    make_issue,
    make_newsletter,
)

pytestmark = pytest.mark.django_db
CONTENT = "{http://purl.org/rss/1.0/modules/content/}"
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def newsletter():
    return make_newsletter(slug="weekly")


def test_the_atom_feed_has_the_full_text_with_whole_addresses(client, newsletter):
    issue = make_cited_issue(newsletter)

    response = client.get("/feed.xml")

    feed = ElementTree.fromstring(response.content)  # noqa: S314  our own
    entry = feed.find(f"{ATOM}entry")
    content = entry.find(f"{ATOM}content")
    assert response["Content-Type"].startswith("application/atom+xml")
    assert content.get("type") == "html"
    assert QUOTE in content.text
    assert f'href="{address_of(issue)}sources#c1"' in content.text
    assert entry.find(f"{ATOM}id").text == address_of(issue)


@pytest.mark.parametrize(
    ("subject", "times"), [("GPT-5 & Opus 4.1 are out", 0), ("Another", 1)]
)
def test_a_feeds_text_does_not_begin_with_the_title_that_it_has_already(
    client, newsletter, subject, times
):
    title = "GPT-5 & Opus 4.1 are out"
    html = page_html(parse(MARKDOWN.replace("A week of open weights", title)), ())
    make_issue(newsletter, subject=subject, page_html=html)

    feed = ElementTree.fromstring(client.get("/feed.xml").content)  # noqa: S314  our own

    text = feed.find(f"{ATOM}entry/{ATOM}content").text
    assert text.count("<h1>") == times
    assert text.count("<h2 ") == html.count("<h2 ") > 1


def test_the_rss_feed_has_the_full_text_and_names_itself(client, newsletter):
    issue = make_cited_issue(newsletter)

    response = client.get("/rss.xml")

    channel = ElementTree.fromstring(response.content).find("channel")  # noqa: S314  our own
    item = channel.find("item")
    assert response["Content-Type"].startswith("application/rss+xml")
    assert QUOTE in item.find(f"{CONTENT}encoded").text
    assert item.find("guid").text == item.find("link").text == address_of(issue)
    assert channel.find(f"{ATOM}link").get("href").endswith("/rss.xml")
    assert channel.find("description").text


def test_the_json_feed_is_version_1_1_with_the_full_text(client, newsletter):
    issue = make_cited_issue(newsletter)

    feed = client.get("/feed.json").json()

    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    (item,) = feed["items"]
    assert item["url"] == address_of(issue)
    assert f'href="{address_of(issue)}sources#c1"' in item["content_html"]
    assert item["date_published"] == "2025-08-07T09:00:00+00:00"


def test_a_text_that_reads_from_the_right_says_so(client):
    make_cited_issue(make_newsletter(language="ar"))

    [item] = client.get("/feed.json").json()["items"]

    assert item["content_html"].startswith('<div dir="rtl">')


def test_feeds_hold_the_newest_issues_only(client, newsletter):
    for _ in range(22):
        make_issue(newsletter)

    assert len(client.get("/feed.json").json()["items"]) == 20


@pytest.mark.parametrize("path", ["/feed.xml", "/rss.xml"])
def test_what_looks_like_html_in_a_preheader_is_words(client, newsletter, path):
    make_issue(newsletter, preheader="R&D: <think> in 3 < 4 steps; „größer“")

    feed = ElementTree.fromstring(client.get(path).content)  # noqa: S314  our own

    tag = f".//{ATOM}summary" if "feed" in path else ".//item/description"
    assert (
        LexborHTMLParser(feed.find(tag).text).text()
        == "R&D: <think> in 3 < 4 steps; „größer“"
    )
    kind = feed.find(tag).get("type", "html")
    assert kind == "html"


@pytest.mark.parametrize("path", ["/feed.xml", "/rss.xml"])
@pytest.mark.parametrize(
    "sign", ["\x01", "\x08", "\x0b", "\x0c", "\x1b", "\ufffe", "\uffff"]
)
def test_a_sign_that_no_xml_may_hold_breaks_no_feed(client, newsletter, path, sign):
    markdown = MARKDOWN.replace("\n\n", f"\n\n{sign}A{sign}b 🙂 ", 1)
    make_issue(
        newsletter,
        subject=f"One{sign}two 🙂",
        preheader=f"Three{sign}four",
        page_html=page_html(parse(markdown), []),
    )

    feed = client.get(path)

    told = "".join(ElementTree.fromstring(feed.content).itertext())  # noqa: S314  our own
    assert "Onetwo 🙂" in told
    assert "Threefour" in told
    assert "🙂" in told
