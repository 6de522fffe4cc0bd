"""How a newsletter's list grew: readers at the end of each week, from two questions."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import TruncWeek

from subscribers.models import Subscriber

WEEKS = 12


@dataclass(frozen=True, slots=True)
class Growth:
    """Readers now, and how many of them there were at the end of each week."""

    readers: int
    weeks: Sequence[tuple[date, int]]  # the day the week ended before, and readers

    @property
    def gained(self) -> int:
        """By how many they became more in four weeks."""
        return self.weeks[-1][1] - self.weeks[-5][1] if len(self.weeks) > 4 else 0


NONE = Growth(0, ())


def growth(now: datetime) -> Mapping[int, Growth]:
    """By newsletter. Who was erased has left no trace, and is in no week."""
    confirmed = Subscriber.objects.filter(confirmed_at__isnull=False)
    came, left = _by_week(confirmed, "confirmed_at"), _by_week(confirmed, "left_at")
    standing = dict(
        Subscriber.objects.filter(status=Subscriber.Status.ACTIVE)
        .values_list("newsletter")
        .annotate(Count("pk"))
    )
    monday = now.date() - timedelta(days=now.weekday())
    ends = [monday - timedelta(days=7 * back) for back in range(WEEKS - 2, -2, -1)]
    found = {}
    for newsletter in {*came, *standing}:
        counted = [
            (
                min(end, now.date() + timedelta(days=1)),
                sum(number for week, number in came[newsletter].items() if week < end)
                - sum(
                    number for week, number in left[newsletter].items() if week < end
                ),
            )
            for end in ends
        ]
        found[newsletter] = Growth(standing.get(newsletter, 0), tuple(counted))
    return found


def _by_week(rows: QuerySet[Subscriber], field: str) -> Mapping[int, dict[date, int]]:
    """How many have that moment in each week, by newsletter and the week's Monday."""
    found: dict[int, dict[date, int]] = defaultdict(dict)
    counted = (
        rows.filter(Q(**{f"{field}__isnull": False}))
        .values_list("newsletter_id", TruncWeek(field))
        .annotate(Count("pk"))
        .order_by()
    )
    for newsletter, week, number in counted:
        found[newsletter][week.date()] = number
    return found
