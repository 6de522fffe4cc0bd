"""What the desk's templates ask for."""

from datetime import timedelta
from decimal import Decimal

from django import template

from agents.desk import session as desk
from agents.desk.overview import Overview, look

register = template.Library()
register.filter("spoken", desk.spoken)


@register.simple_tag
def overview() -> Overview:
    """What needs the operator, and the last sessions."""
    return look()


@register.filter
def dollars(amount: Decimal | str) -> str:
    """`$1.42`, of a number or of what a summary keeps."""
    return desk.dollars(Decimal(amount))


@register.filter
def seconds(number: float) -> str:
    """`2 min 5 s`."""
    return desk.duration(timedelta(seconds=number))
