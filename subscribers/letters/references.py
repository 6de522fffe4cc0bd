"""What names a delivery to the outside: deterministic, and nobody else can make it up."""

import hmac
import re
from functools import cache
from hashlib import sha256

from django.utils.crypto import salted_hmac

DELIVERY = re.compile(r"\b(\d{1,19})\.([0-9a-f]{16})\b")
LETTER = re.compile(r"\b(\d{1,19})\.(\d{1,19})\.([0-9a-f]{16})@")


def of_delivery(delivery_id: int) -> str:
    """For X-Delivery-ID, the envelope and providers' events."""
    return f"{delivery_id}.{_mac('delivery', str(delivery_id))}"


def of_letter(issue_id: int, subscriber_id: int) -> str:
    """The part of a Message-ID before the @."""
    name = f"{issue_id}.{subscriber_id}"
    return f"{name}.{_mac('letter', name)}"


def deliveries_in(text: str) -> set[int]:
    """The ids of the deliveries that `text` names truly."""
    return {
        int(number)
        for number, mac in DELIVERY.findall(text)
        if hmac.compare_digest(mac, _mac("delivery", number))
    }


def letters_in(text: str) -> set[tuple[int, int]]:
    """Issue and subscriber of each Message-ID of ours in `text`."""
    return {
        (int(issue), int(subscriber))
        for issue, subscriber, mac in LETTER.findall(text)
        if hmac.compare_digest(mac, _mac("letter", f"{issue}.{subscriber}"))
    }


def _mac(purpose: str, value: str) -> str:
    return hmac.new(_key(purpose), value.encode(), sha256).hexdigest()[:16]


@cache
def _key(purpose: str) -> bytes:
    return salted_hmac("subscribers.references", purpose).digest()
