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


# What is wanted once, as “I want a post”, is a request and no preference.
_ONCE = r"(?!\s+(?:an?|the|one|two|three|some|another|to|you|it|this|that|more|\d+)\b)"
_STATED = re.compile(
    r"^\W*(?:please\s+)?(?:i(?:'d| would)? (?:always (?:prefer|like|want)|prefer|(?:like|"
    rf"want){_ONCE})|(?:always|never(?!\s+mind)|from now on|remember (?:that )?i|"
    r"ich (?:bevorzuge|möchte immer)|ab jetzt|immer|niemals|je préfère|toujours|jamais|"
    r"désormais)\b)\s+\w",
    re.IGNORECASE,
)
_MINE = r"\b(?:my preferences|meine vorlieben|mes préférences)\b"
_SHOWN = re.compile(
    r"\b(?:what|which|show|list|zeige?|welche|was|montre|quelles|liste)\b.{0,30}"
    + _MINE,
    re.IGNORECASE,
)
_FORGOTTEN = re.compile(
    r"\b(?:forget|delete|remove|clear|vergiss|lösche|oublie|supprime|efface)\b.{0,20}"
    + _MINE,
    re.IGNORECASE,
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
