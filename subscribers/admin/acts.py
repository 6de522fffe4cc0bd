"""What may be done to many readers at once, by name: each says what it does."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from subscribers.consent import changes
from subscribers.consent import status as consent
from subscribers.consent.record import Circumstances
from subscribers.models import Subscriber, Suppression
from subscribers.segments import tags


@dataclass(frozen=True, slots=True)
class Wish:
    """Who wants it done, when, and what they wrote beside it."""

    by: str
    at: datetime
    said: str = ""


@dataclass(frozen=True, slots=True)
class BulkAct:
    """An act, and what the page that asks says of it."""

    name: str
    told: str
    do: Callable[[Sequence[int], Wish], object]
    # What has to be written beside it; empty: nothing.
    asks: str = ""


def _let_go(readers: Sequence[int], wish: Wish) -> None:
    consent.unsubscribe_all(readers, Circumstances(wish.at, "operator"))


def _bar(readers: Sequence[int], wish: Wish) -> None:
    rows = Subscriber.objects.filter(pk__in=readers)
    known = dict(rows.values_list("pk", "address"))
    consent.suppress_all(known.values(), Suppression.Reason.OPERATOR, wish.at)
    told = dict.fromkeys(known, "never to be written to again")
    changes.note(told, changes.What.STANDING, wish.at, by=wish.by)


def _take_back(readers: Sequence[int], wish: Wish) -> None:
    consent.reinstate(readers, wish.at, by=wish.by)


def _tag(readers: Sequence[int], wish: Wish) -> None:
    names = tags.named(wish.said)
    for newsletter, some in tags.by_newsletter(readers):
        tags.put_on(newsletter, dict.fromkeys(some, names), wish.at, by=wish.by)


def _untag(readers: Sequence[int], wish: Wish) -> None:
    names = tags.named(wish.said)
    for newsletter, some in tags.by_newsletter(readers):
        tags.take_off(newsletter, some, names, wish.at, by=wish.by)


def _erase(readers: Sequence[int], wish: Wish) -> None:
    consent.erase_all(readers, wish.at)


TAGS = "Which tags, apart by commas"
ACTS = {
    "tag": BulkAct("Tag", "Nobody is written to, and no reader sees it.", _tag, TAGS),
    "untag": BulkAct("Untag", "Who has none of these tags stays.", _untag, TAGS),
    "let_go": BulkAct(
        "Unsubscribe",
        "No issue goes to them any more. They may come back by themselves.",
        _let_go,
    ),
    "never_write_again": BulkAct(
        "Never write to again",
        "Their addresses are barred on every newsletter here, by whoever signs up.",
        _bar,
    ),
    "take_back": BulkAct(
        "Take back in",
        "Those whose letters had bounced get the next issue; others stay as they are.",
        _take_back,
    ),
    "erase": BulkAct(
        "Erase",
        "Addresses, consents, tags and preferences are deleted for good, on every"
        " newsletter here. This cannot be undone.",
        _erase,
    ),
}
