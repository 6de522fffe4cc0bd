"""What no assistant may say, whoever asked: its prompt, and our secrets (leak check)."""

import re
from collections.abc import Iterable

from django.conf import settings

from agents.registry.catalogue import Entry
from newsletter.text.words import words_of

# So many words in a row are no chance: they were copied.
RUN = 8
FEWEST_SIGNS = 8
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


def leaks(text: str, entry: Entry) -> str:
    """What of ours a text gives away, in words; "" where it gives away nothing."""
    if _runs(text) & _runs(entry.prompt):
        return "it repeats its instructions"
    if any(secret in text for secret in secrets()):
        return "it holds a secret"
    return ""


def addresses(text: str) -> frozenset[str]:
    """The e-mail addresses that a text holds."""
    return frozenset(found.lower() for found in _ADDRESS.findall(text))


def secrets() -> tuple[str, ...]:
    """Every secret of the settings that is long enough to be told from a word."""
    held: Iterable[str] = (
        settings.SECRET_KEY,
        *settings.SECRET_KEY_FALLBACKS,
        settings.ADDRESS_HASH_KEY,
        settings.ANTHROPIC_API_KEY,
        settings.EMAIL_HOST_PASSWORD,
        settings.DKIM_PRIVATE_KEY,
        settings.OPERATOR_WEBHOOK,
        *settings.ALERT_WEBHOOK_SECRET,
        settings.METRICS_TOKEN,
        *map(str, settings.ANYMAIL.values()),
    )
    return tuple(one for one in held if one and len(one) >= FEWEST_SIGNS)


def _runs(text: str) -> frozenset[tuple[str, ...]]:
    words = words_of(text)
    return frozenset(tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1))
