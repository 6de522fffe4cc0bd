"""The one way out: what it brings back, and where redirects lead it."""

from datetime import UTC, datetime, timedelta

import pytest
from aiohttp import web

from newsletter.tests.support.web import A, Web, ask, html, redirect, site_with
from newsletter.web.fetch import Fault, signed

# What it brings back


def test_a_page_comes_with_its_evidence():
    page = ask(site_with("a.org/", html("Hello", ETag='"1"')))

    assert (page.status, page.fault, page.chain, page.truncated) == (
        200,
        None,
        (),
        False,
    )
    assert page.url == page.final_url == A
    assert page.content_type == "text/html; charset=utf-8"
    assert page.headers["etag"] == '"1"'
    assert "<title>Hello</title>" in page.text
    assert datetime.now(UTC) - page.fetched_at < timedelta(minutes=1)


def test_a_routed_request_names_the_host_and_scheme_it_was_for():
    site = site_with("a.org/b%2Fc?d=e%20f", html("Hello"))

    page = ask(site, "https://a.org/b%2Fc?d=e%20f")

    (request,) = site.requests
    assert page.status == 200
    assert request.headers["Host"] == "a.org"
    assert request.headers["X-Forwarded-Proto"] == "https"
    assert not {"Cookie", "Authorization", "Referer"} & set(request.headers)


@pytest.mark.parametrize(
    ("content_type", "body", "text"),
    [
        ("text/html; charset=utf-8", "ä".encode(), "ä"),
        ("text/html; charset=iso-8859-1", b"\xe4", "ä"),
        ("text/html", "<meta charset='latin-1'>ä".encode("latin-1"), "ä"),
        (
            "text/xml",
            "<?xml version='1.0' encoding='latin-1'?>ä".encode("latin-1"),
            "ä",
        ),
        ("text/html; charset=no-such", "ä".encode(), "ä"),
        ("text/html", "\ufeffä".encode(), "ä"),
        ("text/html", b"\xff\xfe\xe4", "\ufffd"),
    ],
)
def test_a_body_is_decoded_as_it_says(content_type, body, text):
    async def answer(_):
        return web.Response(body=body, headers={"Content-Type": content_type})

    assert ask(site_with("a.org/", answer)).text.endswith(text)


# Redirects


def test_redirects_are_followed_and_kept():
    site = Web()
    site.put("a.org/", redirect("b?c=d", 301))
    site.put("a.org/b?c=d", redirect("//b.org/ä x", 308))
    site.put("b.org/%C3%A4%20x", html("Here"))

    page = ask(site)

    assert page.final_url == "https://b.org/%C3%A4%20x"
    assert [(hop.url, hop.status) for hop in page.chain] == [
        (A, 301),
        ("https://a.org/b?c=d", 308),
    ]


@pytest.mark.parametrize(("hops", "fault"), [(5, None), (6, Fault.TOO_MANY_REDIRECTS)])
def test_five_redirects_are_followed_and_no_more(hops, fault):
    site = Web()
    for number in range(hops):
        site.put(f"a.org/{number or ''}", redirect(f"/{number + 1}"))
    site.put(f"a.org/{hops}", "Here")

    assert ask(site).fault is fault


def test_a_circle_of_redirects_is_seen():
    site = Web()
    site.put("a.org/", redirect("/b"))
    site.put("a.org/b", redirect("/"))

    page = ask(site)

    assert (page.fault, len(page.chain)) == (Fault.LOOP, 2)


@pytest.mark.parametrize("location", ["http://[", "http://", "\x80http://\xff"])
def test_a_redirect_to_nonsense_is_malformed(location):
    page = ask(site_with("a.org/", redirect(location)))

    assert page.fault in (Fault.MALFORMED, Fault.REFUSED, None)


def test_a_redirect_without_a_location_is_an_answer():
    assert ask(site_with("a.org/", html("x", status=302))).status == 302


def test_we_say_who_we_are_where_our_site_is_public():
    assert signed("https://crux.example") == (
        "Mozilla/5.0 (compatible; Crux/0.1; +https://crux.example)"
    )
    assert signed("http://localhost:8000") == "Mozilla/5.0 (compatible; Crux/0.1)"
