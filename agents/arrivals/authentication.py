"""Authentication-Results (RFC 8601): whether our own server knows who wrote. Pure.

Anybody can write such a header. Only the topmost that bears our server's name counts: it
puts its own above what came, and takes away what bears its name (RFC 8601, 5). What passed
has to be of the sender's own domain, or of one above it: everybody's mail passes as
somebody's.
"""

import re
from collections.abc import Iterator, Sequence

LONGEST = 8_000
MOST_RESULTS = 50
_SPACE = re.compile(r"\s+")
_RESULT = re.compile(r"(?P<method>dkim|spf)(?:\s*/\s*\d+)?\s*=\s*pass\b", re.IGNORECASE)
_PROPERTY = re.compile(
    r"\b(?P<name>header\.d|header\.i|smtp\.mailfrom)\s*=\s*"
    r'(?P<value>(?:"[^"]{0,320}"|[^\s;"]){1,320})',
    re.IGNORECASE,
)
_QUOTED = re.compile(r'"([^"]*)"')
# What of a result tells whose pass it is. (header.i may be of a part of the domain.)
_WHOSE = {"dkim": ("header.d", "header.i"), "spf": ("smtp.mailfrom",)}


def vouches_for(domain: str, headers: Sequence[str], authserv_id: str) -> bool:
    """Whether the trusted server says that DKIM or SPF passed for this domain.

    `headers` are the values of Authentication-Results, the topmost first.
    """
    trusted = authserv_id.strip().lower()
    for header in headers:
        named, _, results = without_comments(header[:LONGEST]).partition(";")
        if trusted and named.strip().lower().split(" ")[0] == trusted:
            passed = set(passes(results))
            return any(_is_above(one, domain.lower()) for one in passed)
    return False


def passes(results: str) -> Iterator[str]:
    """The domains for which DKIM or SPF passed, in small letters."""
    for result in split(results)[:MOST_RESULTS]:
        found = _RESULT.match(result.strip())
        if not found:
            continue
        told = {
            one["name"].lower(): _domain_in(one["value"])
            for one in _PROPERTY.finditer(result, found.end())
        }
        for name in _WHOSE[found["method"].lower()]:
            if domain := told.get(name):
                yield domain
                break


def _domain_in(value: str) -> str:
    """The domain of a value; a local part in quotes may hold any sign, an @ too."""
    whole = _QUOTED.fullmatch(value)
    bare = whole[1] if whole else _QUOTED.sub("", value)
    return bare.rpartition("@")[2].strip("<>. ").lower()


def split(results: str) -> list[str]:
    """The results, at each semicolon that stands in no quotes."""
    found, quoted, begun = [], False, 0
    for at, sign in enumerate(results):
        if sign == '"':
            quoted = not quoted
        elif sign == ";" and not quoted:
            found.append(results[begun:at])
            begun = at + 1
    return [*found, results[begun:]]


def without_comments(header: str) -> str:
    """The header on one line, without what stands in brackets (RFC 5322, 3.2.2).

    One that is never closed hides the rest.
    """
    kept, depth, quoted, escaped = [], 0, False, False
    for sign in header:
        if escaped:
            escaped = False
            if not depth and not quoted:
                kept.append(" ")
            continue
        if sign == "\\":
            escaped = True
        elif sign == '"' and not depth:
            quoted = not quoted
            kept.append(sign)
        elif quoted:
            kept.append(sign)
        elif sign == "(":
            depth += 1
        elif sign == ")":
            depth = max(0, depth - 1)
            kept.append(" ")
        elif not depth:
            kept.append(sign)
    return _SPACE.sub(" ", "".join(kept)).strip()


def _is_above(passed: str, domain: str) -> bool:
    """Whether it is the domain itself or one above it, and no mere ending like `com`."""
    return passed == domain or ("." in passed and domain.endswith(f".{passed}"))
