"""Whether a domain lets an IP address send for it (SPF). Asks only what it is given.

https://www.rfc-editor.org/rfc/rfc7208
"""

import ipaddress
import re
from dataclasses import dataclass
from enum import StrEnum

from subscribers.doctor.dns import Names

MOST_LOOKUPS = 10  # 4.6.4: beyond it the whole record counts as broken
TERM = re.compile(r"([+\-~?]?)([a-z0-9]+)(?:[:=]([^/]*))?((?:/\d+)?(?://\d+)?)\Z", re.I)


class SpfResult(StrEnum):
    """What a record says of an address."""

    PASS = "pass"  # noqa: S105  no password: it may send
    FAIL = "fail"  # it may not
    SOFTFAIL = "softfail"  # it may probably not
    NEUTRAL = "neutral"  # nothing is said
    NONE = "none"  # there is no record


QUALIFIERS = {
    "+": SpfResult.PASS,
    "": SpfResult.PASS,
    "-": SpfResult.FAIL,
    "~": SpfResult.SOFTFAIL,
    "?": SpfResult.NEUTRAL,
}


class BadRecord(ValueError):
    """The record is broken: receivers treat the domain as if nothing were allowed."""


@dataclass
class Inquiry:
    """One address asked about, and how many questions that took."""

    names: Names
    address: str
    asked: int = 0

    def judge(self, domain: str) -> SpfResult:
        """What the record of `domain` says; raises BadRecord and NoAnswer."""
        record = record_of(self.names, domain)
        if record is None:
            return SpfResult.NONE
        redirect = ""
        for word in record.split()[1:]:
            found = TERM.match(word)
            if found is None:
                raise BadRecord(f"{domain} says {word!r}, which is no SPF term")
            qualifier, name, value, mask = found.groups()
            if name.lower() == "redirect":
                redirect = value or ""
            elif word.partition("=")[1] and ":" not in word.partition("=")[0]:
                continue  # another modifier: to be ignored (6)
            elif self._matches(name.lower(), value or domain, mask, domain):
                return QUALIFIERS[qualifier]
        if redirect:
            self._count(domain)
            return self.judge(redirect)
        return SpfResult.NEUTRAL

    def _matches(self, name: str, value: str, mask: str, domain: str) -> bool:
        match name:
            case "all":
                return True
            case "ip4" | "ip6":
                return self._is_within(value, mask, domain)
            case "a":
                self._count(domain)
                return self._is_at(value, mask, domain)
            case "mx":
                self._count(domain)
                hosts = self.names.exchanges(value)
                return any(self._is_at(host, mask, domain) for host in hosts if host)
            case "include":
                self._count(domain)
                inner = self.judge(value)
                if inner is SpfResult.NONE:
                    raise BadRecord(f"{domain} includes {value!r}, which has no record")
                return inner is SpfResult.PASS
            case "exists" | "ptr":
                # They depend on more than the address; neither should be relied on.
                self._count(domain)
                return False
        raise BadRecord(f"{domain} says {name!r}, which is no SPF mechanism")

    def _is_at(self, host: str, mask: str, domain: str) -> bool:
        return any(
            self._is_within(found, _mask_for(found, mask), domain)
            for found in self.names.addresses(host)
        )

    def _is_within(self, network: str, mask: str, domain: str) -> bool:
        try:
            block = ipaddress.ip_network(f"{network}{mask}", strict=False)
        except ValueError as error:
            raise BadRecord(f"{domain} names {network + mask!r}: {error}") from error
        return ipaddress.ip_address(self.address) in block

    def _count(self, domain: str) -> None:
        self.asked += 1
        if self.asked > MOST_LOOKUPS:
            raise BadRecord(
                f"{domain} needs more than {MOST_LOOKUPS} look-ups; take includes out"
            )


def record_of(names: Names, domain: str) -> str | None:
    """The one SPF record of `domain`; raises BadRecord where there are more."""
    found = [
        text
        for text in names.texts(domain)
        if text.lower() == "v=spf1" or text.lower().startswith("v=spf1 ")
    ]
    if len(found) > 1:
        raise BadRecord(f"{domain} has {len(found)} SPF records; join them into one")
    return found[0] if found else None


def _mask_for(address: str, mask: str) -> str:
    """The part of `/24//64` that concerns `address`."""
    four, _, six = mask.partition("//")
    if ":" in address:
        return f"/{six}" if six else ""
    return four
