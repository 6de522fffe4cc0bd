"""The pepper of address hashes: the database knows it again, and refuses another.

Under another key no suppression would be recognised: whoever was erased or complained
could be written to again.
"""

from django.conf import settings
from django.utils.crypto import salted_hmac

from newsletter.pages.broken import SetWrongly
from subscribers.models import AddressHashKey, Subscriber, address_hash
from subscribers.signatures import Salt


class AnotherKey(SetWrongly):
    """ADDRESS_HASH_KEY is not the key that addresses here were hashed with, so nobody \
who left, complained or was erased would be recognised: set it to that key (where it was \
never set, to the first SECRET_KEY)."""


def hold() -> None:
    """Remember the key at its first use; raises AnotherKey where it is another."""
    known = AddressHashKey.objects.first()
    if known is None and not _is_contradicted():
        ours = fingerprint(settings.ADDRESS_HASH_KEY)
        known, _ = AddressHashKey.objects.get_or_create(
            pk=1, defaults={"fingerprint": ours}
        )
    if not _is_ours(known):
        raise AnotherKey(AnotherKey.__doc__)


def is_another() -> bool:
    """Whether the key is not the one that addresses here were hashed with."""
    known = AddressHashKey.objects.first()
    return not _is_ours(known) if known else _is_contradicted()


def _is_ours(known: AddressHashKey | None) -> bool:
    ours = fingerprint(settings.ADDRESS_HASH_KEY)
    return known is not None and known.fingerprint == ours


def fingerprint(key: str) -> str:
    """What tells a key from another and does not tell the key."""
    return salted_hmac(Salt.HASH_KEY, "", key, algorithm="sha256").hexdigest()


def _is_contradicted() -> bool:
    """Whether a reader's hash, where there is one, was made with another key."""
    one = Subscriber.objects.first()
    return one is not None and one.address_hash != address_hash(one.address)
