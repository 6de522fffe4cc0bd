"""Retry-After: how long a server asks to be left alone, in seconds or until a date."""

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_SECONDS = re.compile(r"\s*([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*\Z")


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
