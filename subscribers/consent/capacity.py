"""Capacity: how many readers a newsletter may have, and how many places are left."""

from django.conf import settings

from newsletter.models import Newsletter
from subscribers.models import Subscriber

Status = Subscriber.Status

# They hold a place on the list. Who has not confirmed does not: anybody could fill the
# list with addresses of others.
PLACED = (Status.ACTIVE, Status.PAUSED)


class ListFull(Exception):
    """The newsletter has all the readers it can take."""


def cap_of(newsletter: Newsletter) -> int:
    """How many readers `newsletter` may have; 0 is no limit."""
    own = newsletter.subscriber_cap
    return settings.SUBSCRIBER_CAP if own is None else own


def left(newsletter: Newsletter) -> int | None:
    """How many more readers `newsletter` may have; None where there is no limit."""
    cap = cap_of(newsletter)
    if cap <= 0:
        return None
    placed = Subscriber.objects.filter(newsletter=newsletter, status__in=PLACED)
    return max(cap - placed.count(), 0)


def are_taken(newsletter: Newsletter) -> bool:
    return left(newsletter) == 0
