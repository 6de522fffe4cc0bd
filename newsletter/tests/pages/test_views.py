"""Public pages: what they show, what they do not, and how long they may be kept."""

import json
import re
import time
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse
from django.utils import timezone
from selectolax.lexbor import LexborHTMLParser

from newsletter.issues import search
from newsletter.models import Citation, Correction, Coverage, Issue, Revision
from newsletter.pages.paths import address_of, place_of
from newsletter.research.sample.banner import BANNER
from newsletter.tests.support.makers import (
    MARKDOWN,
    QUOTE,
    make_cited_issue,
    make_issue,
    make_newsletter,
    make_source,
)

pytestmark = pytest.mark.django_db
CONTENT = "{http://purl.org/rss/1.0/modules/content/}"
ATOM = "{http://www.w3.org/2005/Atom}"
PAGES = [
    "/",
    "/search?q=model",
    "/issues/",
    "/about",
    "/feed.xml",
    "/feed.json",
    "/sitemap.xml",
]


@pytest.fixture
def newsletter():
    return make_newsletter(slug="weekly")


def shown(response):
    return " ".join(LexborHTMLParser(response.content).body.text().split())


def test_the_front_page_invites_and_shows_the_latest_issue(client, newsletter):
    make_issue(newsletter, subject="An earlier one")
    issue = make_cited_issue(newsletter)

    response = client.get("/")

    text = shown(response)
    assert issue.subject in text
    assert "Model A is out" in text
    assert "Every Thursday at 09:00 UTC" in text
    assert "An earlier one" in text
    assert QUOTE in text
    assert f'action="{reverse("subscribers:subscribe")}"' in response.content.decode()


def test_the_front_page_breaks_no_name_with_its_version(client, newsletter):
    make_issue(
        newsletter, markdown=MARKDOWN.replace("Model A is out", "Opus 4.1 is out")
    )

    page = client.get("/").content.decode()

    assert '<h4><span class="whole">Opus 4.1</span> is out</h4>' in page


def test_without_a_newsletter_the_front_page_says_so_and_the_others_are_not_found(
    client,
):
    assert "Nothing published yet" in shown(client.get("/"))
    for path in ["/latest", "/issues/", "/about", "/feed.xml", "/feed.json"]:
        assert client.get(path).status_code == 404


def test_without_an_issue_the_pages_still_answer(client, newsletter):
    for path in PAGES:
        assert client.get(path).status_code == 200
    assert client.get("/latest").url == "/"


def test_latest_leads_to_the_newest_issue(client, newsletter):
    make_issue(newsletter)
    issue = make_issue(newsletter)

    assert client.get("/latest").url == f"/issues/{issue.slug}/"


def test_an_issue_is_shown_as_it_was_published(client, newsletter):
    issue = make_cited_issue(newsletter)

    response = client.get(f"/issues/{issue.slug}/")

    assert issue.page_html in response.content.decode()
    assert "1 claim" in shown(response)


def test_every_claim_leads_to_its_evidence_and_back(client, newsletter):
    issue = make_cited_issue(newsletter)
    page = client.get(f"/issues/{issue.slug}/").content.decode()
    evidence = client.get(f"/issues/{issue.slug}/sources").content.decode()

    assert 'href="sources#c1"' in page
    assert 'id="c1"' in evidence
    assert f'href="/issues/{issue.slug}/#r1"' in evidence
    assert 'id="r1"' in page


def test_evidence_names_quote_source_time_and_hash(client, newsletter):
    issue = make_cited_issue(newsletter)

    text = shown(client.get(f"/issues/{issue.slug}/sources"))

    source = issue.citations.get().source
    for part in [QUOTE, source.title, "7 August 2025, 09:00 UTC", source.sha256, "ok"]:
        assert part in text
    assert "found word for word" in text


