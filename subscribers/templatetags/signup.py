"""What a sign-up form on any page needs: its stamp, and the words of consent."""

from django import template

from subscribers.consent import abuse, record

register = template.Library()


@register.simple_tag
def form_stamp() -> str:
    """When the form was shown, signed; without it one more click is asked for."""
    return abuse.stamp()


@register.simple_tag
def consent_wording() -> str:
    """What whoever presses the button agrees to, as it is kept."""
    return record.WORDING
