"""Times and days in ISO 8601, as strangers write them. Pure."""

from datetime import UTC, date, datetime


def moment_of(text: str) -> datetime | None:
    """A time in UTC; a day is its first moment; None where it is neither.

    What follows a day and is no time is passed over, and `/` may stand for `-`.
    """
    for written in (text.strip(), text.strip()[:10]):
        try:
            moment = datetime.fromisoformat(written.replace("/", "-"))
            return (
                moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
            )
        except (ValueError, OverflowError):
            continue
    return None


def day_of(text: str) -> date | None:
    """The day in UTC of a time or a day; None where it is neither."""
    moment = moment_of(text)
    return moment.date() if moment else None
