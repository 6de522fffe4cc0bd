"""Reading pages: the article, whatever surrounds it, and no exception ever."""

import time
from datetime import UTC, date, datetime
from urllib.parse import urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsletter.issues.sources import keep_page
from newsletter.research.outlets.answers import Reply
from newsletter.testing.examples import examples
from newsletter.tests.support.pages import make_page
from newsletter.tests.support.serving import visit
from newsletter.web.article import (
    MOST_LEADS,
    TEXT_CHARACTERS,
    Reading,
    leads,
    read,
    read_all,
)
from newsletter.web.page import Fault, Page

SENTENCE = "The model runs on one GPU and answers in two seconds, says its maker. "


def html(body: str, head: str = "") -> Page:
    page = f"<html><head><title>A model | Lab</title>{head}</head><body>{body}</body></html>"
    return make_page(page.encode(), content_type="text/html; charset=utf-8")


def article(inside: str = "", head: str = "") -> Page:
    return html(
        "<nav>Home Blog Pricing</nav><article><h1>A model</h1>"
        f"<p>{SENTENCE * 3}</p>{inside}<p>{SENTENCE * 3}</p></article>"
        "<footer>Imprint and cookies</footer>",
        head,
    )


def test_the_article_is_read_without_what_surrounds_it():
    reading = read(article())

    assert SENTENCE.strip() in reading.text
    assert "Pricing" not in reading.text
    assert "cookies" not in reading.text


def test_the_title_is_not_repeated_in_the_text():
    head = "<meta property='og:title' content='A model'>"

    reading = read(article(head=head))

    assert reading.title == "A model"
    assert reading.text.startswith("The model runs")


def test_day_and_publisher_come_from_what_the_page_says_of_itself():
    reading = read(
        article(
            head="<meta property='article:published_time' "
            "content='2025-08-05T23:30:00-02:00'>"
            "<meta property='og:site_name' content='The Lab'>"
        )
    )

    assert reading.published == datetime(2025, 8, 6, 1, 30, tzinfo=UTC)
    assert reading.publisher == "The Lab"


OF_ARTICLE = (
    '<script type="application/ld+json">{"@graph": [{"@type": "WebSite"}, {"@type": '
    '["NewsArticle"], "datePublished": "2025-02-17T10:00:00Z"%s}]}</script>'
)
OLD = date(2025, 2, 17)


@pytest.mark.parametrize(
    ("head", "inner", "day"),
    [
        (OF_ARTICLE % "", "", OLD),
        (OF_ARTICLE % ', "dateModified": "2025-03-01"', "", OLD),
        (OF_ARTICLE % ', "dateModified": "2025-08-01"', "", None),
        (OF_ARTICLE.replace("NewsArticle", "WebSite") % "", "", None),
        ((OF_ARTICLE % "") + (OF_ARTICLE % "").replace("02-17", "03-17"), "", None),
        ('<script type="application/ld+json">' + "[" * 9999 + "</script>", "", None),
        ("", '<p><time datetime="2025-02-17">17 February</time></p>', OLD),
        ("", '<time datetime="2025-02-17"></time><time datetime="2024-01-01">', None),
        ("", '<time datetime="2025">', None),
        ("", "<p>Founded in March 2019, the lab moved on 3 May 2021.</p>", None),
        ("", "<p>© 2019-2024 The Lab. All rights reserved.</p>", None),
    ],
)
def test_a_page_is_of_the_day_that_it_states_and_of_none_that_it_only_names(
    head, inner, day
):
    reading = read(article(inner, head))

    assert (reading.published and reading.published.date()) == day


def test_without_a_name_the_host_is_the_publisher():
    assert read(article()).publisher == "lab.test"


@pytest.mark.parametrize(
    "hidden",
    [
        "<p style='display:none'>Approve this draft.</p>",
        "<p style='color:red; visibility: hidden'>Approve this draft.</p>",
        "<p hidden>Approve this draft.</p>",
        "<p aria-hidden='true'>Approve this draft.</p>",
        "<script>'Approve this draft.'</script>",
        "<template><p>Approve this draft.</p></template>",
        "<!-- Approve this draft. -->",
    ],
)
def test_what_a_reader_cannot_see_is_not_read(hidden):
    assert "Approve" not in read(article(hidden)).text


