"""E-mail addresses: how they are compared, hashed, masked; which reach nobody. Pure.

And of a host: whether it is only this machine.
"""

import hmac
import ipaddress
import re
import unicodedata
from functools import lru_cache

from email_validator import EmailNotValidError, validate_email

# A part before the @ that is valid with any domain (RFC 5321, dot-atom).
PLAIN = re.compile(r"(?=.{1,64}\Z)[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*")
ADDRESS_IN_WORDS = re.compile(r"<?[^\s<>@]{1,200}@[^\s<>@]{1,200}>?")
LONGEST = 200  # well below what the longest address may have
# Names that can never belong to a reader (https://www.rfc-editor.org/rfc/rfc2606).
RESERVED_ENDINGS = tuple(
    separator + name
    for name in (
        "example",
        "invalid",
        "test",
        "localhost",
        "example.com",
        "example.net",
        "example.org",
    )
    for separator in ("@", ".")
)


def comparable(address: str) -> str:
    """`address` in the form in which two spellings of one address are equal."""
    return unicodedata.normalize("NFC", address.strip()).lower()


def normalised(address: str) -> str | None:
    """`address` as a mail server takes it, in one spelling; None where none would."""
    address = address.strip()
    local, _, domain = address.rpartition("@")
    # Most are plain: then only the domain is to be asked about, once. Of capital letters
    # some names lose theirs.
    if PLAIN.fullmatch(local) and domain.isascii() and len(address) <= LONGEST:
        found = _normalised(f"a@{domain}")
        return found and f"{local}{found[1:]}"
    return _normalised(address)


@lru_cache(maxsize=10_000)
def _normalised(address: str) -> str | None:
    try:
        found = validate_email(address, check_deliverability=False)
    except EmailNotValidError:
        return None
    return found.normalized


@lru_cache(maxsize=5000)
def hashed(address: str, key: str) -> str:
    """The keyed hash (64 hex digits) that stands for an address no longer kept."""
    text = comparable(address).encode()
    return hmac.digest(key.encode(), text, "sha256").hex()


def without_addresses(text: str) -> str:
    """A server's words, which like to repeat whom they are about, for anybody to read."""
    return ADDRESS_IN_WORDS.sub("<address>", text)


def domain_of(address: str) -> str:
    """The part after the last @, lower case; empty where there is none."""
    return comparable(address).rpartition("@")[2]


# One mailbox, or one company's, under several names.
SAME_PROVIDER = {
    "googlemail.com": "gmail.com",
    "hotmail.com": "outlook.com",
    "live.com": "outlook.com",
    "msn.com": "outlook.com",
    "me.com": "icloud.com",
    "mac.com": "icloud.com",
    "pm.me": "proton.me",
    "protonmail.com": "proton.me",
    "gmx.de": "gmx.net",
    "ya.ru": "yandex.ru",
    "yandex.com": "yandex.ru",
}
# Under these a name of three parts is one owner's: news.co.uk, news.com.br.
SECOND_LEVELS = frozenset({"ac", "co", "com", "edu", "gov", "net", "or", "org"})


def provider_of(address: str) -> str:
    """Whose mail `address` is: its domain without names in front, one of several."""
    labels = domain_of(address).split(".")
    is_deep = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in SECOND_LEVELS
    domain = ".".join(labels[-3:] if is_deep else labels[-2:])
    return SAME_PROVIDER.get(domain, domain)


def mailbox_of(address: str) -> str:
    """The mailbox that `address` leads to: no +tag, and at Gmail no dots.

    Only for counting: letters go to the address as it was given.
    """
    local = comparable(address).rpartition("@")[0].partition("+")[0]
    provider = provider_of(address)
    if provider == "gmail.com":
        local = local.replace(".", "")
    domain = provider if domain_of(address) in SAME_PROVIDER else domain_of(address)
    return f"{local}@{domain}"


def is_reserved(address: str) -> bool:
    """Whether a letter to `address` can reach nobody (RFC 2606)."""
    return comparable(address).endswith(RESERVED_ENDINGS)


def is_local(host: str) -> bool:
    """Is `host` a name or number by which only this machine is reached?"""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def masked(address: str) -> str:
    """`address` as an operator may see it in a list: a***@e***.org."""
    local, _, domain = address.rpartition("@")
    name, dot, ending = domain.rpartition(".")
    return f"{local[:1]}***@{name[:1]}***{dot}{ending}"
