"""Preferences: what users said they want of every answer, theirs to see and to delete."""

import re

from agents.models import Preference
from newsletter.text import truncate

MOST = 20
LONGEST = 300


def of(user: str) -> tuple[str, ...]:
    """What a user wants, in the order in which they said it."""
    if not user:
        return ()
    return tuple(
        Preference.objects.filter(user=user).values_list("text", flat=True)[:MOST]
    )


_STATED = re.compile(
    r"^\W*(?:please\s+)?(?:i(?:'d| would)? (?:always )?(?:prefer|like|want)\b|always\b|"
    r"never\b|from now on\b|remember (?:that )?i\b|ich (?:bevorzuge|möchte immer)\b|"
    r"ab jetzt\b|immer\b|niemals\b)",
    re.IGNORECASE,
)
_SHOWN = re.compile(
    r"\b(?:what|which|show|list)\b.{0,30}\bmy preferences\b", re.IGNORECASE
)
_FORGOTTEN = re.compile(
    r"\b(?:forget|delete|remove|clear)\b.{0,20}\bmy preferences\b", re.IGNORECASE
)


def is_stated(text: str) -> bool:
    """Whether a user says what they want of every answer."""
    return bool(_STATED.match(text)) and not text.rstrip().endswith("?")


def is_asked_for(text: str) -> bool:
    """Whether a user asks what they said they want."""
    return bool(_SHOWN.search(text))


def is_withdrawn(text: str) -> bool:
    """Whether a user asks that it be forgotten."""
    return bool(_FORGOTTEN.search(text))


def keep(user: str, text: str) -> bool:
    """Keep what a user wants; False where they want too many things already."""
    said = truncate.at_word(" ".join(text.split()), LONGEST)
    if Preference.objects.filter(user=user).count() >= MOST:
        return False
    Preference.objects.get_or_create(user=user, text=said)
    return True


def forget(user: str) -> int:
    """Delete all that a user wants; how many there were."""
    return Preference.objects.filter(user=user).delete()[0]
