"""Personal data: export of all that is stored about a reader, and how many they are."""

from typing import Any

from django.db.models import F

from newsletter.models import Newsletter
from subscribers.models import Bounce, Subscriber, Suppression


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
                        "edition",
                        "state",
                        "created_at",
                        "settled_at",
                        "reply",
                        subject=F("issue__subject"),
                    )
                ),
            }
            for one in rows
        ],
    }
