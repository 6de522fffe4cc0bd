"""Where a request came from, and as much of it as may be kept."""

import re
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

# Bits that are kept: what one household or one provider's customer shares.
KEPT_BITS = {4: 24, 6: 48}
# Some proxies tell the port, too: 203.0.113.7:4711, [2001:db8::7]:4711.
WITH_PORT = re.compile(r"\[([^\]]+)\](?::\d+)?|([\d.]+):\d+")


def client_ip(request: HttpRequest) -> str:
    """The client's address: the last one that no proxy of ours has added."""
    forwarded = request.headers.get("X-Forwarded-For", "").split(",")
    remote = str(request.META.get("REMOTE_ADDR", ""))
    if settings.TRUSTED_PROXIES and len(forwarded) >= settings.TRUSTED_PROXIES:
        told = _address(forwarded[-settings.TRUSTED_PROXIES])
        return str(told) if told else remote
    return str(_address(remote) or remote)


def network_of(ip: str) -> str:
    """`ip` with its last part cut off; empty where it is none."""
    address = _address(ip)
    if address is None:
        return ""
    return str(ip_network((address, KEPT_BITS[address.version]), strict=False))


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """The address in `text`; one of IPv4 that IPv6 wraps is unwrapped."""
    text = text.strip()
    if found := WITH_PORT.fullmatch(text):
        text = found[1] or found[2]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
