"""Sealing secrets (encryption at rest): what signs has to be known again, so no hash will do.

Fernet (AES-128-CBC and HMAC-SHA256) under keys that HKDF makes of SECRET_KEY and of the
keys before it: a copy of the database alone tells no secret.
"""

import base64
import secrets
from typing import TYPE_CHECKING

from subscribers.signatures import keys as signing_keys
from subscribers.webhooks.signing import PREFIX

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet

_PURPOSE = b"crux.webhooks.sealing"
_BYTES = 32


class Unreadable(ValueError):
    """The secret was sealed under a SECRET_KEY that is not set any more: make a new one."""

    def __init__(self) -> None:
        super().__init__(self.__doc__)


def new_secret() -> str:
    """A secret as Standard Webhooks has it: `whsec_` and 32 random bytes."""
    return PREFIX + base64.b64encode(secrets.token_bytes(_BYTES)).decode()


def seal(secret: str) -> str:
    """What may be stored of it."""
    return _fernet().encrypt(secret.encode()).decode()


def open_sealed(sealed: str) -> str:
    """The secret; raises Unreadable."""
    from cryptography.fernet import InvalidToken  # noqa: PLC0415  heavy

    try:
        return _fernet().decrypt(sealed.encode()).decode()
    except InvalidToken as error:
        raise Unreadable from error


def _fernet() -> "MultiFernet":
    # A worker that tells nobody has no use for it.
    from cryptography.fernet import Fernet, MultiFernet  # noqa: PLC0415

    return MultiFernet([Fernet(_key(one)) for one in signing_keys()])


def _key(of: str) -> bytes:
    from cryptography.hazmat.primitives import hashes  # noqa: PLC0415  as above
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF  # noqa: PLC0415

    made = HKDF(algorithm=hashes.SHA256(), length=_BYTES, salt=None, info=_PURPOSE)
    return base64.urlsafe_b64encode(made.derive(of.encode()))
