"""Personal data: export of all that is stored about a reader, and readers in sum."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from newsletter.drafts.edition import Length
from newsletter.issues import editions
from newsletter.models import Newsletter
from subscribers.models import Bounce, Subscriber, Suppression

# What fewer readers chose is told to nobody: it could be told who they are.
FEWEST = 5


def count_readers(newsletter: Newsletter) -> int:
    """How many readers the next issue would go to, suppressed ones not left out."""
    return Subscriber.objects.filter(
        newsletter=newsletter, status=Subscriber.Status.ACTIVE
    ).count()


def everything_about(subscriber_id: int) -> dict[str, Any] | None:
    """All that is stored about the person behind one subscriber, on every list."""
    asked = Subscriber.objects.filter(pk=subscriber_id).first()
    if asked is None:
        return None
    rows = Subscriber.objects.filter(address_hash=asked.address_hash)
    rows = rows.select_related("newsletter").order_by("newsletter__slug")
    return {
        "address": asked.address,
        "suppressed": list(
            Suppression.objects.filter(address_hash=asked.address_hash).values(
                "reason", "at"
            )
        ),
        "newsletters": [
            {
                "newsletter": one.newsletter.title,
                "status": one.status,
                "since": one.created_at,
                "confirmed": one.confirmed_at,
                "left": one.left_at,
                "first": one.first,
                "less_of": one.less_of,
                "length": one.length,
                "tags": [tag.name for tag in one.tags.all()],
                "bounce_score": one.bounce_score,
                "consents": list(
                    one.consents.values(
                        "act", "at", "network", "wording", "wording_version"
                    )
                ),
                "address_changes": list(
                    one.address_changes.order_by("id").values(
                        "at", "state", "address", "old_address"
                    )
                ),
                "changes": list(one.changes.values("what", "words", "at")),
                "confirmations": list(
                    one.confirmations.order_by("id").values(
                        "kind", "asked_at", "sent_at"
                    )
                ),
                "bounces": list(
                    Bounce.objects.filter(delivery__subscriber=one).values(
                        "kind", "at", "status", "said"
                    )
                ),
                "letters": list(
                    one.deliveries.order_by("id").values(
                        "issue__subject",
                        "edition",
                        "state",
                        "created_at",
                        "settled_at",
                        "reply",
                    )
                ),
            }
            for one in rows
        ],
    }


@dataclass(frozen=True, slots=True)
class Chosen:
    """How many readers chose what, by name: in sum, never who, and never of a few."""

    first: Mapping[str, int]
    less: Mapping[str, int]
    length: Mapping[str, int]

    def __bool__(self) -> bool:
        return bool(self.first or self.less or self.length)


def chosen(newsletter: Newsletter) -> Chosen:
    """What its readers chose for their editions, as far as `FEWEST` chose it."""
    names = {one.key: one.name for one in editions.choices(newsletter)}
    readers = _active(newsletter)
    lengths = Counter(readers.values_list("length", flat=True))
    shorter = {one.value: one.value for one in Length if one is not Length.WHOLE}
    return Chosen(
        _enough(_counted(newsletter, "first"), names),
        _enough(_counted(newsletter, "less_of"), names),
        _enough(lengths, shorter),
    )


def less_of(newsletter: Newsletter) -> dict[str, int]:
    """How many readers want to see less of each topic, as far as `FEWEST` do."""
    topics = {topic: topic for topic in newsletter.topics}
    return _enough(_counted(newsletter, "less_of"), topics)


def _active(newsletter: Newsletter) -> QuerySet[Subscriber]:
    return Subscriber.objects.filter(
        newsletter=newsletter, status=Subscriber.Status.ACTIVE
    )


def _counted(newsletter: Newsletter, field: str) -> Counter[str]:
    rows = _active(newsletter).exclude(**{field: []}).values_list(field, flat=True)
    return Counter(one for chosen in rows for one in chosen)


def _enough(counted: Counter[str], names: Mapping[str, str]) -> dict[str, int]:
    return {name: counted[key] for key, name in names.items() if counted[key] >= FEWEST}