def test_evidence_shows_the_passage_marked_in_its_context(client, newsletter):
    issue = make_cited_issue(newsletter)

    tree = LexborHTMLParser(client.get(f"/issues/{issue.slug}/sources").content)

    assert tree.css_first("mark").text() == QUOTE
    assert tree.css_first("blockquote").text() == f"News. {QUOTE} More."


def test_a_reader_gets_the_stored_text_and_no_other(client, newsletter):
    issue = make_cited_issue(newsletter)
    source = issue.citations.get().source
    other = make_source(text="Never cited.")

    evidence = client.get(f"/issues/{issue.slug}/sources").content.decode()
    response = client.get(f"/issues/{issue.slug}/texts/{source.sha256}")

    assert f'href="texts/{source.sha256}"' in evidence
    assert response.content.decode() == source.text
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    path = f"/issues/{issue.slug}/texts/{other.sha256}"
    assert client.get(path).status_code == 404


def test_evidence_says_why_each_story_was_told(client, newsletter):
    issue = make_cited_issue(newsletter)
    path = f"/issues/{issue.slug}/sources"
    story = {
        "title": "Model A is out",
        "url": "https://a.example/news",
        "kind": "launch",
    }
    Coverage.objects.create(issue=issue, story_id="old", **story)
    assert "Why these stories" not in shown(client.get(path))

    Coverage.objects.create(issue=issue, story_id="a", why="it fits one GPU", **story)

    assert "Why these stories Model A is out Picked because it fits one GPU" in shown(
        client.get(path)
    )


def test_a_passage_opens_in_its_page_unless_it_is_not_there(client, newsletter):
    issue = make_cited_issue(newsletter)
    citation = issue.citations.get()
    path = f"/issues/{issue.slug}/sources"

    assert f'href="{citation.url}#:~:text=' in client.get(path).content.decode()

    citation.match = "none"
    citation.save()
    assert ":~:text=" not in client.get(path).content.decode()


def test_evidence_tells_what_became_of_a_link_since(client, newsletter):
    issue = make_cited_issue(newsletter)
    its_own = f"{issue.citations.get().url}?utm_source=x"
    for url, reason in ((its_own, "dead"), ("https://b.example/", "retracted")):
        Correction.objects.create(
            issue=issue,
            url=url,
            reason=reason,
            sentence="So.",
            noticed_at=datetime(2025, 8, 11, 4, 17, tzinfo=UTC),
        )

    text = shown(client.get(f"/issues/{issue.slug}/sources"))

    assert "ok when the issue was verified Sincedead, seen on 11 August 2025" in text
    assert "retracted" not in text


def test_evidence_without_a_stored_text_says_so(client, newsletter):
    issue = make_issue(newsletter)
    Citation.objects.create(
        issue=issue,
        position=1,
        claim="A claim.",
        quote="A quote.",
        url="https://a.example/gone",
        match="none",
    )

    text = shown(client.get(f"/issues/{issue.slug}/sources"))

    assert "its text was not kept" in text
    assert "not found in the stored text" in text
    assert "1 not found" in text


def test_a_preview_is_on_no_page(client, newsletter):
    preview = make_issue(newsletter, status=Issue.Status.PREVIEW, published_at=None)

    assert client.get(f"/issues/{preview.slug}/").status_code == 404
    assert client.get(f"/issues/{preview.slug}/sources").status_code == 404
    assert client.get("/latest").url == "/"
    for path in PAGES:
        assert preview.slug not in client.get(path).content.decode()


def test_a_sample_says_so_on_its_pages(client, newsletter):
    issue = make_cited_issue(newsletter, is_sample=True)

    assert "sample" in shown(client.get("/"))
    assert "sample" in shown(client.get("/issues/"))
    assert BANNER in shown(client.get(f"/issues/{issue.slug}/sources"))


