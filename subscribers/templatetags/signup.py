"""What a sign-up form on any page needs: its stamp, and the words of consent."""

from django import template

from newsletter.models import Newsletter
from subscribers.consent import abuse, record

register = template.Library()


@register.simple_tag
def form_stamp(is_shared: bool | str = False) -> str:  # noqa: FBT001, FBT002  a tag's
    """When the form was shown, signed; without it one more click is asked for.

    On a page that caches keep (`is_shared`) it tells ten minutes alone.
    """
    return abuse.shared_stamp() if is_shared else abuse.stamp()


@register.simple_tag
def consent_wording(newsletter: Newsletter) -> str:
    """What whoever presses the button agrees to, as it is kept."""
    return record.wording_in(newsletter.language)
