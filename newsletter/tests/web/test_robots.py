"""What a site asks of programs, and that it is heeded when its pages are read."""

import asyncio
import time

import pytest
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st

from newsletter.tests.support.web import Web, html
from newsletter.web.fetch import Fault, Page
from newsletter.web.robots import may_read, read_all

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
    assert may_read(RULES, f"https://a.org{path}") is is_allowed


def test_rules_for_everybody_hold_where_we_are_not_named():
    assert not may_read(RULES, "https://a.org/x", "unnamed")
    assert may_read("User-agent: Other\nDisallow: /", "https://a.org/x")
    assert may_read("User-agent: *\nDisallow:", "https://a.org/x")
    assert may_read("", "https://a.org/x")


def test_a_tie_is_for_reading():
    rules = "User-agent: *\nDisallow: /x\nAllow: /x"

    assert may_read(rules, "https://a.org/x")


@given(st.text(st.characters() | st.sampled_from("User-agent: *\nDisallow: /$")))
def test_no_text_whatever_makes_it_raise(text):
    assert may_read("User-agent: *\nDisallow: " + text, f"https://a.org/{text}") in (
        0,
        1,
    )


@pytest.mark.parametrize(
    "rules",
    [
        "\ufeffUser-agent: *\nDisallow: /x",
        "User-agent: Crux/0.1\nDisallow: /x",
        "User-agent: crux/2 (weekly)\nDisallow: /x\n\nUser-agent: *\nAllow: /",
        "User-agent: Crux\nDisallow: /y\n\nUser-agent: Crux\nDisallow: /x",
        "User-agent: Other\n# and\nUser-agent: Another\n\nUser-agent: *\nDisallow: /x",
    ],
)
def test_rules_hold_however_they_are_written(rules):
    assert not may_read(rules, "https://a.org/x")


@pytest.mark.parametrize(
    "rules",
    [
        "User-agent: Crux\nDisallow:\n\nUser-agent: *\nDisallow: /",
        "User-agent: Cruxbot\nDisallow: /",
        "User-agent: Other\nDisallow: /x\n\nUser-agent: Another\nDisallow: /",
    ],
)
def test_rules_for_others_are_not_ours(rules):
    assert may_read(rules, "https://a.org/x")


def test_many_names_over_many_rules_are_read_in_a_moment():
    names = "\n".join(f"User-agent: bot{number}" for number in range(10_000))
    began = time.process_time()

    assert may_read(names + "\nDisallow: /x" * 10_000, "https://a.org/x")

    assert time.process_time() - began < 5


def test_half_of_a_last_line_is_no_rule():
    site = Web()
    start = "User-agent: *\nDisallow: /x"
    rules = "#" * (512_000 - len(start) - 1) + f"\n{start}-but-not-all-that-begins-so\n"
    site.put("a.org/robots.txt", plain(rules))
    site.put("a.org/x", html("A page"))

    assert read(site).status == 200


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
