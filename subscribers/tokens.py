"""Signed links: each names a row and a purpose, and never an address."""

from enum import StrEnum

from django.conf import settings
from django.core import signing


class Purpose(StrEnum):
    """What a link allows; a token of one purpose is worth nothing for another."""

    CONFIRM = "confirm"
    UNSUBSCRIBE = "unsubscribe"
    PREFERENCES = "preferences"


class BadToken(ValueError):
    """The link is incomplete, was changed, or is too old."""


def _signer(purpose: Purpose) -> signing.Signer:
    return signing.Signer(salt=f"subscribers.{purpose}")


def make(purpose: Purpose, subscriber_id: int) -> str:
    """A token that holds for ever: a letter may be opened years later."""
    return _signer(purpose).sign(str(subscriber_id)).replace(":", ".")


def read(purpose: Purpose, token: str) -> int:
    """The subscriber's id in `token`; raises BadToken."""
    try:
        return int(_signer(purpose).unsign(token.replace(".", ":")))
    except (signing.BadSignature, ValueError) as error:
        raise BadToken(BadToken.__doc__) from error


def link(purpose: Purpose, token: str) -> str:
    """The address a letter gives for `token`."""
    return f"{settings.BASE_URL}/{purpose}/{token}"
