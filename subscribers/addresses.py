"""What an e-mail address is, how it is compared, and which ones reach nobody. Pure.

And of a host: whether it is only this machine.
"""

import hashlib
import hmac
import ipaddress
import unicodedata

# Names that can never belong to a reader (https://www.rfc-editor.org/rfc/rfc2606).
RESERVED_ENDINGS = tuple(
    separator + name
    for name in (
        "example",
        "invalid",
        "test",
        "localhost",
        "example.com",
        "example.net",
        "example.org",
    )
    for separator in ("@", ".")
)


def comparable(address: str) -> str:
    """`address` in the form in which two spellings of one address are equal."""
    return unicodedata.normalize("NFC", address.strip()).lower()


def hashed(address: str, key: str) -> str:
    """The keyed hash (64 hex digits) that stands for an address no longer kept."""
    text = comparable(address).encode()
    return hmac.new(key.encode(), text, hashlib.sha256).hexdigest()


def domain_of(address: str) -> str:
    """The part after the last @, lower case; empty where there is none."""
    return comparable(address).rpartition("@")[2]


def is_reserved(address: str) -> bool:
    """Whether a letter to `address` can reach nobody (RFC 2606)."""
    return comparable(address).endswith(RESERVED_ENDINGS)


def is_local(host: str) -> bool:
    """Is `host` a name or number by which only this machine is reached?"""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def masked(address: str) -> str:
    """`address` as an operator may see it in a list: a***@e***.org."""
    local, _, domain = address.rpartition("@")
    name, dot, ending = domain.rpartition(".")
    return f"{local[:1]}***@{name[:1]}***{dot}{ending}"
