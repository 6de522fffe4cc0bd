"""Taking what comes in, once: the row that a second delivery of the same finds."""

from django.db import IntegrityError, transaction

from agents.models import Arrival
from newsletter.text.identifiers import sha256_of


class TakenBefore(Exception):
    """This delivery was taken before; it is not done a second time."""

    def __init__(self) -> None:
        super().__init__(self.__doc__)


def refuse_second(arrival: Arrival) -> None:
    """Raise TakenBefore where it was, before anything is done for it."""
    if Arrival.objects.filter(source=arrival.source, key=arrival.key).exists():
        raise TakenBefore


def take(arrival: Arrival) -> Arrival:
    """Put it on record; raises TakenBefore.

    Within a transaction: what is done of it is done with the row or not at all.
    """
    try:
        with transaction.atomic():
            arrival.save(force_insert=True)
    except IntegrityError as error:
        raise TakenBefore from error
    return arrival


def named(text: str) -> str:
    """A key for what is too long to be one."""
    return f"sha256:{sha256_of(text)}"
