"""The signature of a webhook, by HMAC-SHA256 as Standard Webhooks has it. Pure.

https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
"""

import base64
import binascii
import hashlib
import hmac
from collections.abc import Sequence
from datetime import datetime

PREFIX = "whsec_"
# What the specification asks of a secret, in bytes.
SHORTEST, LONGEST = 24, 64


class BadSecret(ValueError):
    """A secret that cannot sign; the message says why, and not the secret."""


def key_of(secret: str) -> bytes:
    """The bytes to sign with. Raises BadSecret."""
    try:
        key = base64.b64decode(secret.removeprefix(PREFIX), validate=True)
    except (binascii.Error, ValueError):
        raise BadSecret("it is not whsec_ and base64") from None
    if not SHORTEST <= len(key) <= LONGEST:
        raise BadSecret(f"it has {len(key)} bytes, and not {SHORTEST} to {LONGEST}")
    return key


def headers(
    uid: str, at: datetime, body: bytes, secrets: Sequence[str]
) -> dict[str, str]:
    """What goes with `body`: one signature for each secret, so that one may be changed.

    Raises BadSecret.
    """
    timestamp = str(int(at.timestamp()))
    content = b".".join((uid.encode(), timestamp.encode(), body))
    signatures = (
        base64.b64encode(hmac.new(key_of(secret), content, hashlib.sha256).digest())
        for secret in secrets
    )
    return {
        "Content-Type": "application/json",
        "User-Agent": "Crux",
        "webhook-id": uid,
        "webhook-timestamp": timestamp,
        "webhook-signature": " ".join(f"v1,{one.decode()}" for one in signatures),
    }


def fault_of(secrets: Sequence[str]) -> str:
    """What is wrong with them, in words that hold none; empty if each can sign."""
    try:
        keys = [key_of(secret) for secret in secrets]
    except BadSecret as error:
        return str(error)
    return "" if keys else "there is none"
