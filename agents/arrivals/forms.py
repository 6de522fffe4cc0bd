"""Signatures of what comes in (HMAC-SHA256): whose forms, what is late, what is known by. Pure.

- Standard Webhooks: https://github.com/standard-webhooks/standard-webhooks
- Tally: https://tally.so/help/webhooks
- GitHub: https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
- Slack: https://docs.slack.dev/authentication/verifying-requests-from-slack
"""

import base64
import hashlib
import hmac
import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from agents.arrivals.reading import of_json
from subscribers.webhooks import signing

# How far a signature's own time may be off, either way.
TOLERANCE = timedelta(minutes=5)
MOST_SIGNATURES = 10
LONGEST_KEY = 100
_TIME = re.compile(r"[0-9]{1,11}")
_PLAIN = re.compile(rf"[\x21-\x7e]{{1,{LONGEST_KEY}}}")

Headers = Mapping[str, str]


class Unsigned(Exception):
    """There is no signature of this webhook's form that fits the body."""

    def __init__(self) -> None:
        super().__init__(self.__doc__)


class Late(Exception):
    """The signature's time is more than five minutes off: check the sender's clock."""

    def __init__(self) -> None:
        super().__init__(self.__doc__)


def known_by(
    form: str, secret: str, headers: Headers, body: bytes, now: datetime
) -> str:
    """What this delivery is known by, of what its signature covers, at most 120 signs.

    Names of headers are in small letters. Raises Unsigned and Late: the latter only of
    what is signed.
    """
    return _FORMS[form](secret, headers, body, now)


def _standard(secret: str, headers: Headers, body: bytes, now: datetime) -> str:
    uid, at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    try:
        key = signing.key_of(secret)
    except signing.BadSecret as error:
        raise Unsigned from error
    expected = _digest(key, f"{uid}.{at}.".encode(errors="replace") + body)
    given = headers.get("webhook-signature", "")[:2000].split(" ")[:MOST_SIGNATURES]
    wanted = f"v1,{base64.b64encode(expected).decode()}"
    if not uid or not any(_same(one, wanted) for one in given):
        raise Unsigned
    _in_time(at, now)
    return uid if _PLAIN.fullmatch(uid) else _named(uid.encode(errors="replace"))


def _tally(secret: str, headers: Headers, body: bytes, now: datetime) -> str:
    wanted = base64.b64encode(_digest(secret.encode(), body)).decode()
    if not _same(headers.get("tally-signature", ""), wanted):
        raise Unsigned
    named = of_json(body).get("eventId")
    is_plain = isinstance(named, str) and _PLAIN.fullmatch(named)
    return str(named) if is_plain else _named(body)


def _github(secret: str, headers: Headers, body: bytes, now: datetime) -> str:
    """Its header with the delivery's id is not signed, so a delivery is its body."""
    wanted = f"sha256={_digest(secret.encode(), body).hex()}"
    if not _same(headers.get("x-hub-signature-256", ""), wanted):
        raise Unsigned
    return _named(body)


def _slack(secret: str, headers: Headers, body: bytes, now: datetime) -> str:
    at = headers.get("x-slack-request-timestamp", "")
    content = f"v0:{at}:".encode(errors="replace") + body
    wanted = f"v0={_digest(secret.encode(), content).hex()}"
    if not _same(headers.get("x-slack-signature", ""), wanted):
        raise Unsigned
    _in_time(at, now)
    return _named(content)


_FORMS: dict[str, Callable[[str, Headers, bytes, datetime], str]] = {
    "standard": _standard,
    "tally": _tally,
    "github": _github,
    "slack": _slack,
}


def _digest(key: bytes, content: bytes) -> bytes:
    return hmac.new(key, content, hashlib.sha256).digest()


def _same(given: str, wanted: str) -> bool:
    """Whether they are equal, in a time that tells nothing."""
    return hmac.compare_digest(given.encode(errors="replace"), wanted.encode())


def _named(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def _in_time(told: str, now: datetime) -> None:
    off = now.timestamp() - int(told) if _TIME.fullmatch(told) else float("inf")
    if abs(off) > TOLERANCE.total_seconds():
        raise Late