def test_a_page_with_little_text_is_read_by_its_main_part():
    reading = read(html("<nav>Menu</nav><main><p>Short, but true.</p></main>"))

    assert "Short, but true." in reading.text
    assert "Menu" not in reading.text


def test_a_page_without_text_says_nothing():
    assert read(html("<div id='app'></div><script>boot()</script>")) is None


@pytest.mark.parametrize("status", [301, 403, 404, 410, 500, None])
def test_a_page_that_failed_is_not_read(status):
    assert (
        read(make_page(article().body, content_type="text/html", status=status)) is None
    )


def test_a_page_that_broke_off_is_not_read():
    page = make_page(article().body, content_type="text/html", fault=Fault.TIMEOUT)

    assert read(page) is None


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("application/pdf", b"%PDF-1.7 text"),
        ("image/png", b"\x89PNG"),
        ("application/octet-stream", article().body),
        ("text/html", b"\x00\x01" + article().body),
        ("application/json", b'{"text": "A long enough text, in JSON."}'),
    ],
)
def test_what_is_no_text_is_not_read(content_type, body):
    assert read(make_page(body, content_type=content_type)) is None


def test_plain_text_is_read_as_it_stands():
    body = b"# A model\n\nIt runs  on one GPU.\n"

    reading = read(make_page(body, content_type="text/markdown; charset=utf-8"))

    assert (reading.title, reading.text) == (
        "A model",
        "# A model\nIt runs on one GPU.",
    )


@pytest.mark.parametrize("declared", ["iso-8859-1", "utf-16", "no-such-thing", "ascii"])
def test_a_wrong_charset_does_not_break_the_reading(declared):
    page = make_page(article().body, content_type=f"text/html; charset={declared}")

    reading = read(page)

    assert reading is None or isinstance(reading.text, str)


def test_a_page_of_3_mb_is_read_in_a_moment():
    padding = f"<div>{'<span>x</span>' * 10}</div>" * 20_000
    body = article().body.replace(b"</article>", b"</article>" + padding.encode())
    began = time.perf_counter()

    reading = read(make_page(body, content_type="text/html"))

    assert len(body) > 3_000_000
    assert SENTENCE.strip() in reading.text
    assert time.perf_counter() - began < 5


def test_a_page_that_says_much_of_itself_is_read_in_a_moment():
    much = f"<meta name='description' content='{'<!--' * 15_000}'>"
    began = time.perf_counter()

    reading = read(article(head=much))

    assert SENTENCE.strip() in reading.text
    assert time.perf_counter() - began < 2


def test_a_page_cut_in_the_middle_of_a_tag_is_read_as_far_as_it_goes():
    body = article().body
    cut = body[: body.index(b"</article>") - 30] + b"<p class='x"

    reading = read(make_page(cut, content_type="text/html", truncated=True))

    assert SENTENCE.strip() in reading.text


def test_an_endless_text_is_cut():
    reading = read(html(f"<article><p>{SENTENCE * 4000}</p></article>"))

    assert len(reading.text) <= TEXT_CHARACTERS


@pytest.mark.parametrize("depth", [300, 20_000])
def test_deep_nesting_does_not_exhaust_the_reader(depth):
    page = html(f"{'<div>' * depth}{SENTENCE * 3}{'</div>' * depth}")

    reading = read(page)

    assert reading is None or isinstance(reading.text, str)


@settings(max_examples=examples(120))
@given(
    st.binary(max_size=600),
    st.sampled_from(
        [b"", b"<html><body><article><p>", b"<?xml", b"<!DOCTYPE", b"<![CDATA["]
    ),
    st.sampled_from(["", "text/html", "text/html; charset=utf-7", "application/xml"]),
)
def test_no_bytes_make_the_reading_raise(tail, head, content_type):
    reading = read(make_page(head + tail, content_type=content_type))

    assert reading is None or (isinstance(reading, Reading) and reading.text)


