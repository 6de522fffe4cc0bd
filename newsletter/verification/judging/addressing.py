"""Prompt injection: does a text speak to its reader, or to a model? Pure.

Whoever writes a page may write it for a judge. The phrases are data, a file for each
language in `languages/`; each file's examples are its test. A false alarm costs the
judge's help with a sentence and nothing else, so in doubt a phrase is one. An issue's own
advice speaks to its reader too; there only what is for a model counts.
"""

import re
import tomllib
from functools import cache, lru_cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from newsletter.verification.claims.quotes import fold

_HERE = Path(__file__).parent / "languages"
_MOST_CHARACTERS = 20_000


class Language(BaseModel):
    """How texts of a language speak to who reads them.

    `phrases`, which are for a model, and `orders`, which may be for anybody, are regular
    expressions in small letters, for a text in small letters on one line with one kind of
    space and quotation mark. Each of `examples` has one of them; none of `innocent` has.
    `advice` has orders alone.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: str
    phrases: tuple[str, ...] = Field(min_length=1)
    orders: tuple[str, ...] = ()
    examples: tuple[str, ...] = Field(min_length=1)
    innocent: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()


@cache
def languages() -> tuple[Language, ...]:
    """Every language that is known here, and the signs that are of none."""
    return tuple(
        Language.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
        for file in sorted(_HERE.glob("*.toml"))
    )


@cache
def _pattern(*, has_orders: bool) -> re.Pattern[str]:
    phrases = (
        phrase
        for one in languages()
        for phrase in (*one.phrases, *(one.orders if has_orders else ()))
    )
    return re.compile("|".join(f"(?:{phrase})" for phrase in phrases))


@lru_cache(maxsize=1024)
def speaks_to_reader(text: str) -> bool:
    """Whether the text gives its reader an order, or addresses a model.

    What is too long to look through counts as if it did.
    """
    return _has(text, _pattern(has_orders=True))


@lru_cache(maxsize=1024)
def speaks_to_model(text: str) -> bool:
    """Whether the text addresses a model, or a judge: more than advice to a reader does."""
    return _has(text, _pattern(has_orders=False))


def _has(text: str, phrases: re.Pattern[str]) -> bool:
    is_long = len(text) > _MOST_CHARACTERS
    return is_long or bool(phrases.search(fold(text).lower()))
