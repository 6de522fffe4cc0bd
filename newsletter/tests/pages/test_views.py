"""Public pages: what they show, and what they do not."""

import json
import re
from datetime import timedelta

import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse
from django.utils import timezone
from selectolax.lexbor import LexborHTMLParser

from newsletter.drafts.parsing import parse
from newsletter.issues import search
from newsletter.issues.page import page_html
from newsletter.models import Correction, Issue
from newsletter.pages.paths import address_of, place_of
from newsletter.research.sample.banner import BANNER
from newsletter.tests.support.makers import (
    MARKDOWN,
    QUOTE,
    make_cited_issue,
    make_issue,
    make_newsletter,
)
from newsletter.tests.support.site import PAGES, shown

pytestmark = pytest.mark.django_db


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


def test_no_list_of_issues_breaks_a_name_with_its_version_or_lets_markup_in(
    client, newsletter
):
    issue = make_issue(newsletter, subject="GPT-5 <b>is</b> out")
    search.keep(issue)
    make_issue(newsletter, subject="Opus 4.1 follows")

    for path in ("/", "/issues/", "/search?q=model", f"/issues/{issue.slug}/"):
        page = client.get(path).content.decode()
        assert "<b>is</b>" not in page
    for path in ("/", "/issues/", "/search?q=model"):
        page = client.get(path).content.decode()
        assert '<span class="whole">GPT-5</span> &lt;b&gt;is&lt;/b&gt; out</a>' in page


def test_without_a_newsletter_the_front_page_says_so_and_the_others_are_not_found(
    client,
):
    assert "Nothing published yet" in shown(client.get("/"))
    for path in ["/latest", "/issues/", "/about", "/feed.xml", "/feed.json"]:
        assert client.get(path).status_code == 404


def test_without_a_newsletter_no_page_leads_to_another_that_is_not_there(client):
    for path in ["/", "/issues/", "/about", "/search?q=x", "/nothing-here"]:
        page = client.get(path).content.decode()
        assert "Nothing published yet" in page
        assert "/feed" not in page
        assert set(re.findall(r'<a[^>]* href="(/[^"]*)"', page)) == {
            *("/", "/admin/", "/privacy"),
        }


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
    assert BANNER.details in shown(client.get(f"/issues/{issue.slug}/sources"))


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


def test_what_is_not_found_leads_to_the_latest_issue_where_there_is_one(
    client, newsletter
):
    assert "/latest" not in client.get("/none").content.decode()

    make_issue(newsletter)

    assert 'href="/latest"' in client.get("/none").content.decode()


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


def test_a_korean_page_has_the_form_of_each_particle_and_quotes_as_they_are(client):
    weekly = make_newsletter(title="기술 이야기", language="ko")
    issue = make_issue(weekly, subject="모델은(는) 작습니다")

    about, found = client.get("/about"), client.get("/search", {"q": "반도체"})
    page = client.get(f"/issues/{issue.slug}/")

    assert "기술 이야기는 소프트웨어가 편집합니다" in about.content.decode()
    assert "‘반도체’를 모두 담은 호가 없습니다" in found.content.decode()
    assert "모델은(는) 작습니다" in page.content.decode()


def test_a_shared_link_shows_the_card_of_its_issue(client, newsletter):
    issue = make_issue(newsletter)

    tree = LexborHTMLParser(client.get(f"/issues/{issue.slug}/").content)
    (address,) = [
        node.attributes["content"] for node in tree.css('meta[property="og:image"]')
    ]

    assert address == f"{address_of(issue)}card.png"
    assert client.get(f"/issues/{issue.slug}/card.png")["Content-Type"] == "image/png"


def test_what_is_quoted_stands_in_the_marks_of_the_newsletters_language(client):
    said = "“Das Modell ist da, und klein.” ([Labor](https://a.example/news))"
    markdown = (
        f"# Da\n\nWas war.\n\n## Was erschienen ist\n\n### 1. Ein Modell\n\n{said}\n"
    )
    draft = parse(markdown)
    issue = make_issue(
        make_newsletter(language="de"),
        markdown=markdown,
        page_html=page_html(draft, ()),
    )

    for path in ("/", f"/issues/{issue.slug}/", "/feed.xml"):
        page = client.get(path).content.decode()
        assert "„Das Modell ist da, und klein.“" in page
        assert "“Das Modell" not in page


@pytest.mark.parametrize(
    ("subject", "is_own"),
    [("Größe µ, 2 º Ω 🎡", True), ("学习 and more", False), ("신문", False)],
)
def test_a_link_to_a_subject_that_no_card_can_show_has_the_sites(
    client, newsletter, subject, is_own
):
    issue = make_issue(newsletter, subject=subject)

    page = client.get(f"/issues/{issue.slug}/").content.decode()

    [picture] = re.findall(r'property="og:image" content="([^"]*)"', page)
    assert ("/static/" in picture) is not is_own
    assert (f'"image": "{address_of(issue)}card.png"' in page) is is_own


@pytest.mark.parametrize(
    ("path", "runs"),
    [("/about", ' dir="ltr"'), ("/privacy", ' dir="ltr"'), ("/", ""), ("/issues/", "")],
)
def test_an_english_page_of_an_arabic_newsletter_runs_from_the_left(client, path, runs):
    """A sentence that begins with the newsletter's name would run the other way."""
    make_newsletter(language="ar", title="الأسبوع")

    page = client.get(path).content.decode()

    assert f'<main id="main" lang="en"{runs}>' in page
    assert '<html lang="ar" dir="rtl">' in page
