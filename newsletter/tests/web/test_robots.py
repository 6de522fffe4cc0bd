"""What a site asks of programs, and that it is heeded when its pages are read."""

import asyncio

import pytest
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st

from newsletter.tests.support.web import Web, html
from newsletter.web.fetch import Fault, Page
from newsletter.web.robots import parse, read_all

RULES = """
# a comment
User-agent: OtherBot
Disallow: /

user-agent: Crux   # us
User-agent: Friend
Disallow: /private
Allow: /private/open
Disallow: /*.pdf$
Disallow: /search?*q=
Disallow: /ä
Crawl-delay: 5

User-agent: *
Disallow: /
"""


@pytest.mark.parametrize(
    ("path", "is_allowed"),
    [
        ("/", True), ("", True), ("/private", False), ("/private/x", False),
        ("/private/open/x", True), ("/privately", False), ("/a/b.pdf", False),
        ("/a/b.pdf?x", True), ("/a/b.pdfs", True), ("/search?q=x", False),
        ("/search?a=1&q=x", False), ("/search", True), ("/%C3%A4", False),
        ("/ä/x", False), ("/%70rivate", False),
    ],
)  # fmt: skip
def test_the_longest_rule_that_fits_decides(path, is_allowed):
    assert parse(RULES).allows(f"https://a.org{path}") is is_allowed


def test_rules_for_everybody_hold_where_we_are_not_named():
    assert not parse(RULES, "unnamed").allows("https://a.org/x")
    assert parse("User-agent: Other\nDisallow: /").allows("https://a.org/x")
    assert parse("User-agent: *\nDisallow:").allows("https://a.org/x")
    assert parse("").allows("https://a.org/x")


def test_a_tie_is_for_reading():
    rules = "User-agent: *\nDisallow: /x\nAllow: /x"

    assert parse(rules).allows("https://a.org/x")


@given(st.text(st.characters() | st.sampled_from("User-agent: *\nDisallow: /$")))
def test_no_text_whatever_makes_it_raise(text):
    assert parse("User-agent: *\nDisallow: " + text).allows("https://a.org/x") in (0, 1)


def read(site: Web) -> Page:
    async def go() -> Page:
        async with site.serving(), site.fetcher() as fetcher:
            pages = await read_all(["https://a.org/x"], fetcher)
            return pages["https://a.org/x"]

    return asyncio.run(go())


def plain(text: str, status: int = 200):
    async def answer(_):
        return web.Response(text=text, status=status)

    return answer


@pytest.mark.parametrize(
    ("rules", "is_read"),
    [
        (plain("User-agent: *\nDisallow: /x"), False),
        (plain("User-agent: *\nDisallow: /y"), True),
        (plain("", 404), True),
        (plain("", 403), True),
        (plain("", 503), False),
    ],
)
def test_a_page_is_read_only_where_its_site_allows(rules, is_read):
    site = Web()
    site.put("a.org/robots.txt", rules)
    site.put("a.org/x", html("A page"))

    page = read(site)

    assert (page.status == 200) is is_read
    assert site.asked["GET a.org/x"] == is_read
    assert (page.fault is Fault.REFUSED) is not is_read
