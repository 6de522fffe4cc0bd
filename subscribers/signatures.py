"""Signatures (HMAC): the salts, which are data, and the keys that may have signed.

Letters that were sent carry links and references made with these salts: not one of
them may ever change, whatever the code around it is called.
"""

from enum import StrEnum

from django.conf import settings


class Salt(StrEnum):
    """What keeps a signature for one thing from being worth anything for another."""

    CONFIRM = "subscribers.confirm"
    UNSUBSCRIBE = "subscribers.unsubscribe"
    COME_BACK = "subscribers.come-back"
    PREFERENCES = "subscribers.preferences"
    OWN_DATA = "subscribers.your-data"
    OPINION = "subscribers.opinion"
    VOTER = "subscribers.voter"  # who asked for more or less of one story
    FORM = "subscribers.form"  # when a sign-up form was shown
    THROTTLE = "subscribers.throttle"  # what is counted of sign-ups
    MARKS = "subscribers.letters"  # where a letter is filled in
    HASH_KEY = "subscribers.hash-key"  # the fingerprint of ADDRESS_HASH_KEY
    REFERENCES = "subscribers.references"  # what names a delivery to the outside


def keys() -> tuple[str, ...]:
    """The key that signs, then those that signed before it."""
    return (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
