"""Prunes pictures: of stories that no issue told and none will, they are kept no longer."""

from datetime import datetime, timedelta

from newsletter.models import CoverageKey, Story, StoryPicture
from newsletter.research.lifecycle import TERMINAL, TOLD

# So long after a story ended its picture is kept: a person may take the story up again.
KEPT_FOR = timedelta(days=90)
# No worker is still at one that was kept so long ago.
_SETTLED_FOR = timedelta(days=1)


def prune_pictures(now: datetime) -> int:
    """Take away the pictures of stories that ended long ago; how many files went.

    What an issue told keeps its own under whatever name it was told, and what was found
    out about the picture stays on record.
    """
    told = CoverageKey.objects.filter(sort=CoverageKey.Sort.WORK).values("key")
    Story.objects.filter(
        picture__isnull=False,
        state__in=TERMINAL - TOLD,
        state_since__lt=now - KEPT_FOR,
    ).exclude(keys__key__in=told).update(picture=None)
    unused = StoryPicture.objects.filter(
        stories__isnull=True, kept_at__lt=now - _SETTLED_FOR
    )
    gone, _ = unused.delete()
    return gone
