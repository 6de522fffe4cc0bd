"""Preferences: what users said they want of every answer, theirs to see and to delete."""

from agents.models import Preference

MOST = 20
LONGEST = 300


def of(user: str) -> tuple[str, ...]:
    """What a user wants, in the order in which they said it."""
    if not user:
        return ()
    return tuple(
        Preference.objects.filter(user=user).values_list("text", flat=True)[:MOST]
    )
