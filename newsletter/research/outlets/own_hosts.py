"""Hosts of the operator's own: their feeds may be read though they are not public.

An aggregator in one's own network (RSSHub, FreshRSS) or an intranet. Only the address of
an outlet that an operator entered is let through, never what a feed, a redirect or a
model names.
"""

from django.conf import settings
from yarl import URL

_PORTS = {"http": 80, "https": 443}


def is_own(url: str) -> bool:
    """Whether OUTLET_OWN_HOSTS names the host, with its port but for 80 and 443."""
    try:
        parsed = URL(url)
        host, port = (parsed.raw_host or "").lower(), parsed.port
    except ValueError:
        return False
    if parsed.scheme not in _PORTS or not host or parsed.raw_user is not None:
        return False
    named = {one.strip().lower() for one in settings.OUTLET_OWN_HOSTS}
    return f"{host}:{port}" in named or (port in _PORTS.values() and host in named)
