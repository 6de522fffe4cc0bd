"""A DNS in a table, in which everything is in order, for tests of what it says."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from subscribers.doctor import authentication
from subscribers.doctor.dns import NoAnswer
from subscribers.letters import dkim

RELAY = "8.8.4.4"


def pem(key):
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


KEY = Ed25519PrivateKey.generate()
PUBLIC = authentication.public_half(dkim.Signer("x", "y", KEY))[0]


class Zone:
    """Names that answer from a table: (kind, name) → values; None does not answer."""

    def __init__(self, **changes):
        self.table = {
            ("MX", "news.org"): ("mx.news.org",),
            ("TXT", "news.org"): ("v=spf1 ip4:8.8.4.4 -all", "hello"),
            ("TXT", "crux._domainkey.news.org"): (f"v=DKIM1; k=ed25519; p={PUBLIC}",),
            ("TXT", "_dmarc.news.org"): ("v=DMARC1; p=none; rua=mailto:a@news.org",),
            ("A", "relay.news.org"): (RELAY,),
            ("PTR", RELAY): ("relay.news.org",),
        }
        self.table.update({tuple(k.split(" ")): v for k, v in changes.items()})

    def _ask(self, kind, name):
        found = self.table.get((kind, name), ())
        if found is None:
            raise NoAnswer(f"no answer about {name!r} ({kind})")
        return found

    def texts(self, name):
        return self._ask("TXT", name)

    def addresses(self, name):
        return self._ask("A", name)

    def exchanges(self, name):
        return self._ask("MX", name)

    def pointers(self, address):
        return self._ask("PTR", address)
