"""What calls cost this month, beside what sessions do: one ceiling is over both."""

from datetime import datetime
from decimal import Decimal

from django.conf import settings
from django.db.models import QuerySet, Sum

from agents.engine import log
from agents.models import AgentRun, Execution

UNLIMITED = Decimal("Infinity")


def called(since: datetime) -> Decimal:
    """Dollars that executions cost since then."""
    return _total(Execution.objects.filter(created_at__gte=since))


def left_this_month() -> Decimal:
    """What MONTH_DOLLARS leaves; unlimited where it is 0."""
    if not settings.MONTH_DOLLARS:
        return UNLIMITED
    now = log.database_now()
    since = now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    runs = _total(AgentRun.objects.filter(started_at__gte=since))
    return Decimal(settings.MONTH_DOLLARS) - runs - called(since)


def _total(rows: "QuerySet[AgentRun] | QuerySet[Execution]") -> Decimal:
    return rows.aggregate(total=Sum("dollars"))["total"] or Decimal(0)
