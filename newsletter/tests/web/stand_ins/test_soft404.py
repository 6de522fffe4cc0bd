"""Soft 404s: pages that answer, and say or show that what was asked for is absent."""

# ruff: noqa: RUF001  phrases of many languages, in their own letters

import pytest

from newsletter.standards.outcomes import Outcome
from newsletter.tests.support.judging import PLENTY, make_page, moved, outcome_of
from newsletter.web.stand_ins.soft404 import says_not_there


@pytest.mark.parametrize(
    "title",
    [
        "404", "404 Not Found", "Page not found", "Page Not Found | Acme",
        "Error 404 (Not Found)!!1", "Acme - 404", "Oops! That page can’t be found.",
        "404: This page could not be found", "Sorry, this page isn't available",
        "The page you are looking for does not exist", "Page not found · GitHub",
        "This page is no longer available", "410 Gone", "We can't find that page",
        "Nothing found", "404 - File or directory not found.", "HTTP 404",
        "Hmm... this page doesn't exist", "Content not available", "Page unavailable",
        "Looking for something? Page not found", "Article not found - The Daily",
        "Seite nicht gefunden – Firma", "Die Seite wurde leider nicht gefunden",
        "Page introuvable", "Página no encontrada | Sitio", "Página não encontrada",
        "Pagina non trovata", "Pagina niet gevonden", "Sidan hittades inte",
        "Siden blev ikke fundet", "Sivua ei löytynyt", "Nie znaleziono strony",
        "Stránka nenalezena", "Az oldal nem található", "Sayfa bulunamadı",
        "Страница не найдена — Сайт", "Сторінку не знайдено", "Η σελίδα δεν βρέθηκε",
        "ページが見つかりません", "页面不存在", "找不到页面", "페이지를 찾을 수 없습니다",
        "الصفحة غير موجودة", "Halaman tidak ditemukan", "Không tìm thấy trang",
    ],
)  # fmt: skip
def test_a_title_that_says_not_there_is_understood(title):
    assert says_not_there(title)
    assert outcome_of(make_page(title=title)) is Outcome.SOFT_404


@pytest.mark.parametrize(
    "title",
    [
        "How to fix 404 not found errors in nginx", "The missing manual", "Gone",
        "404 Media raises a fund – and what it means for us all today",
        "Found: a new way to train", "Model available now", "Error handling in Rust",
        "Lost in the middle: how language models use long contexts", "GPT-4.1 is here",
        "Attention is all you need", "Deleted scenes", "Release 410 brings speed",
        "We found a bug in a page cache", "Page attention explained", "Nicht schlecht",
        "Not available in Europe: why", "Lost pages", "Missing files",
        "How this position has been filled by a model", "Sorry, we are closed", "What is found in translation", "",
    ],
)  # fmt: skip
def test_an_ordinary_title_is_not_mistaken(title):
    assert not says_not_there(title)


@pytest.mark.parametrize(
    ("to", "outcome"),
    [
        ("https://a.org/", Outcome.SOFT_404),
        ("https://www.a.org/en/", Outcome.SOFT_404),
        ("https://b.org/", Outcome.SOFT_404),
        ("https://a.org/blog", Outcome.REDIRECTED),
        ("https://a.org/blog/new-model", Outcome.REDIRECTED),
        ("https://b.org/new-model", Outcome.REDIRECTED),
        ("https://a.org/?p=12", Outcome.REDIRECTED),
        ("https://a.org/#/posts/12", Outcome.REDIRECTED),
        ("https://a.org/blog/2025/newer-model", Outcome.REDIRECTED),
        ("https://www.a.org/blog/2025/new-model/", Outcome.OK),
        ("https://a.org/blog/2025/new-model?utm_source=x", Outcome.OK),
    ],
)
def test_a_redirect_that_loses_its_page_is_a_soft_404(to, outcome):
    assert outcome_of(moved(to)) is outcome


@pytest.mark.parametrize(
    ("url", "to", "outcome"),
    [
        ("https://s.co/x1", "https://a.org/", Outcome.REDIRECTED),
        ("https://a.org/", "https://a.org/en/", Outcome.REDIRECTED),
        ("https://doi.org/10.1000/a/b/c", "https://b.org/1", Outcome.REDIRECTED),
        ("http://a.org/x", "https://a.org/x", Outcome.OK),
    ],
)
def test_a_short_link_or_a_home_page_may_lead_home(url, to, outcome):
    assert outcome_of(moved(to, url)) is outcome


@pytest.mark.parametrize(
    "head",
    [
        '<link rel="canonical" href="https://a.org/">',
        '<meta name="robots" content="noindex, nofollow">',
        "<title>a.org</title>",
    ],
)
def test_a_doubt_is_settled_by_an_address_that_cannot_exist(head):
    page = make_page(body=f"{head}<h1>Hello</h1>{PLENTY}".encode())
    other = make_page(body=f"<h1>Quite another</h1>{PLENTY}".encode())
    absent = make_page(status=404)

    assert outcome_of(page) is Outcome.OK
    assert outcome_of(page, sibling=absent) is Outcome.OK
    assert outcome_of(page, sibling=other) is Outcome.OK
    assert outcome_of(page, sibling=page) is Outcome.SOFT_404


def test_a_redirect_up_is_a_soft_404_where_any_address_leads_there():
    listing = make_page(title="All posts")
    up = moved("https://a.org/blog", body=listing.body)

    assert outcome_of(up) is Outcome.REDIRECTED
    assert outcome_of(up, sibling=make_page(status=404)) is Outcome.REDIRECTED
    assert outcome_of(up, sibling=listing) is Outcome.SOFT_404


@pytest.mark.parametrize("kind", ["text/html", "application/pdf", ""])
def test_nothing_at_all_is_no_page(kind):
    assert outcome_of(make_page(body=b"", content_type=kind)) is Outcome.SOFT_404
    assert outcome_of(make_page(body=b"", status=204)) is Outcome.SOFT_404


def test_a_page_that_only_scripts_fill_cannot_be_judged():
    shell = make_page(body=b"<title>App</title><div id=root></div><script src=a.js>")

    assert outcome_of(shell, sibling=shell) is Outcome.BLOCKED


def test_a_page_that_sends_readers_home_at_once_is_a_soft_404():
    refresh = '<meta http-equiv="Refresh" content="0; URL=\'/\'">'

    page = make_page(body=f"<title>A new model</title>{refresh}{PLENTY}".encode())

    assert outcome_of(page) is Outcome.SOFT_404


def test_a_file_is_not_read_like_a_page():
    page = make_page(content_type="application/pdf", body=b"%PDF Page not found")

    assert outcome_of(page) is Outcome.OK
