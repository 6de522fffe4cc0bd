"""Bounce phrases by language: what servers say, from `languages/*.toml`. Pure.

Whoever adds a language adds a file; docs/adding.md tells how. The file's own examples
are its test.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

LANGUAGES = Path(__file__).parent / "languages"


class Cause(StrEnum):
    """Why a letter was refused, as far as words tell."""

    OURS = "ours"  # the sender's name, server or policy: never the address
    UNWANTED = "unwanted"  # the letter or its way, whatever they say of the address
    PROGRAM = "program"  # the reader's own filter broke
    FULL = "full"
    HEADERS = "headers"
    BIG = "big"
    AUTHENTICATION = "authentication"  # SPF, DKIM, DMARC
    TOO_FAST = "too_fast"
    SUSPENDED = "suspended"
    NAMES_AWAY = "names_away"  # the DNS could not be asked
    NO_MAIL = "no_mail"  # that domain takes none (null MX)
    NO_NAME = "no_name"  # NXDOMAIN
    MOVED = "moved"
    SENDER = "sender"
    UNKNOWN = "unknown"  # no such mailbox
    LOOP = "loop"
    REVERSE = "reverse"  # PTR
    NO_HOST = "no_host"
    AWAY = "away"
    BLOCKED = "blocked"  # spam, lists, relaying, forms
    LISTS = "lists"  # block lists by name
    REFUSED = "refused"  # they did not want to talk at all
    REJECTED = "rejected"  # the recipient was refused, and no word says why


class Sign(StrEnum):
    """What sort of message begins so."""

    FAILED = "failed"  # a program's notice that a letter was not delivered
    FORM = "form"  # the same, in words that no person begins with
    DELAYED = "delayed"  # that it still tries
    GIVEN_UP = "given_up"  # that it has tried for long and tries no more
    DELIVERED = "delivered"  # that all went well
    AUTOMATIC = "automatic"  # a vacation note and the like, by its subject


@dataclass(frozen=True, slots=True)
class Language:
    """One file: patterns by what they mean, and sentences to try them with."""

    name: str
    causes: Mapping[Cause, tuple[str, ...]]
    signs: Mapping[Sign, tuple[str, ...]]
    examples: tuple[tuple[str, Cause], ...]


@cache
def languages() -> tuple[Language, ...]:
    """All that there are; raises ValueError where a file names what is not known."""
    return tuple(_read(file) for file in sorted(LANGUAGES.glob("*.toml")))


@cache
def cause(which: Cause) -> re.Pattern[str]:
    """What finds `which` in any language."""
    return _joined(each.causes.get(which, ()) for each in languages())


@cache
def sign(which: Sign) -> re.Pattern[str]:
    """What finds `which` in any language."""
    return _joined(each.signs.get(which, ()) for each in languages())


def _joined(groups: Iterable[tuple[str, ...]]) -> re.Pattern[str]:
    patterns = [one for group in groups for one in group]
    return re.compile("|".join(patterns), re.IGNORECASE)


def _read(file: Path) -> Language:
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    examples = data.get("examples", ())
    try:
        return Language(
            str(data["language"]),
            {Cause(name): tuple(these) for name, these in data["causes"].items()},
            {Sign(name): tuple(these) for name, these in data["notices"].items()},
            tuple((one["said"], Cause(one["means"])) for one in examples),
        )
    except (KeyError, ValueError) as error:
        raise ValueError(f"{file.name}: {error}; docs/adding.md tells how") from error
