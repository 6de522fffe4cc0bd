"""Times as strangers write them."""

from datetime import UTC, date, datetime
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsletter.text import dates
from newsletter.text.dates import day_of, day_told, moment_of


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2025-08-05T23:30:00-02:00", date(2025, 8, 6)),
        ("2025-08-05T23:30:00Z", date(2025, 8, 5)),
        ("2025-08-05", date(2025, 8, 5)),
        ("2025/08/05", date(2025, 8, 5)),
        ("2025-08-05 at noon", date(2025, 8, 5)),
        ("0001-01-01T00:00:00+09:00", date(1, 1, 1)),
        ("2026-W06-4", date(2026, 2, 5)),
        ("2026W064T10:00:00Z", date(2026, 2, 5)),
        ("2026-036", date(2026, 2, 5)),
        ("2025-08-05 23:30:00 -0200", date(2025, 8, 6)),
        ("2025-08-05 23:30:00 -0200 BRST", date(2025, 8, 6)),
        ("2025-08-05 23:30:00 UTC", date(2025, 8, 5)),
        ("2025-08-05T25:00:00Z", date(2025, 8, 5)),
        ("2026-W06", None),
        ("2026-366", None),
        ("2026-02", None),
        ("", None),
        ("yesterday", None),
    ],
)
def test_a_time_in_iso_8601_gives_its_day_in_utc(text, day):
    assert day_of(text) == day


def test_a_time_without_a_zone_is_in_utc():
    assert moment_of("2025-08-05T10:00") == datetime(2025, 8, 5, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Tue, 05 Aug 2025 23:30:00 -0200", date(2025, 8, 6)),
        ("Tue, 05 Aug 2025 12:00:00 GMT", date(2025, 8, 5)),
        ("5 August 2025", date(2025, 8, 5)),
        ("Aug 5, 2025 10:00", date(2025, 8, 5)),
        ("Tuesday, 05-Aug-25 10:00:00 EST", date(2025, 8, 5)),
        ("2026-W06-4", date(2026, 2, 5)),
        ("Thu, 01 Jan 1970 00:00:00 GMT", None),
        ("0001-01-01T00:00:00Z", None),
        ("Tue, 45 Aug 2025", None),
        ("08/05/2025", None),
        ("99 Foo 20250", None),
        ("Wed, 30 Nov -0001 00:00:00 +0000", None),
        ("Thu, 01 Jan 0000 00:00:00 GMT", None),
        ("Tue, 05 Aug 2025 25:61:00 +0000", date(2025, 8, 5)),
        ("Sun, 07 Sept 2025 10:00:00 GMT", date(2025, 9, 7)),
        ("mar., 24 nov. 2026 23:30:00 -0200", date(2026, 11, 25)),
        ("mar. 3 mars 2026", date(2026, 3, 3)),
        ("jeu., 1er févr. 2026 08:00", date(2026, 2, 1)),
        ("lun., 06 juil. 2026 10:00:00 +0200", date(2026, 7, 6)),
        ("lun., 06 jui 2026 10:00:00 +0200", None),
        ("sam., 15 AOÛT 2026", date(2026, 8, 15)),
        ("24 de noviembre de 2026", date(2026, 11, 24)),
        ("mié, 07 ene 2026 10:00:00 +0000", date(2026, 1, 7)),
        ("Mi., 4. Mär. 2026", date(2026, 3, 4)),
        ("Do, 24 Dez 2026 10:00:00 MEZ", date(2026, 12, 24)),
        ("ven, 01 mag 2026 10:00:00 +0200", date(2026, 5, 1)),
        ("seg, 24 fev 2025 10:00:00 -0300", date(2025, 2, 24)),
        ("di 24 mrt 2026 10:00", date(2026, 3, 24)),
        ("24 listopada 2026", None),
        ("2026年11月24日 10:00", date(2026, 11, 24)),
        ("2026. 11. 24.", date(2026, 11, 24)),
        ("2026. 13. 24.", None),
    ],
)
def test_a_day_in_a_feed_is_read_as_letters_write_it_too(text, day):
    assert day_told(text) == day


@given(st.text(max_size=40) | st.datetimes().map(format_datetime))
def test_no_text_makes_the_day_of_a_feed_raise(text):
    assert day_told(text) is None or day_told(text).year >= 1990


@given(st.text() | st.datetimes(timezones=st.timezones()).map(datetime.isoformat))
def test_no_text_whatever_makes_it_raise(text):
    assert moment_of(text) is None or moment_of(text).tzinfo is UTC


def test_a_day_as_letters_write_it_is_looked_up_in_no_other_language(monkeypatch):
    monkeypatch.delattr(dates, "_month_of")

    assert day_told("Tue, 24 Nov 2026 08:00:00 +0000") == date(2026, 11, 24)


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("Tue, 03 Feb 2026 00:30:00 CET", date(2026, 2, 2)),
        ("Tue, 05 Aug 2025 01:30:00 CEST", date(2025, 8, 4)),
        ("Tue, 03 Feb 2026 08:59:00 JST", date(2026, 2, 2)),
        ("2026-02-03 08:59:00 JST", date(2026, 2, 2)),
        ("Tue, 03 Feb 2026 14:30:00 HST", date(2026, 2, 4)),
        ("Tue, 03 Feb 2026 23:30:00 GMT", date(2026, 2, 3)),
        ("Tue, 03 Feb 2026 23:30:00 EST", date(2026, 2, 4)),
        ("Tue, 03 Feb 2026 23:30:00 XYZ", date(2026, 2, 3)),
    ],
)
def test_a_zone_that_is_named_counts(written, day):
    assert day_told(written) == day
