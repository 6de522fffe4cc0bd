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
    try:
        moment = parsedate_to_datetime(header)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return max(0.0, (moment - now).total_seconds())
    except (ValueError, OverflowError):
        return None
