"""Redaction: addresses, keys, tokens and other secrets struck out of logs. Pure.

Whoever logs should leave them out; this is the net below.
"""

import re
from collections.abc import Iterable, Mapping

STRUCK = "[redacted]"
# A word as short as this stands in too many innocent lines to be struck out of each.
SHORTEST_SECRET = 6

# Values under these names are struck out whole, unless they are numbers.
SECRET_NAMES = frozenset({
    "api_key", "authorization", "cookie", "csrftoken", "email", "emails", "from_email",
    "password", "recipient", "recipients", "secret", "secret_key", "session_key",
    "set_cookie", "token", "x_api_key",
})  # fmt: skip

# No shorter word alone is taken for a key; all other patterns need a sign or a space.
SHORTEST_KEY = 19

# Every quantifier below is bounded or begins where a word does: a long line without a
# match must not cost more than it is long.
PATTERNS = (
    # The account in a URL: redis://name:password@host.
    (re.compile(r"(://)[^/\s@]{1,200}@"), rf"\1{STRUCK}@"),
    # An e-mail address, as it is or quoted in a URL. `/@name` of a page is none.
    (
        re.compile(r"[^\s<>\"(),:;/@\[\]%=?&]{1,64}(?:@|%40)[^\s<>\"'(),:;/@\[\]?&]+"),
        STRUCK,
    ),
    # A private key, with its line breaks or with their escapes.
    (
        re.compile(
            r"-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(?:-----END [A-Z ]*-----)?"
        ),
        STRUCK,
    ),
    # What follows a scheme of authorization.
    (re.compile(r"\b(bearer|basic)\s+[\w.~+/=-]{8,}", re.IGNORECASE), rf"\1 {STRUCK}"),
    # A parameter of an address; a field of a form or a dump that is named as a secret.
    (re.compile(r"([?&](?:key|code|sig|signature)=)[^&\s#\"']+"), rf"\1{STRUCK}"),
    (
        re.compile(
            r"\b((?:x-)?(?:api[-_]?key|access[-_]?token|auth[-_]?token|token|"
            r"secret|password|passwd)[\"']?\s*[=:]\s*[\"']?)"
            r"(?!\[)[\w.~+/%-]{8,}",
            re.IGNORECASE,
        ),
        rf"\1{STRUCK}",
    ),
    # Keys that begin as services begin theirs: sk-ant-…, re_…, SG.…, ghp_…, xoxb-….
    (
        re.compile(
            r"\b(?:sk|pk|rk|re|whsec|key|ghp|gho|ghs|github_pat|hf|xox[abprs]|SG)"
            r"[-_.][\w.-]{16,}"
        ),
        STRUCK,
    ),
    # A JSON Web Token; a token signed by Django, with `:` or `.` before its 43 signs.
    (re.compile(r"\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+"), STRUCK),
    (re.compile(r"(?<![\w.:-])(?:[\w-]+[.:])+[\w-]{43}(?![\w-])"), STRUCK),
)


def worth_hiding(*values: object) -> frozenset[str]:
    """Those of `values` that are secrets: strings, and not too short to look for."""
    return frozenset(
        value
        for value in values
        if isinstance(value, str) and len(value) >= SHORTEST_SECRET
    )


def redact(text: str, secrets: Iterable[str] = ()) -> str:
    """`text` without the `secrets`, and without what looks like one."""
    for secret in secrets:
        text = text.replace(secret, STRUCK)
    if len(text) < SHORTEST_KEY and text.isidentifier():
        return text  # as nearly every name of a field is
    for pattern, replacement in PATTERNS:
        text = pattern.sub(replacement, text)
    return text


def redact_value(name: str, value: object, secrets: Iterable[str] = ()) -> object:
    """A value as a log may show it under `name`, with all that lies inside it."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if name.lower().replace("-", "_") in SECRET_NAMES:
        return STRUCK
    if isinstance(value, Mapping):
        return {
            redact(str(key), secrets): redact_value(str(key), inner, secrets)
            for key, inner in value.items()
        }
    if isinstance(value, list | tuple | set | frozenset):
        return [redact_value(name, inner, secrets) for inner in value]
    return redact(str(value), secrets)
