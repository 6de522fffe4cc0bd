"""What a reader chooses for themselves: how often, what first, what less, how long."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from newsletter.drafts.edition import Length
from newsletter.issues import editions
from subscribers.consent import changes
from subscribers.consent.status import lock, stop_letters
from subscribers.models import Subscriber

Status = Subscriber.Status
ON_THE_LIST = (Status.ACTIVE, Status.PAUSED)


def prefer(
    subscriber_id: int,
    at: datetime,
    *,
    is_paused: bool,
    less_of: Collection[str] = (),
    first: Collection[str] = (),
    length: Length = Length.WHOLE,
) -> Subscriber | None:
    """Set how often, what first, of what less, how long; only of one who is on the list.

    Pausing takes effect at once: what has not left yet is not sent. The rest holds from
    the next issue on: the letters of one on its way are settled.
    """
    with transaction.atomic():
        subscriber = lock(subscriber_id)
        if subscriber is None or subscriber.status not in ON_THE_LIST:
            return subscriber
        before = _preferences(subscriber)
        subscriber.status = Status.PAUSED if is_paused else Status.ACTIVE
        known = [one.key for one in editions.choices(subscriber.newsletter)]
        subscriber.first = [one for one in known if one in first]
        subscriber.less_of = [
            one for one in known if one in less_of and one not in first
        ]
        subscriber.length = length
        subscriber.save(update_fields=["status", "less_of", "first", "length"])
        if (now := _preferences(subscriber)) != before:
            told = _told(before, now)
            changes.note({subscriber.pk: told}, changes.What.PREFERENCES, at)
        if is_paused:
            stop_letters([subscriber.pk], "paused", at)
    return subscriber


@transaction.atomic
def lean(
    subscriber_id: int, at: datetime, key: str, *, wants_more: bool
) -> Subscriber | None:
    """Have one topic come first, or less, from now on; all else stays as it was."""
    reader = lock(subscriber_id)
    if reader is None:
        return None
    first, less = {*reader.first} - {key}, {*reader.less_of} - {key}
    (first if wants_more else less).add(key)
    return prefer(
        reader.pk,
        at,
        is_paused=reader.status == Status.PAUSED,
        first=first,
        less_of=less,
        length=Length(reader.length),
    )


# A pace, and what is wanted.
_Preferences = tuple[str, tuple[list[str], list[str], str]]


def _preferences(subscriber: Subscriber) -> _Preferences:
    pace = "no letters for now" if subscriber.status == Status.PAUSED else "every issue"
    return pace, (subscriber.first, subscriber.less_of, subscriber.length)


def _told(before: _Preferences, now: _Preferences) -> str:
    """What changed; what a reader wants to read is named in no history."""
    pace, edition = now
    said = [pace] if pace != before[0] else []
    if edition != before[1]:
        said.append("chose what comes first, what less, or how long")
    return "; ".join(said)