def test_the_first_active_newsletter_lives_at_the_root_and_others_beside_it(client):
    make_newsletter(is_active=False)
    first, second = make_newsletter(title="One"), make_newsletter(title="Two")
    issue = make_issue(second)

    assert "One" in shown(client.get("/"))
    assert place_of(first).home == "/"
    assert place_of(second).issue(issue) == f"/n/{second.slug}/issues/{issue.slug}/"
    assert address_of(issue).startswith("http://localhost:8000/n/")
    assert client.get(place_of(second).issue(issue)).status_code == 200
    assert "Two" in shown(client.get(f"/n/{second.slug}/"))


def test_an_issue_is_found_at_the_root_whichever_newsletter_it_is_of(client):
    make_newsletter()
    issue = make_issue(make_newsletter(title="Two"))

    response = client.get(f"/issues/{issue.slug}/")

    assert "Two" in shown(response)
    assert address_of(issue) in response.content.decode()


@pytest.mark.parametrize("path", ["/n/none/", "/issues/none/", "/issues/none/sources"])
def test_what_is_not_there_is_not_found(client, newsletter, path):
    assert client.get(path).status_code == 404


def test_pages_may_be_kept_and_are_asked_for_by_their_etag(client, newsletter):
    issue = make_cited_issue(newsletter)

    of_issue = [f"/issues/{issue.slug}/{page}" for page in ("", "sources", "card.png")]
    for path in [*PAGES[1:], *of_issue]:
        response = client.get(path)
        again = client.get(path, headers={"if-none-match": response["ETag"]})
        dated = {"if-modified-since": response["Last-Modified"]}
        assert response["Cache-Control"] == "no-cache, public"
        assert again.status_code == client.get(path, headers=dated).status_code == 304
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


