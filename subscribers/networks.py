"""Where a request came from, and as much of it as may be kept."""

from ipaddress import ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

# Bits that are kept: what one household or one provider's customer shares.
KEPT_BITS = {4: 24, 6: 48}


def client_ip(request: HttpRequest) -> str:
    """The client's address: the last one that no proxy of ours has added."""
    forwarded = request.headers.get("X-Forwarded-For", "").split(",")
    remote = str(request.META.get("REMOTE_ADDR", ""))
    if settings.TRUSTED_PROXIES and len(forwarded) >= settings.TRUSTED_PROXIES:
        return forwarded[-settings.TRUSTED_PROXIES].strip() or remote
    return remote


def network_of(ip: str) -> str:
    """`ip` with its last part cut off; empty where it is none."""
    try:
        address = ip_address(ip)
    except ValueError:
        return ""
    return str(ip_network((address, KEPT_BITS[address.version]), strict=False))
