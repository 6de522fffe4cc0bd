"""What the DNS says: the few questions that mail asks, and what answers them."""

import ipaddress
from collections.abc import Iterator
from typing import Any, Protocol

import dns.exception
import dns.resolver
import dns.reversename

PATIENCE_SECONDS = 6.0


class NoAnswer(Exception):
    """The DNS could not be asked: that a record is missing does not follow."""


class Names(Protocol):
    """Answers; () where there is none. Each raises NoAnswer."""

    def texts(self, name: str) -> tuple[str, ...]:
        """TXT records, the strings of each joined."""

    def addresses(self, name: str) -> tuple[str, ...]:
        """A and AAAA records."""

    def exchanges(self, name: str) -> tuple[str, ...]:
        """Hosts of the MX records; "" stands for the null MX (RFC 7505)."""

    def pointers(self, address: str) -> tuple[str, ...]:
        """Names that an IP address points to."""


class LiveNames(Names):
    """Asks the resolver that this machine uses, unless given another."""

    def __init__(self, resolver: dns.resolver.Resolver | None = None) -> None:
        try:
            self._resolver = resolver or dns.resolver.Resolver()
        except dns.resolver.NoResolverConfiguration as error:
            raise NoAnswer("this machine has no resolver configured") from error
        self._resolver.lifetime = PATIENCE_SECONDS

    def texts(self, name: str) -> tuple[str, ...]:
        return tuple(
            b"".join(record.strings).decode("utf-8", "replace")
            for record in self._ask(name, "TXT")
        )

    def addresses(self, name: str) -> tuple[str, ...]:
        found = [*self._ask(name, "A"), *self._ask(name, "AAAA")]
        return tuple(record.address for record in found)

    def exchanges(self, name: str) -> tuple[str, ...]:
        records = sorted(self._ask(name, "MX"), key=lambda record: record.preference)
        return tuple(_host(record.exchange) for record in records)

    def pointers(self, address: str) -> tuple[str, ...]:
        name = dns.reversename.from_address(str(ipaddress.ip_address(address)))
        return tuple(_host(record.target) for record in self._ask(str(name), "PTR"))

    def _ask(self, name: str, kind: str) -> Iterator[Any]:
        try:
            yield from self._resolver.resolve(name, kind, raise_on_no_answer=False)
        except dns.resolver.NXDOMAIN:
            return
        except dns.exception.DNSException as error:
            raise NoAnswer(f"no answer about {name!r} ({kind}): {error}") from error


def _host(name: object) -> str:
    return str(name).rstrip(".").lower()
