"""The site of a host: its registrable domain, the part that one buys; an address in parts. Pure."""

from urllib.parse import SplitResult, unquote, urlsplit

from newsletter.text.identifiers import canonical

# Before a country's two letters these are not for sale: example.co.uk.
_SECOND_LABELS = frozenset({"ac", "co", "com", "edu", "gov", "go", "net", "or", "org"})


def site_of(url: str) -> str:
    """`a.org` for an address on `www.a.org`; "" where it has no host. A good guess.

    By the last two labels, or three where the last two belong to a registry.
    """
    try:
        host = urlsplit(canonical(url)).hostname or ""
    except ValueError:
        return ""
    labels = host.rstrip(".").split(".")
    is_long = labels[-2:-1] and labels[-2] in _SECOND_LABELS and len(labels[-1]) == 2
    return ".".join(labels[-3 if is_long else -2 :])


def parts_of(url: str) -> SplitResult | None:
    """An address in its parts; None where it has no host, or is none."""
    try:
        parts = urlsplit(url)
        return parts if parts.hostname else None
    except ValueError:
        return None


def segments_of(parts: SplitResult) -> list[str]:
    """The parts of an address' path, as they are read."""
    return [unquote(part) for part in parts.path.split("/") if part]
