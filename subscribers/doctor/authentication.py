"""What a sender's domain says of the letters that claim to be its: DKIM and DMARC."""

import re
from base64 import b64decode, b64encode
from binascii import Error as NoBase64
from collections.abc import Mapping
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from subscribers.doctor.dns import Names
from subscribers.letters import dkim as signing
from subscribers.letters.dkim import Signer

# Receivers ignore shorter keys (RFC 8301).
LEAST_BITS = 1024
DMARC = re.compile(r"v\s*=\s*DMARC1\s*(;|\Z)")
POLICIES = frozenset({"none", "quarantine", "reject"})


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One matter: in order or not, what is so, and what to do about it."""

    matter: str
    is_ok: bool
    said: str
    remedy: str = ""


def right(matter: str, said: str) -> Diagnosis:
    return Diagnosis(matter, is_ok=True, said=said)


def wrong(matter: str, said: str, remedy: str = "") -> Diagnosis:
    return Diagnosis(matter, is_ok=False, said=said, remedy=remedy)


def dkim(names: Names, sender_domain: str) -> Diagnosis:
    """Whether our signature, or the relay's, can be checked."""
    domain = settings.DKIM_DOMAIN or sender_domain
    place = f"{settings.DKIM_SELECTOR}._domainkey.{domain}"
    records = [_tags(text) for text in names.texts(place)]
    records = [tags for tags in records if "p" in tags]
    if not settings.DKIM_PRIVATE_KEY:
        if any(tags["p"] for tags in records):
            return right("DKIM", f"a key stands at {place}; whoever relays must sign")
        return wrong(
            "DKIM",
            f"Nothing here signs letters, and no key stands at {place}.",
            "Set DKIM_PRIVATE_KEY; or, if your relay signs, set DKIM_SELECTOR to the "
            "selector it uses.",
        )
    try:
        signer = signing.load(domain, settings.DKIM_SELECTOR, settings.DKIM_PRIVATE_KEY)
    except (ValueError, TypeError) as error:
        said = f"DKIM_PRIVATE_KEY is no key that can sign: {error}"
        return wrong("DKIM", said, "Give a private RSA or Ed25519 key in PEM.")
    if isinstance(signer.key, RSAPrivateKey) and signer.key.key_size < LEAST_BITS:
        said = f"The key has {signer.key.key_size} bits; receivers ignore it."
        return wrong("DKIM", said, "Make one of 2048 bits.")
    published, kind = public_half(signer)
    if not any(_same_key(tags["p"], published) for tags in records):
        said = "another key stands" if records else "no key stands"
        return wrong(
            "DKIM",
            f"Letters are signed, but {said} at {place}.",
            f'Set its TXT record to "v=DKIM1; k={kind}; p={published}".',
        )
    return right("DKIM", f"letters are signed, and the key stands at {place}")


def dmarc(names: Names, sender_domain: str, envelope_domain: str) -> Diagnosis:
    """Whether a policy stands, and SPF or DKIM speaks for the sender's domain.

    https://www.rfc-editor.org/rfc/rfc9989 walks up the tree to find one.
    """
    found = policies(names, sender_domain)
    if not found:
        return wrong(
            "DMARC",
            f"{sender_domain} has no DMARC record; large providers refuse bulk mail.",
            f'Add the TXT record "v=DMARC1; p=none; rua=mailto:you@{sender_domain}" at '
            f"_dmarc.{sender_domain}.",
        )
    place, tags = found[0]
    if len(found) > 1 and found[1][0] == place:
        said = f"There are several DMARC records at {place}: none counts."
        return wrong("DMARC", said, "Leave one.")
    if tags.get("p", "").lower() not in POLICIES:
        said = f"The record at {place} says p={tags.get('p', '')!r}."
        return wrong("DMARC", said, "Set p to none, quarantine or reject.")
    root = found[-1][0].removeprefix("_dmarc.")
    signer = settings.DKIM_DOMAIN or sender_domain
    by_dkim = _is_aligned(signer, sender_domain, root, tags.get("adkim"))
    by_spf = _is_aligned(envelope_domain, sender_domain, root, tags.get("aspf"))
    if not (by_dkim or by_spf):
        return wrong(
            "DMARC",
            f"Neither the signature ({signer}) nor the envelope ({envelope_domain}) is "
            f"of {sender_domain}, as {place} demands.",
            "Sign with the sender's own domain: leave DKIM_DOMAIN empty.",
        )
    return right("DMARC", f"p={tags['p']} at {place}")


def policies(names: Names, domain: str) -> list[tuple[str, Mapping[str, str]]]:
    """The DMARC records from `domain` upwards, each with its place; the first holds.

    The last one stands at the domain of the whole organisation.
    """
    found: list[tuple[str, Mapping[str, str]]] = []
    labels = domain.split(".")
    for at in range(max(len(labels) - 1, 1)):
        place = "_dmarc." + ".".join(labels[at:])
        here = [_tags(text) for text in names.texts(place) if DMARC.match(text)]
        if any(tags.get("psd") == "y" for tags in here):
            break  # a registry's own
        found += [(place, tags) for tags in here]
    return found


def _is_aligned(domain: str, sender_domain: str, root: str, mode: str | None) -> bool:
    """Whether `domain` speaks for letters from `sender_domain`, both under `root`."""
    one, other = domain.lower(), sender_domain.lower()
    return one == other or (mode != "s" and f".{one}".endswith(f".{root.lower()}"))


def public_half(signer: Signer) -> tuple[str, str]:
    """What the record's `p` and `k` say for a key."""
    public = signer.key.public_key()
    if isinstance(signer.key, RSAPrivateKey):
        der = public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        return b64encode(der).decode(), "rsa"
    raw = public.public_bytes(Encoding.Raw, PublicFormat.Raw)
    return b64encode(raw).decode(), "ed25519"


def _same_key(written: str, expected: str) -> bool:
    try:
        return b64decode("".join(written.split())) == b64decode(expected)
    except NoBase64:
        return False


def _tags(record: str) -> dict[str, str]:
    """`k=v; …` as a dict; the first of two equal names holds."""
    tags: dict[str, str] = {}
    for part in record.split(";"):
        name, is_tag, value = part.partition("=")
        if is_tag:
            tags.setdefault(name.strip().lower(), value.strip())
    return tags
