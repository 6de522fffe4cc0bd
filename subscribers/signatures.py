"""Signatures (HMAC): the salts, which are data, the keys that may have signed, and the
links of operators' letters.

Letters that were sent carry links and references made with these salts: not one of
them may ever change, whatever the code around it is called.
"""

from collections.abc import Iterable
from enum import StrEnum

from django.conf import settings
from django.core import signing


class Salt(StrEnum):
    """What keeps a signature for one thing from being worth anything for another."""

    CONFIRM = "subscribers.confirm"
    UNSUBSCRIBE = "subscribers.unsubscribe"
    COME_BACK = "subscribers.come-back"
    PREFERENCES = "subscribers.preferences"
    OWN_DATA = "subscribers.your-data"
    NEW_ADDRESS = "subscribers.new-address"
    OLD_ADDRESS = "subscribers.old-address"
    OPINION = "subscribers.opinion"
    EDITION = "subscribers.edition"
    VOTER = "subscribers.voter"  # who asked for more or less of one story
    FORM = "subscribers.form"  # when a sign-up form was shown
    THROTTLE = "subscribers.throttle"  # what is counted of sign-ups
    MARKS = "subscribers.letters"  # where a letter is filled in
    HASH_KEY = "subscribers.hash-key"  # the fingerprint of ADDRESS_HASH_KEY
    APPROVE = "operators.approve"  # a yes to one draft
    STOP = "operators.stop"  # a no to it
    LIVE = "operators.live"  # who may watch one session for a moment
    REFERENCES = "subscribers.references"  # what names a delivery to the outside


def keys() -> tuple[str, ...]:
    """The key that signs, then those that signed before it."""
    return (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


# --- Links of operators' letters ----------------------------------------------------


class NobodysLink(ValueError):
    """The link is incomplete, was changed, or is of somebody who is no operator now."""


def operators_token(salt: Salt, value: str, address: str) -> str:
    """A token for `value` that is worth something while `address` is an operator's.

    It names the address nowhere; `value` holds no colon.
    """
    return _signer_of(salt, address).sign(value).replace(":", ".")


def read_operators_token(
    salt: Salt, token: str, operators: Iterable[str]
) -> tuple[str, str]:
    """The value, and whose of the `operators` the token is; raises NobodysLink."""
    value, _, signature = token.rpartition(".")
    for address in operators:
        try:
            return _signer_of(salt, address).unsign(f"{value}:{signature}"), address
        except signing.BadSignature:
            continue
    raise NobodysLink(NobodysLink.__doc__)


def _signer_of(salt: Salt, address: str) -> signing.Signer:
    first, *others = keys()
    older: list[bytes | str] = [*others]
    of = f"{salt}:{address.strip().casefold()}"
    return signing.Signer(key=first, salt=of, fallback_keys=older)