def test_pages_keep_the_strictest_policy(client, newsletter):
    issue = make_cited_issue(newsletter)

    for path in ["/", "/issues/", "/about", f"/issues/{issue.slug}/"]:
        response = client.get(path)
        tree = LexborHTMLParser(response.content)
        policy = response["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert not tree.css("style, [style], [onclick], [onload]")
        scripts = tree.css("script")
        assert {node.attributes["type"] for node in scripts} <= {"application/ld+json"}


def test_pages_answer_only_to_reading(client, newsletter):
    assert client.post("/issues/").status_code == 405
    assert client.head("/issues/").status_code == 200


def test_pages_have_one_heading_a_language_and_one_id_each(client, newsletter):
    issue = make_cited_issue(newsletter)

    for path in [
        *["/", "/issues/", "/about"],
        f"/issues/{issue.slug}/",
        f"/issues/{issue.slug}/sources",
    ]:
        html = client.get(path).content.decode()
        ids = re.findall(r'\sid="([^"]+)"', html)
        assert len(ids) == len(set(ids)), path
        assert html.count("<h1") == 1, path
        assert '<html lang="en" dir="ltr">' in html


def test_structured_data_is_data_even_with_a_hostile_subject(client, newsletter):
    subject = '</script><script>alert("1")</script> & more'
    issue = make_issue(newsletter, subject=subject)

    tree = LexborHTMLParser(client.get(f"/issues/{issue.slug}/").content)

    (script,) = tree.css("script")
    assert json.loads(script.text())["headline"] == subject
    assert tree.css_first("title").text().startswith(subject)


def test_the_archive_has_pages_and_forgives_a_wrong_one(client, newsletter):
    for _ in range(31):
        make_issue(newsletter)

    first, second = client.get("/issues/"), client.get("/issues/?page=2")

    assert "Page 1 of 2" in shown(first)
    assert len(LexborHTMLParser(second.content).css(".archive li")) == 1
    assert "Page 2 of 2" in shown(client.get("/issues/?page=99"))
    assert "Page 1 of 2" in shown(client.get("/issues/?page=x"))


def test_robots_and_sitemap_name_whole_addresses(client, newsletter):
    issue = make_issue(newsletter)

    robots = client.get("/robots.txt").content.decode()
    locations = re.findall(
        "<loc>(.*?)</loc>", client.get("/sitemap.xml").content.decode()
    )

    assert "Sitemap: http://localhost:8000/sitemap.xml" in robots
    assert address_of(issue) in locations
    assert {
        f"http://localhost:8000/{page}" for page in ("about", "runs/", "privacy")
    } <= {*locations}
    for location in locations:
        assert location.startswith("http://localhost:8000/")
        assert client.get(location).status_code == 200


def test_a_correction_is_the_day_an_issue_was_modified(client, newsletter):
    issue = make_issue(newsletter)
    noticed_at = timezone.now() + timedelta(hours=1)

    def told():
        page = LexborHTMLParser(client.get(f"/issues/{issue.slug}/").content)
        return json.loads(page.css_first("script").text())

    assert told()["dateModified"] == issue.published_at.isoformat()

    Correction.objects.create(
        issue=issue, url="", reason="gone", sentence="It.", noticed_at=noticed_at
    )
    assert told()["dateModified"] == noticed_at.isoformat()


def test_the_admin_shows_evidence_and_lets_nobody_change_it(admin_client, newsletter):
    issue = make_cited_issue(newsletter)
    pages = {
        "issue": issue,
        "citation": issue.citations.get(),
        "source": issue.citations.get().source,
    }

    for name, row in pages.items():
        path = reverse(f"admin:newsletter_{name}_change", args=[row.pk])
        page = admin_client.get(path)
        assert page.status_code == 200
        assert b'name="_save"' not in page.content
        assert admin_client.post(path, {}).status_code == 403
        assert admin_client.get(f"/admin/newsletter/{name}/add/").status_code == 403
    listing = admin_client.get("/admin/newsletter/issue/")
    assert issue.subject in listing.content.decode()


def test_the_admin_edits_newsletters_but_deletes_none(admin_client, newsletter):
    path = reverse("admin:newsletter_newsletter_change", args=[newsletter.pk])
    assert b'name="_save"' in admin_client.get(path).content

    path = reverse("admin:newsletter_newsletter_delete", args=[newsletter.pk])
    assert admin_client.post(path, {"post": "yes"}).status_code == 403


def test_the_admin_says_where_an_issue_is(admin_client, newsletter):
    issue = make_issue(newsletter)
    preview = make_issue(newsletter, status=Issue.Status.PREVIEW)

    def page(row):
        path = reverse("admin:newsletter_issue_change", args=[row.pk])
        return admin_client.get(path).content.decode()

    assert address_of(issue) in page(issue)
    assert "on no public page" in page(preview)


def test_a_link_to_a_page_is_shown_with_a_picture_of_ours(client, newsletter):
    make_issue(newsletter)

    page = client.get("/").content.decode()

    [picture] = re.findall(r'property="og:image" content="([^"]*)"', page)
    assert picture.startswith("http://testserver/static/card")
    assert finders.find("card.png")


def test_search_shows_the_issues_that_answer_and_says_where_none_does(
    client, newsletter
):
    issue = make_cited_issue(newsletter)
    search.keep(issue)

    found, none = client.get("/search?q=decoding"), client.get("/search?q=zebra")

    assert "1 issue with “decoding”" in shown(found)
    assert f'href="/issues/{issue.slug}/"' in found.content.decode()
    assert "No issue holds all of “zebra”" in shown(none)
    assert 'role="search"' in client.get("/issues/").content.decode()
    assert "<script>" not in client.get("/search?q=<script>").content.decode()


def test_a_shared_link_shows_the_card_of_its_issue(client, newsletter):
    issue = make_issue(newsletter)

    tree = LexborHTMLParser(client.get(f"/issues/{issue.slug}/").content)
    (address,) = [
        node.attributes["content"] for node in tree.css('meta[property="og:image"]')
    ]

    assert address == f"{address_of(issue)}card.png"
    assert client.get(f"/issues/{issue.slug}/card.png")["Content-Type"] == "image/png"
