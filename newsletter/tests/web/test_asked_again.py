"""When a server wants to be asked again."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from newsletter.web.page import Fault, without_answer
from newsletter.web.retry_after import MOST, wait_asked

NOW = datetime(2025, 8, 7, 12, tzinfo=UTC)
NOTHING = without_answer("https://a.example/feed", Fault.TIMEOUT, "", NOW)
ANSWER = replace(NOTHING, fault=None, detail="", status=200)
RSS = "<rss><channel>{}<item><ttl>7</ttl></item></channel></rss>"
RDF = (
    "<sy:updatePeriod> hourly </sy:updatePeriod>"
    "<sy:updateFrequency>{}</sy:updateFrequency>"
)


def minutes(headers=(), body=""):
    page = replace(ANSWER, headers=dict(headers), body=body.encode())
    return wait_asked(page, NOW) / timedelta(minutes=1)


@pytest.mark.parametrize(
    ("headers", "asked"),
    [
        ({}, 0),
        ({"cache-control": "public, max-age=1800"}, 30),
        ({"cache-control": "s-maxage=1800"}, 0),
        ({"cache-control": "no-cache, max-age=1800"}, 0),
        (
            {"cache-control": "max-age=60", "expires": "Thu, 07 Aug 2025 18:00:00 GMT"},
            1,
        ),
        ({"expires": "Thu, 07 Aug 2025 13:00:00 GMT"}, 60),
        (
            {
                "date": "Thu, 07 Aug 2025 18:30:00 GMT",
                "expires": "Thu, 07 Aug 2025 19:00:00 GMT",
            },
            30,
        ),
        ({"expires": "0"}, 0),
        ({"expires": "Thu, 07 Aug 1980 13:00:00 GMT"}, 0),
        ({"retry-after": "3600", "cache-control": "no-store"}, 60),
        ({"cache-control": f"max-age={10**11}"}, MOST / timedelta(minutes=1)),
    ],
)
def test_what_headers_ask(headers, asked):
    assert minutes(headers) == asked


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("", 0),
        ("<ttl> 90 </ttl>", 90),
        ("<ttl>999999999</ttl>", MOST / timedelta(minutes=1)),
        ("<ttl>soon</ttl>", 0),
        (RDF.format(2), 30),
        (RDF.format(0), 60),
        ("<sy:updatePeriod>daily</sy:updatePeriod>", 24 * 60),
    ],
)
def test_what_a_feed_asks_of_itself(said, asked):
    assert minutes(body=RSS.format(said)) == asked


def test_who_asks_for_the_longest_is_heard():
    assert minutes({"cache-control": "max-age=600"}, RSS.format("<ttl>60</ttl>")) == 60
    assert wait_asked(NOTHING, NOW) == timedelta()


@given(
    some.dictionaries(
        some.sampled_from(["cache-control", "expires", "date", "retry-after"]),
        some.text()
        | some.from_regex(r"max-age=[0-9]+|Thu, [0-9]+ Aug [0-9]+ 1[0-9]:0:0 GMT"),
    ),
    some.text() | some.from_regex(r"<ttl>[0-9]+</ttl>|<sy:updatePeriod>[a-z]+</"),
)
def test_whatever_a_stranger_says_is_a_wait_within_bounds(headers, body):
    assert 0 <= minutes(headers, body) <= MOST / timedelta(minutes=1)
