"""When a server wants to be asked again: Retry-After, Cache-Control, Expires, a feed's ttl. Pure.

https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2.1,
https://www.rssboard.org/rss-specification#ltttlgtSubelementOfLtchannelgt,
https://web.resource.org/rss/1.0/modules/syndication/
"""

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # an idle worker loads no page
    from newsletter.web.page import Page

_SECONDS = re.compile(r"\s*([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*\Z")
# Beyond a year nobody means what they say.
MOST = timedelta(days=366)
# What a feed says of itself stands before its first entry.
_HEAD_CHARACTERS = 65_536
_FIRST_ENTRY = re.compile(r"<(?:[\w-]{1,20}:)?(?:item|entry)[\s>]", re.I)
_TTL = re.compile(r"<ttl>\s{0,20}(\d{1,9})\s{0,20}</ttl>", re.I)
_PERIOD = re.compile(
    r"<sy:updatePeriod>\s{0,20}(hourly|daily|weekly|monthly|yearly)\s{0,20}</", re.I
)
_FREQUENCY = re.compile(r"<sy:updateFrequency>\s{0,20}(\d{1,6})\s{0,20}</", re.I)
_PERIODS = {
    "hourly": timedelta(hours=1),
    "daily": timedelta(days=1),
    "weekly": timedelta(days=7),
    "monthly": timedelta(days=30),
    "yearly": timedelta(days=365),
}
_MAX_AGE = re.compile(r"(?:^|[,\s])max-age\s*=\s*\"?(\d{1,12})", re.I)
_NOT_KEPT = re.compile(r"(?:^|[,\s])no-(?:store|cache)(?=$|[,\s])", re.I)


def seconds_asked(header: str, now: datetime) -> float | None:
    """Seconds from `now` that a server asks us to wait; None when it does not say.

    https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
    """
    if found := _SECONDS.match(header):
        return float(found.group(1))
    moment = moment_told(header)
    return None if moment is None else max(0.0, (moment - now).total_seconds())


def moment_told(header: str) -> datetime | None:
    """The moment that a header names; None when it names none."""
    try:
        moment = parsedate_to_datetime(header)
    except (ValueError, OverflowError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def wait_asked(page: "Page", now: datetime) -> timedelta:
    """How long from `now` the server wants to be left alone; nothing where it does not say."""
    return min(max(_by_headers(page, now), _by_feed(page)), MOST)


def _by_headers(page: "Page", now: datetime) -> timedelta:
    header = page.headers
    after = seconds_asked(header.get("retry-after", ""), now)
    asked = _seconds(after or 0.0)
    control = header.get("cache-control", "")
    if _NOT_KEPT.search(control):
        return asked
    if found := _MAX_AGE.search(control):
        return max(asked, _seconds(float(found.group(1))))
    # Two moments of the server's own clock, which need not be ours.
    told, expires = (moment_told(header.get(name, "")) for name in ("date", "expires"))
    return max(asked, expires - (told or now)) if expires else asked


def _seconds(number: float) -> timedelta:
    return timedelta(seconds=min(number, MOST.total_seconds()))


def _by_feed(page: "Page") -> timedelta:
    if page.fault is not None or not page.body:
        return timedelta()
    head = page.body[: 4 * _HEAD_CHARACTERS].decode("utf-8", "replace")
    head = _FIRST_ENTRY.split(head[:_HEAD_CHARACTERS], maxsplit=1)[0]
    asked = timedelta()
    if found := _TTL.search(head):
        asked = timedelta(minutes=min(int(found.group(1)), MOST / timedelta(minutes=1)))
    if found := _PERIOD.search(head):
        frequency = _FREQUENCY.search(head)
        times = max(int(frequency.group(1)), 1) if frequency else 1
        asked = max(asked, _PERIODS[found.group(1).lower()] / times)
    return asked
