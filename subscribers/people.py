"""Who is on a newsletter's list: questions about many subscribers at once."""

from newsletter.models import Newsletter
from subscribers.models import Subscriber


def count_readers(newsletter: Newsletter) -> int:
    """How many readers the next issue would go to, suppressed ones not left out."""
    return Subscriber.objects.filter(
        newsletter=newsletter, status=Subscriber.Status.ACTIVE
    ).count()
