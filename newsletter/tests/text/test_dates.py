"""Times as strangers write them."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsletter.text.dates import day_of, moment_of


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2025-08-05T23:30:00-02:00", date(2025, 8, 6)),
        ("2025-08-05T23:30:00Z", date(2025, 8, 5)),
        ("2025-08-05", date(2025, 8, 5)),
        ("2025/08/05", date(2025, 8, 5)),
        ("2025-08-05 at noon", date(2025, 8, 5)),
        ("0001-01-01T00:00:00+09:00", date(1, 1, 1)),
        ("", None),
        ("yesterday", None),
    ],
)
def test_a_time_in_iso_8601_gives_its_day_in_utc(text, day):
    assert day_of(text) == day


def test_a_time_without_a_zone_is_in_utc():
    assert moment_of("2025-08-05T10:00") == datetime(2025, 8, 5, 10, tzinfo=UTC)


@given(st.text() | st.datetimes(timezones=st.timezones()).map(datetime.isoformat))
def test_no_text_whatever_makes_it_raise(text):
    assert moment_of(text) is None or moment_of(text).tzinfo is UTC
