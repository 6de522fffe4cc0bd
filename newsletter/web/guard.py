"""Which IP addresses are public, and which URLs may be asked for at all. Pure.

The standard library alone does not suffice: in Python 3.11 `is_global` is true of
multicast, of 6to4 and NAT64 forms of private addresses, and of some clouds' own ones.
"""

import ipaddress
import re
from dataclasses import dataclass

from yarl import URL

from newsletter.web.page import Fault

# https://www.iana.org/assignments/iana-ipv4-special-registry
_CLOSED_V4 = tuple(
    ipaddress.IPv4Network(network)
    for network in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24",
        "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4",
        "168.63.129.16/32",  # Azure's host, from inside
    )
)  # fmt: skip
# https://www.iana.org/assignments/iana-ipv6-special-registry: what of the one range of
# global unicast is not for the public; outside that range nothing is.
_GLOBAL_V6 = ipaddress.IPv6Network("2000::/3")
_CLOSED_V6 = tuple(
    ipaddress.IPv6Network(network)
    for network in (
        "2001::/23", "2001:db8::/32", "2002::/16", "3ffe::/16", "3fff::/20",
    )
)  # fmt: skip
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")

LONGEST_URL = 4096
_FORBIDDEN = re.compile(r"[\x00-\x20\x7f\\]")
_HOST = re.compile(
    r"(?=.{1,253}\.?\Z)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+"
    r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.?\Z"
)
_ENDS_IN_NUMBER = re.compile(r"(?:.*\.)?(?:\d+|0x[0-9a-f]*)\.?\Z")


class Refused(OSError):
    """The address is not a public one; nothing was sent to it."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """Why a URL is not asked for."""

    fault: Fault
    detail: str


def is_public(address: str) -> bool:
    """Whether an IP address, as text, is one that anybody may reach."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv4Address):
        return not any(parsed in network for network in _CLOSED_V4)
    if parsed.scope_id is not None:
        return False
    if parsed.ipv4_mapped is not None:
        return is_public(str(parsed.ipv4_mapped))
    if parsed in _NAT64:
        return is_public(str(ipaddress.IPv4Address(int(parsed) & 0xFFFFFFFF)))
    return parsed in _GLOBAL_V6 and not any(parsed in net for net in _CLOSED_V6)


def judge(written: str, ports: frozenset[int]) -> URL | Complaint:
    """The URL to ask for, or the reason why it is not asked for."""
    if len(written) > LONGEST_URL:
        return Complaint(Fault.MALFORMED, f"longer than {LONGEST_URL} characters")
    if unfit := _FORBIDDEN.search(written):
        return Complaint(Fault.MALFORMED, f"holds the character {unfit.group()!r}")
    try:
        url = URL(written)
        host, port = url.raw_host, url.port
        scheme, has_user = url.scheme, url.raw_user is not None
    except ValueError as error:
        return Complaint(Fault.MALFORMED, str(error)[:200])
    if not scheme:
        return Complaint(Fault.MALFORMED, "has no scheme, such as https://")
    if scheme not in ("http", "https"):
        return Complaint(Fault.REFUSED, f"the scheme {scheme!r} is not http or https")
    if not host:
        return Complaint(Fault.MALFORMED, "names no host")
    if has_user or url.raw_password is not None:
        return Complaint(Fault.REFUSED, "carries a user name or a password")
    if port not in ports:
        return Complaint(Fault.REFUSED, f"port {port} is not one of {sorted(ports)}")
    return _judge_host(host.lower()) or url


def _judge_host(host: str) -> Complaint | None:
    if ":" in host or _ENDS_IN_NUMBER.match(host):
        try:
            ipaddress.ip_address(host)
        except ValueError:
            return Complaint(
                Fault.REFUSED, f"{host!r} is a number, not a name or an address"
            )
        if is_public(host):
            return None
        return Complaint(Fault.REFUSED, f"{host} is not a public address")
    if "." not in host.rstrip("."):
        return Complaint(Fault.REFUSED, f"{host!r} is not a public name")
    if not _HOST.match(host):
        return Complaint(Fault.MALFORMED, f"{host!r} is not a host name")
    return None
