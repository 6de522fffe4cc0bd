"""Client IP and network: where a request came from, and what of it may be kept."""

import re
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

# Bits that are kept: what one household or one provider's customer shares.
KEPT_BITS = {4: 24, 6: 48}
# What one machine has to itself: of IPv6 it may take any address of a whole /64.
OWN_BITS = {4: 32, 6: 64}
# What a carrier or a hoster has.
CARRIER_BITS = {4: 16, 6: 32}
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
    return _cut(ip, KEPT_BITS)


@lru_cache(256)
def machine_of(ip: str) -> str:
    """`ip` as far as it tells one machine from another; empty where it is none."""
    return _cut(ip, OWN_BITS)


def carrier_of(ip: str) -> str:
    """The wide network that `ip` is part of; empty where it is none."""
    return _cut(ip, CARRIER_BITS)


def _cut(ip: str, bits: dict[int, int]) -> str:
    address = _address(ip)
    if address is None:
        return ""
    return str(ip_network((address, bits[address.version]), strict=False))


@lru_cache(256)
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
