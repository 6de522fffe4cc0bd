"""Prompt injection: does a passage speak to its reader, or to a model? Pure.

Whoever writes a page may write it for a judge. The phrases are data, a file for each
language in `languages/`; each file's examples are its test. A false alarm costs the
judge's help with a sentence and nothing else, so in doubt a phrase is one.
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

    `phrases` are regular expressions in small letters, for a text in small letters on one
    line with one kind of space and quotation mark. Each of `examples` has one; none of
    `innocent` has.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: str
    phrases: tuple[str, ...] = Field(min_length=1)
    examples: tuple[str, ...] = Field(min_length=1)
    innocent: tuple[str, ...] = ()


@cache
def languages() -> tuple[Language, ...]:
    """Every language that is known here, and the signs that are of none."""
    return tuple(
        Language.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
        for file in sorted(_HERE.glob("*.toml"))
    )


@cache
def _pattern() -> re.Pattern[str]:
    phrases = (phrase for one in languages() for phrase in one.phrases)
    return re.compile("|".join(f"(?:{phrase})" for phrase in phrases))


@lru_cache(maxsize=1024)
def speaks_to_reader(text: str) -> bool:
    """Whether the text gives its reader an order, or addresses a model.

    What is too long to look through counts as if it did.
    """
    is_long = len(text) > _MOST_CHARACTERS
    return is_long or bool(_pattern().search(fold(text).lower()))
