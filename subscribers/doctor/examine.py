"""Deliverability: whether letters would be taken as ours, matter by matter.

Only DNS and the mail server are asked, through what is given, so that all of it can be
tried without either.
"""

import ipaddress
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings

from newsletter.models import Newsletter
from subscribers import alerts
from subscribers.addresses import is_local, is_reserved
from subscribers.delivery.clearance import confirmed_domains
from subscribers.delivery.transports.smtp import server_from_settings
from subscribers.delivery.transports.smtp_connection import MailServer
from subscribers.delivery.transports.table import (
    HARMLESS,
    PROVIDER_REMEDY,
    fault_of_provider,
)
from subscribers.doctor import authentication, spf
from subscribers.doctor.authentication import Diagnosis, right, wrong
from subscribers.doctor.dns import Names, NoAnswer
from subscribers.doctor.smtp_probe import Knock
from subscribers.doctor.spf import BadRecord, Inquiry, SpfResult
from subscribers.letters import compose as letters
from subscribers.letters import preflight


@dataclass(frozen=True, slots=True)
class Doctor:
    """What to ask, and the IP address that letters leave from, where it is known."""

    names: Names
    knock: Callable[[MailServer], Knock]
    outgoing: str = ""

    def examine(self, newsletter: Newsletter) -> Iterator[Diagnosis]:
        """Everything about how letters of `newsletter` leave; nothing is sent."""
        yield _transport()
        yield _site()
        yield _alerts()
        _, address = letters.sender_of(newsletter)
        yield self._asked("sender", lambda: self._sender(address))
        domain = address.rpartition("@")[2]
        envelope = settings.BOUNCE_ADDRESS.rpartition("@")[2] or domain
        if "." not in domain:
            for matter in ("SPF", "DKIM", "DMARC"):
                yield wrong(
                    matter, f"{domain!r} is in no DNS.", "Set the sender first."
                )
        else:
            yield from self._domain(domain, envelope)
        yield self._asked("PTR", self._ptr)
        yield self._tls()

    def _domain(self, domain: str, envelope: str) -> Iterator[Diagnosis]:
        yield self._asked("SPF", lambda: self._spf(envelope))
        yield self._asked("DKIM", lambda: authentication.dkim(self.names, domain))
        yield self._asked(
            "DMARC", lambda: authentication.dmarc(self.names, domain, envelope)
        )

    def _asked(self, matter: str, ask: Callable[[], Diagnosis]) -> Diagnosis:
        try:
            return ask()
        except NoAnswer as error:
            return wrong(matter, f"{error}.", "Try again where the DNS can be asked.")

    def _sender(self, address: str) -> Diagnosis:
        for fault in preflight.of_sender(address, confirmed_domains()):
            return wrong("sender", fault.message)
        if is_reserved(address):
            return wrong(
                "sender",
                f"{address} is an example's address.",
                "Set DEFAULT_FROM_EMAIL, for example News <news@your.domain>.",
            )
        domain = address.rpartition("@")[2]
        exchanges = self.names.exchanges(domain)
        takes_mail = any(exchanges) or (
            not exchanges and bool(self.names.addresses(domain))
        )
        if not takes_mail:
            return wrong(
                "sender",
                f"{domain} takes no mail, so nobody can answer {address}.",
                f"Give {domain} an MX record, or send from a domain that has one.",
            )
        return right("sender", f"{address}, and {domain} takes mail")

    def _spf(self, domain: str) -> Diagnosis:
        try:
            record = spf.record_of(self.names, domain)
            if record is None:
                return wrong(
                    "SPF",
                    f"{domain} has no SPF record.",
                    f'Add the TXT record "v=spf1 … -all" to {domain}, naming what your '
                    "mail server sends from.",
                )
            if {"all", "+all"} & set(record.lower().split()):
                said = f"{domain} lets the whole world send for it ({record!r})."
                return wrong("SPF", said, "End the record with -all.")
            return self._spf_for(domain, record)
        except BadRecord as error:
            return wrong("SPF", f"The record is broken: {error}.")

    def _spf_for(self, domain: str, record: str) -> Diagnosis:
        verdicts = {
            address: Inquiry(self.names, address).judge(domain)
            for address in self._addresses()
        }
        refused = [
            a for a, verdict in verdicts.items() if verdict is not SpfResult.PASS
        ]
        # Of a provider's relay we see where it takes letters, not where it sends from.
        if refused and (self.outgoing or not settings.EMAIL_HOST_USER):
            address = refused[0]
            kind = "ip6" if ":" in address else "ip4"
            return wrong(
                "SPF",
                f"{domain} says {verdicts[address]} of {address}.",
                f"Add {kind}:{address} to its record, or say with --address which "
                "address letters leave from.",
            )
        if not verdicts:
            Inquiry(self.names, "192.0.2.1").judge(domain)
        return right("SPF", f"{domain} says {record!r}")

    def _ptr(self) -> Diagnosis:
        if settings.DELIVERY_TRANSPORT not in ("smtp", *HARMLESS):
            return right("PTR", "the provider's own servers send")
        if not (addresses := self._addresses()):
            return wrong(
                "PTR",
                "From here nobody can see which address letters leave from.",
                "Say it: manage.py doctor --address 203.0.113.7",
            )
        for address in addresses:
            hosts = self.names.pointers(address)
            if not any(address in self.names.addresses(host) for host in hosts):
                said = f"{address} points to {', '.join(hosts) or 'no name'}" + (
                    ", which does not point back." if hosts else "."
                )
                remedy = (
                    "Have whoever gave you the address set a PTR record to a name whose "
                    "A or AAAA record is that address."
                )
                return wrong("PTR", said, remedy)
        return right("PTR", f"{', '.join(addresses)} and its name point to each other")

    def _addresses(self) -> tuple[str, ...]:
        """Where letters leave from, as far as can be seen: public addresses only."""
        if self.outgoing:
            return (self.outgoing,)
        if settings.DELIVERY_TRANSPORT != "smtp":
            return ()
        found: tuple[str, ...] = (settings.EMAIL_HOST,)
        if not _is_ip(settings.EMAIL_HOST):
            if is_local(settings.EMAIL_HOST):
                return ()
            found = self.names.addresses(settings.EMAIL_HOST)
        return tuple(one for one in found if ipaddress.ip_address(one).is_global)

    def _tls(self) -> Diagnosis:
        if settings.DELIVERY_TRANSPORT in HARMLESS:
            return right("TLS", "no mail server is used")
        if settings.DELIVERY_TRANSPORT != "smtp":
            return right("TLS", "the provider is spoken to over HTTPS")
        server = server_from_settings()
        place = f"{server.host}:{server.port}"
        answer = self.knock(server)
        if answer.problem:
            return wrong("TLS", f"{place}: {answer.problem}.", answer.remedy)
        if answer.protocol:
            return right("TLS", f"{place} speaks {answer.protocol}, certificate valid")
        if is_local(server.host):
            return right("TLS", f"{place} is on this machine; no TLS is needed")
        said = f"Letters go to {place} in the clear"
        if answer.is_offered:
            return wrong(
                "TLS", f"{said}; it offers STARTTLS.", "Set EMAIL_USE_TLS=True."
            )
        remedy = "Use port 465 with EMAIL_USE_SSL=True, or 587 with EMAIL_USE_TLS=True."
        return wrong("TLS", f"{said}, and it offers no STARTTLS.", remedy)


