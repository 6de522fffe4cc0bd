"""What stands in the place of a page is not read as its article."""

import pytest

from newsletter.tests.support.judging import A, make_page, moved
from newsletter.web.article import opened
from newsletter.web.page import Fault
from newsletter.web.stand_ins.signs import absences, walls
from newsletter.web.stand_ins.titles import is_titled_so

ARTICLE = (
    "The laboratory released a model of seven billion parameters today. Its weights may "
    "be downloaded by everyone, and the licence lets firms use it. On the benchmarks that "
    "it names the model is ahead of others of its size. "
)
ANUBIS = (
    "<title>Making sure you're not a bot!</title><p>Loading... You are seeing this because "
    "the administrator of this website has set up Anubis to protect the server against the "
    "scourge of companies aggressively scraping websites. This can and does cause downtime."
)
CLOUDFLARE = (
    "<title>Just a moment...</title><p>Enable JavaScript and cookies to continue</p>"
)
IMUNIFY = (
    "<title>One moment, please...</title>"
    "<h1>Please wait while your request is being verified...</h1>"
)
COOKIES = (
    "<title>A new model</title><p>We value your privacy. We and our 842 partners store and "
    "access information on a device, such as cookies, and process personal data for "
    "personalised advertising. Accept all cookies to go on reading this page today.</p>"
)
GONE = (
    "<title>Page not found | Acme</title><h1>Page not found</h1><p>Sorry, we could not find "
    "the page that you are looking for. It may have been moved, or it never existed.</p>"
)


@pytest.mark.parametrize("html", [ANUBIS, CLOUDFLARE, IMUNIFY, COOKIES, GONE])
def test_what_stands_in_for_a_page_is_a_fault_and_no_article(html):
    page, reading = opened(make_page(body=html.encode()))

    assert reading is None
    assert page.fault is Fault.STAND_IN
    assert page.detail.startswith("it ")


def examples():
    for sign in (*walls(), *absences()):
        for number, one in enumerate(sign.examples):
            yield pytest.param(one, id=f"{sign.name}-{number}")


@pytest.mark.parametrize("example", list(examples()))
def test_no_example_of_a_sign_is_told_as_an_article(example):
    given = {"status": example.status, "headers": example.headers}
    given["body"] = example.page.encode()
    page = moved(example.to, **given) if example.to else make_page(A, **given)

    assert opened(page)[1] is None


def test_a_redirect_to_the_home_page_brings_no_article():
    page = moved("https://a.org/", body=f"<title>Acme</title><p>{ARTICLE}</p>".encode())

    assert opened(page)[1] is None


@pytest.mark.parametrize(
    "beside",
    [
        "<footer>Subscribe to read more. We use cookies. Please log in to continue.</footer>",
        "<aside>Before you continue to our shop: requires cookies.</aside>",
        "<script src='/_Incapsula_Resource?SWJIYLWA=1'></script>",
        "<script src='https://x.token.awswaf.com/x/challenge.js'></script>",
        "<noscript>Please enable JavaScript</noscript>",
        "<form>Sign in <input type=password></form>",
    ],
)
def test_an_article_that_stands_there_whole_is_read_whatever_is_beside_it(beside):
    html = f"<title>A new model</title><article><p>{ARTICLE}</p></article>{beside}"

    page, reading = opened(make_page(body=html.encode()))

    assert page.fault is None
    assert reading.text.startswith("The laboratory released")


@pytest.mark.parametrize(
    "title",
    [
        "Captchas that machines solve",
        "Just a moment of attention",
        "Access denied: a novel",
    ],
)
def test_a_long_article_may_be_titled_like_a_wall(title):
    html = f"<title>{title}</title><article><p>{ARTICLE * 12}</p></article>"

    assert opened(make_page(body=html.encode()))[1] is not None


def test_of_a_few_words_all_counts_that_the_page_shows():
    html = (
        "<title>A new model</title><h2>Please log in to continue</h2><p>It is free.</p>"
    )

    assert opened(make_page(body=html.encode()))[1] is None


def test_chinese_words_are_counted_where_they_run_on():
    text = (
        "近来常有人遇到无休止的验证码。网站为了防范机器人流量而采取越来越激进的措施。"
        * 9
    )
    html = (
        f"<meta charset=utf-8><title>开放的网络</title><article><p>{text}</p></article>"
    )

    assert opened(make_page(body=html.encode()))[1] is not None


@pytest.mark.parametrize(
    "title",
    ["Just a moment...", "403 Forbidden", "Attention Required! | Cloudflare", "Page not found",
     "Access Denied", "Robot Check", "Log in | Acme", "503 Service Unavailable",
     "Making sure you’re not a bot!", "Vercel Security Checkpoint"],
)  # fmt: skip
def test_a_title_of_a_wall_is_known_without_its_page(title):
    assert is_titled_so(title)


@pytest.mark.parametrize(
    "title",
    ["Captcha-solving agents are here", "Access denied: how the law failed readers today",
     "Just a moment of attention is all you need for it", "Maintenance of large models in practice",
     "Login.gov adds passkeys for all its readers", "A new model", "", "Security checks for agents"],
)  # fmt: skip
def test_a_title_that_begins_like_a_wall_is_a_title(title):
    assert not is_titled_so(title)
