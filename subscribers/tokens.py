"""Signed links: each names a row and a purpose, and never an address."""

from datetime import timedelta
from enum import StrEnum

from django.conf import settings
from django.core import signing


class Purpose(StrEnum):
    """What a link allows; a token of one purpose is worth nothing for another."""

    CONFIRM = "confirm"  # take the place that was asked for
    UNSUBSCRIBE = "unsubscribe"  # leave
    COME_BACK = "come-back"  # take the leaving back
    PREFERENCES = "preferences"  # how often, what less of; export; erase


# Those not named hold for ever: a letter may be opened years later.
LASTS = {Purpose.CONFIRM: timedelta(hours=48), Purpose.COME_BACK: timedelta(days=30)}


class BadToken(ValueError):
    """The link is incomplete, was changed, or is too old."""


def make(purpose: Purpose, subscriber_id: int) -> str:
    """A token for `purpose`, in characters that need no quoting in an address."""
    salt = f"subscribers.{purpose}"
    signer = (
        signing.TimestampSigner(salt=salt)
        if purpose in LASTS
        else signing.Signer(salt=salt)
    )
    return signer.sign(str(subscriber_id)).replace(":", ".")


def read(purpose: Purpose, token: str) -> int:
    """The subscriber's id in `token`; raises BadToken."""
    signed, salt = token.replace(".", ":"), f"subscribers.{purpose}"
    try:
        if purpose in LASTS:
            timed = signing.TimestampSigner(salt=salt)
            return int(timed.unsign(signed, max_age=LASTS[purpose]))
        return int(signing.Signer(salt=salt).unsign(signed))
    except (signing.BadSignature, ValueError) as error:
        raise BadToken(BadToken.__doc__) from error


def link(purpose: Purpose, token: str) -> str:
    """The address a letter gives for `token`."""
    return f"{settings.BASE_URL}/{purpose}/{token}"
