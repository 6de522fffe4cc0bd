"""References (VERP, Message-ID): what names a delivery to the outside.

Deterministic, and nobody else can make them up.
"""

import hmac
import re
from functools import cache
from hashlib import sha256

from django.utils.crypto import salted_hmac

from subscribers.signatures import Salt, keys

# They go into the HMAC, so they are data, as the salts are.
OF_DELIVERY = "delivery"
OF_LETTER = "letter"
# The key under which a letter carries its reference in what a provider keeps of it.
REFERENCE = "delivery"
DELIVERY = re.compile(r"\b(\d{1,19})\.([0-9a-f]{16})\b")
LETTER = re.compile(r"\b(\d{1,19})\.(\d{1,19})\.([0-9a-f]{16})@")


def of_delivery(delivery_id: int) -> str:
    """For X-Delivery-ID, the envelope and providers' events."""
    return f"{delivery_id}.{_mac(OF_DELIVERY, str(delivery_id), keys()[0])}"


def of_letter(issue_id: int, subscriber_id: int) -> str:
    """The part of a Message-ID before the @."""
    name = f"{issue_id}.{subscriber_id}"
    return f"{name}.{_mac(OF_LETTER, name, keys()[0])}"


def deliveries_in(text: str) -> set[int]:
    """The ids of the deliveries that `text` names truly."""
    return {
        int(number)
        for number, mac in DELIVERY.findall(text)
        if _is_ours(mac, OF_DELIVERY, number)
    }


def letters_in(text: str) -> set[tuple[int, int]]:
    """Issue and subscriber of each Message-ID of ours in `text`."""
    return {
        (int(issue), int(subscriber))
        for issue, subscriber, mac in LETTER.findall(text)
        if _is_ours(mac, OF_LETTER, f"{issue}.{subscriber}")
    }


def _is_ours(mac: str, purpose: str, value: str) -> bool:
    """Whether this key or one before it made `mac`."""
    return any(hmac.compare_digest(mac, _mac(purpose, value, key)) for key in keys())


def _mac(purpose: str, value: str, key: str) -> str:
    return hmac.new(_key(purpose, key), value.encode(), sha256).hexdigest()[:16]


@cache
def _key(purpose: str, key: str) -> bytes:
    return salted_hmac(Salt.REFERENCES, purpose, key).digest()
