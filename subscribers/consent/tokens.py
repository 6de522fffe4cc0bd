"""Signed links (tokens): each names a row and a purpose, and never an address."""

from datetime import timedelta
from enum import StrEnum
from functools import cache

from django.conf import settings
from django.core import signing

from subscribers.signatures import Salt, keys


class Purpose(StrEnum):
    """What a link allows; a token of one purpose is worth nothing for another."""

    CONFIRM = "confirm"  # take the place that was asked for
    UNSUBSCRIBE = "unsubscribe"  # leave
    COME_BACK = "come-back"  # take the leaving back
    PREFERENCES = "preferences"  # how often, what less of
    OPINION = "opinion"  # more or less of an issue's stories
    EDITION = "edition"  # read an issue as its reader got it, and nothing else
    NEW_ADDRESS = "new-address"  # have letters go there; it names a change
    OLD_ADDRESS = "old-address"  # stop that, or take it back
    OWN_DATA = "your-data"  # export, erase: asked for anew, and only by letter


SALTS = {
    Purpose.CONFIRM: Salt.CONFIRM,
    Purpose.UNSUBSCRIBE: Salt.UNSUBSCRIBE,
    Purpose.COME_BACK: Salt.COME_BACK,
    Purpose.PREFERENCES: Salt.PREFERENCES,
    Purpose.OPINION: Salt.OPINION,
    Purpose.EDITION: Salt.EDITION,
    Purpose.NEW_ADDRESS: Salt.NEW_ADDRESS,
    Purpose.OLD_ADDRESS: Salt.OLD_ADDRESS,
    Purpose.OWN_DATA: Salt.OWN_DATA,
}
# Those not named hold for ever: a letter may be opened years later.
LASTS = {
    Purpose.CONFIRM: timedelta(days=2),
    Purpose.COME_BACK: timedelta(days=30),
    Purpose.OWN_DATA: timedelta(days=1),
    Purpose.NEW_ADDRESS: timedelta(days=2),
    Purpose.OLD_ADDRESS: timedelta(days=7),
}


class BadToken(ValueError):
    """The link is incomplete, or was changed."""


class OldToken(Exception):
    """The link is whole, and worked for a while that is over."""

    def __init__(self, row_id: int) -> None:
        super().__init__(OldToken.__doc__)
        self.row_id = row_id


def make(purpose: Purpose, row_id: int) -> str:
    """A token for `purpose` and a subscriber (or a change of address), in characters that need no quoting in an address."""
    signer = _signer(purpose, keys())
    return signer.sign(str(row_id)).replace(":", ".")


def read(purpose: Purpose, token: str) -> int:
    """The id in `token`; raises BadToken, OldToken."""
    signer = _signer(purpose, keys())
    signed = token.replace(".", ":")
    try:
        row_id = int(signer.unsign(signed))
    except (signing.BadSignature, ValueError) as error:
        raise BadToken(BadToken.__doc__) from error
    if isinstance(signer, signing.TimestampSigner):
        try:
            signer.unsign(signed, max_age=LASTS[purpose])
        except signing.SignatureExpired:
            raise OldToken(row_id) from None
    return row_id


@cache
def _signer(purpose: Purpose, keys: tuple[str, ...]) -> signing.Signer:
    """One signer a purpose; an older key may have signed older letters."""
    kind = signing.TimestampSigner if purpose in LASTS else signing.Signer
    return kind(key=keys[0], salt=SALTS[purpose], fallback_keys=list(keys[1:]))


def link(purpose: Purpose, token: str) -> str:
    """The address a letter gives for `token`."""
    return f"{settings.BASE_URL}/{purpose}/{token}"