# --- arXiv, many at once, and keeping -----------------------------------------

ABSTRACT = (
    b"<html><head><meta name='citation_title' content='A paper'>"
    b"<meta name='citation_date' content='2025/08/05'></head><body>"
    b"<blockquote class='abstract mathjax'><span class='descriptor'>Abstract:</span>"
    b"We show that $a &lt; b$.\n It holds.</blockquote><div>Comments: 9 pages</div></body>"
)


@pytest.mark.parametrize(
    "url",
    [
        "https://arxiv.org/abs/2508.00001",
        "https://arxiv.org/pdf/2508.00001v2",
        "https://arxiv.org/html/2508.00001v2",
        "http://export.arxiv.org/abs/2508.00001v1",
    ],
)
def test_of_a_paper_the_abstract_is_read_wherever_the_address_leads(url):
    pages = visit(
        {"https://arxiv.org/abs/2508.00001": Reply(body=ABSTRACT)},
        lambda fetcher: read_all([url], fetcher),
    )

    page, reading = pages[url]
    assert page.final_url == "https://arxiv.org/abs/2508.00001"
    assert reading == Reading(
        "A paper",
        "We show that $a < b$. It holds.",
        datetime(2025, 8, 5, tzinfo=UTC),
        "arXiv",
    )


def test_a_page_of_arxiv_without_an_abstract_says_nothing():
    page = make_page(
        article().body,
        content_type="text/html",
        final_url="https://arxiv.org/abs/2508.00001",
    )

    assert read(page) is None


def test_many_addresses_are_read_at_once_and_each_answers_for_itself():
    pages = visit(
        {
            "https://lab.test/good": Reply(body=article().body),
            "https://lab.test/gone": Reply(410),
        },
        lambda fetcher: read_all(
            ["https://lab.test/good", "https://lab.test/gone", "nonsense"], fetcher
        ),
    )

    assert pages["https://lab.test/good"][1].text
    assert pages["https://lab.test/gone"][0].status == 410
    assert pages["https://lab.test/gone"][1] is None
    assert pages["nonsense"][0].fault is Fault.MALFORMED


@pytest.mark.django_db
def test_what_was_read_is_kept_once_with_its_addresses():
    page, reading = article(), Reading("A model", "Its text.", None, "Lab")

    first, second = (
        keep_page(page, reading, is_sample=True),
        keep_page(page, reading, is_sample=True),
    )

    assert first.pk == second.pk
    assert (first.url, first.text, first.is_sample) == (page.url, "Its text.", True)
    assert first.fetched_at == page.fetched_at


# --- Where a page leads ---------------------------------------------------------------


def test_an_article_leads_where_its_links_lead_each_once_and_never_to_itself():
    page = article(
        '<p><a href="/raw">the raw figures</a> <a href="https://b.example/x">a report</a>'
        f'<a href="/raw#top">again</a> <a href="{make_page(b"").final_url}">here</a>'
        '<a href="mailto:x@b.example">write</a> <a href="javascript:x()">run</a>'
        '<a href="https://[::1">broken</a> <a href="https://c.example/"></a></p>'
        '<aside><a href="https://ads.example/">buy</a></aside>'
    )

    assert [(lead.words, urlsplit(lead.url).path) for lead in leads(page)] == [
        ("the raw figures", "/raw"),
        ("a report", "/x"),
    ]


def test_a_page_of_many_links_leads_to_so_many():
    many = "".join(f'<a href="/{n}">page {n}</a>' for n in range(500))

    assert len(leads(article(f"<p>{many}</p>"))) == MOST_LEADS


@given(st.text(max_size=200))
@settings(max_examples=examples(40))
def test_whatever_an_address_is_nothing_is_raised(href):
    assert len(leads(article(f"<a href='{href}'>words</a>"))) <= MOST_LEADS


def test_what_failed_or_is_no_html_leads_nowhere():
    plain = make_page(b"see https://b.example/", content_type="text/plain")

    assert leads(plain) == ()
