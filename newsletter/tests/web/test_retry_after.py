"""How long a server asks to be left alone."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsletter.web.retry_after import seconds_asked

NOW = datetime(2025, 8, 7, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("7", 7.0),
        (" 120 ", 120.0),
        ("0.2", 0.2),
        ("Thu, 07 Aug 2025 12:01:30 GMT", 90.0),
        ("Thu, 07 Aug 2025 11:00:00 GMT", 0.0),
        ("Thu, 07 Aug 2025 12:01:30", 90.0),
        ("", None),
        ("-1", None),
        ("soon", None),
        ("9" * 40, None),
    ],
)
def test_a_wait_is_in_seconds_or_until_a_date(header, seconds):
    assert seconds_asked(header, NOW) == seconds


@given(
    st.text() | st.from_regex(r"[A-Z][a-z]{2}, [0-9]+ Aug [0-9]+ [0-9:]+ [+-][0-9]+")
)
def test_no_header_whatever_makes_it_raise(header):
    assert (seconds_asked(header, NOW) or 0.0) >= 0.0
