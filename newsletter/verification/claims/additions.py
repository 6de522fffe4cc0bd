"""Additions: things that no text of a source speaks of at all. Pure but for its file.

"Run on a laptop", "annotated by volunteers", "under an MIT licence": writers add such to what
a source says. The kinds, with their words, are in `additions.toml`. English words only.
"""

import re
import tomllib
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from newsletter.text.language import is_english

_FILE = Path(__file__).with_name("additions.toml")
_BLANK = re.compile(r"[\s-]+")


class _Kind(BaseModel):
    """A kind of thing: the words that add it, and those that speak of it; with commas."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    added: str
    told: str


def added(sentence: str, *source: str) -> str:
    """The first words of a sentence of whose kind no text of its source has any, or "".

    Where either is in another language nothing is found: "5 mars" is no planet.
    """
    for adding, telling in _kinds():
        found = adding.search(sentence)
        if found and not any(
            telling.search(text) or adding.search(text) for text in source
        ):
            is_in_one = is_english(sentence) and is_english(" ".join(source))
            return found.group() if is_in_one else ""
    return ""


@cache
def _kinds() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    read = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    kinds = (_Kind.model_validate(kind) for kind in read.values())
    return tuple((_any_of(kind.added), _any_of(kind.told)) for kind in kinds)


def _any_of(words: str) -> re.Pattern[str]:
    """Any of some words, with blanks or a hyphen where they have either."""
    patterns = (
        r"[\s-]+".join(map(re.escape, _BLANK.split(one.strip()))).replace(r"\*", r"\w*")
        for one in words.split(",")
    )
    return re.compile(rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)", re.IGNORECASE)
