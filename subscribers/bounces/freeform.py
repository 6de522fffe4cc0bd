"""Free-text bounces: whom a server names in prose, and in which words. Pure.

A notice as a rule ends with a copy of the letter it is about. Addresses and words in
that copy say nothing, so it is cut off first.
"""

import re
from collections.abc import Iterable, Iterator

# Anybody can write to a bounce mailbox: no pattern here may take long about any text.
ADDRESS = re.compile(
    r"\"[^\"\s@<>]{1,64}\"@[\w-]+(?:\.[\w-]+)+"
    r"|(?<![\w.!#$%&*+/=?^`{|}~-])[\w.!#$%&*+/=?^`{|}~-][\w.!#$%&'*+/=?^`{|}~-]{0,79}"
    r"(?<!\w=)@(?:[\w-]+(?:\.[\w-]+)+|localhost\b)",
    re.IGNORECASE,
)
# Programs that answer for a server, never a reader.
ROBOTS = re.compile(
    r"^(?:mailer-daemon|post_master|mail-?daemon|mdaemon|postmaster|mmdf|uucp|root"
    r"|no-?reply|abuse|hostmaster)@",
    re.IGNORECASE,
)
# Where the notice ends and the letter it is about begins.
COPY = re.compile(
    r"^\W{0,20}(?:-{1,80} ?(?:This is a copy of|Below this line is|The following is|Original message"
    r"|Unsent message|Undelivered message|Returned message|Message header|Start of|Copy of)"
    r"|Below is a copy"
    r"|(?:The )?(?:original|returned|undelivered|rejected) message (?:follows|is|was|below"
    r"|headers?)|Original message(?: headers?)?:|Message header follows|Here is a copy"
    r"|Message headers? follows?|Content-Type: message/rfc822|Return-Path: <)",
    re.IGNORECASE | re.MULTILINE,
)
HEADER = re.compile(r"^([A-Za-z][A-Za-z0-9-]*):(?=\s|\S)")
# Headers that only a letter has, and how many others stand with them at least.
OF_A_LETTER = frozenset({"received", "message-id", "return-path"})
COMMON = frozenset({"from", "to", "subject", "date", "mime-version", "content-type"})
# What stands before an address on its line.
BEGINS = re.compile(
    r"^[\s*>\"'<(\[-]*(?:\d{3}[ -]+)?[\"'<(\[]*(?:\S*\bsmtp[:=])?$", re.IGNORECASE
)
LEADS_TO = re.compile(
    r"(?:rcpt to|recipients?|address(?:es|ed to)?|user|mailbox|account|alias|deliver\w*"
    r"|sent|to|for|an|à|a)\b[^@\n.]{0,25}$",
    re.IGNORECASE,
)
# Behind these stands the sender, a way to get help, or where an alias came from.
LEADS_AWAY = re.compile(
    r"^\W*(?:from|sender|reply-to|message-id|in-reply-to|references|mail from|cc"
    r"|original sender|envelope-from|subject|list-[\w-]+|x-[\w-]+)\W*:"
    r"|(?:contact|please \w+|assistance|questions|support|visit|write to|mailto"
    r"|send (?:an? )?(?:e-?mail|mail|message) to|(?:generated|expanded|mail|accepted) from"
    r"|envelope[- ](?:from|sender)|sender|from)\b\W[^@\n]{0,40}$",
    re.IGNORECASE,
)
MOST_RECIPIENTS = 20
LONGEST_WORDS = 1500
LONGEST_CUE = 120


def before_copy(text: str) -> str:
    """The notice in `text`, without the letter that it returns."""
    found = COPY.search(text)
    end = found.start() if found and found.start() > 40 else len(text)
    for start, names in _header_runs(text):
        if (
            start < end
            and names & OF_A_LETTER
            and len(names & (OF_A_LETTER | COMMON)) > 1
        ):
            return text[:start]
    return text[:end]


def _header_runs(text: str) -> Iterator[tuple[int, set[str]]]:
    """Where lines stand that look like headers, and the names of each such run."""
    start, names, position = 0, set[str](), 0
    for line in text.splitlines(keepends=True):
        found = HEADER.match(line)
        if found:
            start = start if names else position
            names.add(found[1].lower())
        elif names and not line.startswith((" ", "\t")):
            yield start, names
            names = set()
        position += len(line)
    if names:
        yield start, names


def recipients(notice: str, ours: Iterable[str]) -> list[str]:
    """Who was not reached, as far as the prose tells: those it names most clearly."""
    left_out = {address.lower() for address in ours}
    clearest: dict[str, int] = {}
    for line in notice.splitlines():
        for found in ADDRESS.finditer(line):
            address = re.sub(r"(?i)^smtp=", "", found[0])
            if address.lower() in left_out or ROBOTS.match(address):
                continue
            clarity = _clarity(_before(line, found.start()))
            clearest[address] = max(clarity, clearest.get(address, 0))
    most = max(clearest.values(), default=0)
    named = [address for address, clarity in clearest.items() if clarity == most]
    return named[:MOST_RECIPIENTS]


def _before(line: str, at: int) -> str:
    """What stands before `at`, but no more of it than matters."""
    return line[:at] if at <= LONGEST_CUE else f"x {line[at - LONGEST_CUE : at]}"


def _clarity(before: str) -> int:
    """How surely an address behind `before` is a recipient's: 3 is the surest."""
    if BEGINS.match(before):
        return 3
    if LEADS_AWAY.search(before):
        return 0
    return 2 if LEADS_TO.search(before) else 1


def about(recipient: str, notice: str, others: Iterable[str] = ()) -> str:
    """The words that follow `recipient`; all of them where it is not named."""
    lowered = notice.lower()
    at = lowered.find(recipient.lower())
    if at < 0:
        return flat(notice)
    before = notice[lowered.rfind("\n", 0, at) + 1 : at]
    said = notice[at + len(recipient) : at + LONGEST_WORDS]
    for other in others:
        if other.lower() != recipient.lower():
            line = rf"\n(?:\d{{3}} )?[^\w\n]*{re.escape(other)}"
            found = re.search(line, said, re.IGNORECASE)
            said = said[: found.start()] if found else said
    return flat(f"{before} {said}")


def flat(text: str) -> str:
    """`text` on one line, as much of it as matters."""
    return " ".join(text[:LONGEST_WORDS].split())
