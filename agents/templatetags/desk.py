"""What the desk's templates ask for."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from decimal import Decimal
from typing import Any

from django import template
from django.db.models import Max, Model
from django.db.models.options import Options

from agents.desk import session as desk
from agents.desk.contents import Group
from agents.desk.contents import about as what_for
from agents.desk.contents import contents as grouped
from agents.desk.overview import Overview, look
from agents.models import Session

register = template.Library()
register.filter("spoken", desk.spoken)


@register.simple_tag
def overview() -> Overview:
    """What needs the operator, and the last sessions."""
    return look()


@register.simple_tag
def contents(apps: Iterable[Mapping[str, Any]]) -> tuple[Group, ...]:
    """What there is on the desk, in groups, for who may see it."""
    return grouped(apps)


@register.simple_tag
def about(options: "Options[Model]") -> str:
    """What a table is for."""
    return what_for(options.label)


@register.simple_tag
def newest_session() -> int:
    """The newest one that an operator sees here; 0 where there is none."""
    return Session.objects.aggregate(newest=Max("pk"))["newest"] or 0


@register.filter
def dollars(amount: Decimal | str) -> str:
    """`$1.42`, of a number or of what a summary keeps."""
    return desk.dollars(Decimal(amount))


@register.filter
def seconds(number: float) -> str:
    """`2 min 5 s`."""
    return desk.duration(timedelta(seconds=number))
