"""What a sign-up form on any page needs."""

from django import template

from subscribers import defence

register = template.Library()


@register.simple_tag
def form_stamp() -> str:
    """When the form was shown, signed; without it one more click is asked for."""
    return defence.stamp()
