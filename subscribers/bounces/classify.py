"""Hard, soft or blocked: which kind of bounce a server's words and codes mean. Pure.

Words come before codes: servers reuse a few codes for everything. Nothing is hard that
one code calls passing, or that was our own fault.
"""

import re
from enum import StrEnum

from subscribers.bounces.phrases import Cause, cause

# What stands behind that repeats itself.
LONGEST = 2000


class BounceKind(StrEnum):
    """What a failure says about the address, or about us."""

    HARD = "hard"  # the address does not exist, or never will again
    SOFT = "soft"  # it may work later: full, away, too slow, too big
    BLOCK = (
        "block"  # they do not want this letter or its sender; the address may be good
    )
    COMPLAINT = "complaint"  # its owner called the letter spam
    NONE = "none"  # delivered, or only delayed: nothing failed for good


# In the order in which they are asked; the first that speaks decides.
KINDS = (
    (Cause.PROGRAM, BounceKind.SOFT),
    (Cause.FULL, BounceKind.SOFT),
    (Cause.HEADERS, BounceKind.BLOCK),
    (Cause.BIG, BounceKind.SOFT),
    (Cause.AUTHENTICATION, BounceKind.BLOCK),
    (Cause.TOO_FAST, BounceKind.SOFT),
    (Cause.SUSPENDED, BounceKind.SOFT),
    (Cause.NAMES_AWAY, BounceKind.SOFT),
    (Cause.LOOP, BounceKind.SOFT),
    (Cause.OURS, BounceKind.BLOCK),
    (Cause.NO_MAIL, BounceKind.HARD),
    (Cause.NO_NAME, BounceKind.HARD),
    (Cause.MOVED, BounceKind.HARD),
    (Cause.SENDER, BounceKind.BLOCK),
    (Cause.UNKNOWN, BounceKind.HARD),
    (Cause.REVERSE, BounceKind.BLOCK),
    (Cause.NO_HOST, BounceKind.HARD),
    (Cause.AWAY, BounceKind.SOFT),
    (Cause.BLOCKED, BounceKind.BLOCK),
)
# Codes that only policy uses (https://www.iana.org/assignments/smtp-enhanced-status-codes):
# authentication, reverse names and the large providers' own.
POLICY_CODE = re.compile(r"^[45]\.7\.(?:[89]|[1-9]\d+)$")
# Those of the address itself, of its mailbox or its host.
OF_ADDRESS = re.compile(r"^5\.(?:1\.(?:[1-36]|10)|4\.4)$")
# Those of a fault in the sender's address or of any policy: whatever the words are,
# they do not tell that the reader's mailbox is gone.
NEVER_HARD = re.compile(r"^4|^5\.(?:7\.\d+|1\.[78]|5\.3)$")


def kind_of(status: str, text: str, action: str = "", around: str = "") -> BounceKind:
    """The kind of a failure, from its enhanced status code and the server's words.

    `around` is asked where neither `text` nor a telling code says anything.
    """
    if action in ("delivered", "relayed", "expanded", "deliverable"):
        return BounceKind.NONE
    text, around = text[:LONGEST], around[:LONGEST]
    code = status or _code_in(text)
    if code.startswith("2"):
        return BounceKind.NONE
    kind = _told(code, text)
    # A 4 with a meaning is meant; for 4.0.0 the prose may say more.
    if kind is None and around and not re.match(r"4\..*[1-9]", code):
        kind = _told(code or _code_in(around), around)
        text = f"{text} {around}"
    if kind is BounceKind.HARD:
        return _doubted(code, text)
    return kind or BounceKind.SOFT


def told(text: str) -> BounceKind | None:
    """What the server's words and code tell; None where they tell nothing."""
    text = text[:LONGEST]
    kind = _told(_code_in(text), text)
    return _doubted("", text) if kind is BounceKind.HARD else kind


def is_passing(text: str) -> bool:
    """Whether the code that the server gave first is a 4."""
    return _code_in(text[:LONGEST]).startswith("4")


def _doubted(code: str, text: str) -> BounceKind:
    """Hard, unless another code than the one that was heeded speaks against it."""
    codes = [one for one in (code, _code_in(text)) if one]
    if any(one.startswith("4") for one in codes):
        return BounceKind.SOFT
    if any(NEVER_HARD.match(one) for one in codes):
        return BounceKind.BLOCK
    is_certain = any(OF_ADDRESS.match(one) for one in codes)
    if cause(Cause.UNWANTED).search(_without_names(text)) and not is_certain:
        return BounceKind.BLOCK
    return BounceKind.HARD


def _told(code: str, text: str) -> BounceKind | None:
    """What words and code tell; last of all that the recipient was refused."""
    kind = _by_words(code, text) or _by_code(code)
    is_refused = cause(Cause.REJECTED).search(_without_names(text))
    return kind or (BounceKind.HARD if is_refused else None)


def _code_in(text: str) -> str:
    """The first code of a failure in `text`, an SMTP reply's as an enhanced one.

    A transcript quotes what went well, too: that counts only where nothing failed.
    """
    for enhanced, reply in ((r"[45]", r"([45])([0-57])(\d)"), ("2", r"(2)(5)(\d)")):
        found = re.search(
            rf"(?<![\d.])({enhanced}\.\d{{1,2}}\.\d{{1,3}})(?![\d.])", text
        )
        if found:
            return found[1]
        found = re.search(rf"(?<![\d.]){reply}(?![\d.])(?=[ -])", text)
        if found:
            return f"{found[1]}.0.{found[2]}{found[3]}"
    return ""


def _by_words(code: str, text: str) -> BounceKind | None:
    is_else = any(
        cause(one).search(text) for one in (Cause.FULL, Cause.SUSPENDED, Cause.NO_MAIL)
    )
    if POLICY_CODE.search(code) and not is_else:
        return BounceKind.BLOCK
    is_refused = cause(Cause.LISTS).search(text) or cause(Cause.REFUSED).search(text)
    if is_refused and not cause(Cause.FULL).search(text):
        return BounceKind.BLOCK
    text = _without_names(text)
    # That they refused the recipient says nothing yet about why.
    bare = cause(Cause.REJECTED).sub(" ", text)
    for one, kind in KINDS:
        if cause(one).search(text if one is Cause.UNKNOWN else bare):
            # An address that is unknown and suspended, the code says.
            is_gone = one is Cause.SUSPENDED and code.endswith(".1.1")
            return BounceKind.HARD if is_gone else kind
    return None


def _without_names(text: str) -> str:
    """`text` without links, addresses and host names: words in them say nothing."""
    text = re.sub(r"https?://\S+", "link", text)
    text = re.sub(r"[^\s<>@:;,]+@[^\s<>@:;,]+", "<>", text)
    text = re.sub(r"\b(?:[\w-]+\.)+[a-z]{2,}\b", "host", text, flags=re.IGNORECASE)
    # IronPort's own words for its code, before those of the other server.
    return re.sub(r"(?i)5\.1\.0 - unknown address error", "", text)


def _by_code(code: str) -> BounceKind | None:
    """What a code says by itself; many servers use the others for everything."""
    number, _, subject_detail = code.partition(".")
    if subject_detail in ("1.1", "1.2", "1.3", "1.6", "1.10", "4.4"):
        return BounceKind.SOFT if number == "4" else BounceKind.HARD
    if subject_detail.startswith(("6.", "7.")) or subject_detail in ("1.7", "1.8"):
        return BounceKind.BLOCK
    if subject_detail.startswith(("2.", "3.")):
        return BounceKind.SOFT
    return None