def _transport() -> Diagnosis:
    name = settings.DELIVERY_TRANSPORT
    if name in HARMLESS:
        said = f"DELIVERY_TRANSPORT is {name!r}: letters reach nobody."
        return wrong("transport", said, "Set it to smtp or anymail.")
    if fault := fault_of_provider():
        return wrong("transport", fault, PROVIDER_REMEDY)
    return right("transport", name)


def _site() -> Diagnosis:
    address = urlsplit(settings.BASE_URL)
    host = address.hostname or ""
    if address.scheme != "https":
        return wrong(
            "BASE_URL",
            f"{settings.BASE_URL!r} is not https: mail programs offer no one-click "
            "unsubscribing (RFC 8058), and Gmail files or refuses the letter.",
            "Set BASE_URL to the https address that readers know.",
        )
    if is_local(host) or "." not in host or is_reserved(f"x@{host}"):
        return wrong(
            "BASE_URL",
            f"Nobody else can reach {host!r}, and every link of a letter begins with it.",
            "Set BASE_URL to the https address that readers know.",
        )
    return right("BASE_URL", settings.BASE_URL)


def _is_ip(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _alerts() -> Diagnosis:
    """Whether anybody hears of it when something goes wrong."""
    ways = alerts.ways()
    if not ways or (
        ways == [alerts.LETTER] and settings.DELIVERY_TRANSPORT in HARMLESS
    ):
        return wrong(
            "alerts",
            "Nobody would be told if something went wrong.",
            "Set OPERATOR_EMAILS and a transport that leaves, or ALERT_WEBHOOK.",
        )
    return right("alerts", f"by {', '.join(ways)}; manage.py testalert sends one")
