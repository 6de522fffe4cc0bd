"""DKIM signatures, relaxed for headers and simple for the body (RFC 6376). Pure.

Both unsubscribe headers are signed, as RFC 8058 demands.
"""

import re
from base64 import b64encode
from dataclasses import dataclass
from hashlib import sha256

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

# From is named twice, so that nobody can add a second one.
SIGNED = (
    b"from", b"from", b"to", b"subject", b"date", b"message-id", b"reply-to",
    b"list-id", b"list-unsubscribe", b"list-unsubscribe-post", b"feedback-id",
    b"auto-submitted", b"mime-version", b"content-type",
)  # fmt: skip
NO_KEY = "That is no private key in PEM which opens without a password."
SPACES = re.compile(rb"[ \t\r\n]+")


@dataclass(frozen=True)
class Signer:
    """A private key, and where its public half stands: selector._domainkey.domain."""

    domain: str
    selector: str
    key: RSAPrivateKey | Ed25519PrivateKey

    def sign(self, message: bytes) -> bytes:
        """The DKIM-Signature header line of `message` (CRLF line ends)."""
        head, _, body = message.partition(b"\r\n\r\n")
        headers = _by_name(head)
        named = [name for name in SIGNED if name in headers]
        algorithm = "rsa" if isinstance(self.key, RSAPrivateKey) else "ed25519"
        unsigned = (
            f"v=1; a={algorithm}-sha256; c=relaxed/simple; d={self.domain};"
            f" s={self.selector};\r\n bh={_base64(sha256(_simple(body)).digest())};\r\n"
            f" h={b':'.join(named).decode()};\r\n b="
        ).encode()
        lines = [headers[name].pop() for name in named if headers[name]]
        relaxed = b"".join(_relaxed(line) + b"\r\n" for line in lines)
        relaxed += _relaxed(b"DKIM-Signature: " + unsigned)
        signature = _base64(self._signature(relaxed))
        folded = "\r\n ".join(
            signature[at : at + 72] for at in range(0, len(signature), 72)
        )
        return b"DKIM-Signature: " + unsigned + folded.encode() + b"\r\n"

    def _signature(self, data: bytes) -> bytes:
        if isinstance(self.key, RSAPrivateKey):
            return self.key.sign(data, PKCS1v15(), hashes.SHA256())
        # RFC 8463: Ed25519 signs the hash, not the data.
        return self.key.sign(sha256(data).digest())


def load(domain: str, selector: str, pem: str) -> Signer:
    """A signer from a private key in PEM; raises ValueError for any other."""
    try:
        key = load_pem_private_key(pem.encode(), password=None)
    except (TypeError, ValueError, UnsupportedAlgorithm) as error:
        raise ValueError(NO_KEY) from error
    if not isinstance(key, RSAPrivateKey | Ed25519PrivateKey):
        raise ValueError(f"DKIM signs with RSA or Ed25519, not {type(key).__name__!r}.")
    return Signer(domain, selector, key)


def _by_name(head: bytes) -> dict[bytes, list[bytes]]:
    """Whole header lines by lower-case name, those further down last."""
    headers: dict[bytes, list[bytes]] = {}
    for line in re.split(rb"\r\n(?![ \t])", head):
        headers.setdefault(line.partition(b":")[0].strip().lower(), []).append(line)
    return headers


def _relaxed(line: bytes) -> bytes:
    """A header as 3.4.2 canonicalises it, without its line end."""
    name, _, value = line.partition(b":")
    return name.strip().lower() + b":" + SPACES.sub(b" ", value).strip()


def _simple(body: bytes) -> bytes:
    """A body as 3.4.3 canonicalises it: exactly one line end at its end."""
    return body.rstrip(b"\r\n") + b"\r\n"


def _base64(data: bytes) -> str:
    return b64encode(data).decode()
