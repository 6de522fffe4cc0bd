"""Who makes what: a name that a writer may add to one that a source has. Pure but for its file."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from newsletter.verification.claims.names import has_name

_BESIDE = 40  # characters
_FILE = Path(__file__).with_name("makers.txt")


def is_of_its_maker(sentence: str, evidence: str, name: str) -> bool:
    """Whether it tells who makes what the evidence names: "OpenAI's GPT-5", "GPT-5 by OpenAI".

    The two stand side by side; which product is whose is in `makers.txt`.
    """
    return any(
        has_name(evidence, found.group("product"))
        for maker, products in _makers()
        if name in maker.split()
        for found in re.finditer(
            rf"\b(?P<product>(?:{products})(?:[\w.-]*\w)?)", sentence
        )
        if maker in sentence[max(0, found.start() - _BESIDE) : found.end() + _BESIDE]
    )


@cache
def _makers() -> tuple[tuple[str, str], ...]:
    """Each maker, and a pattern of how names of its products begin."""
    return tuple(_read(_FILE.read_text(encoding="utf-8")))


def _read(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        maker, colon, products = line.partition(":")
        if colon and not line.startswith("#"):
            yield maker, "|".join(re.escape(one.strip()) for one in products.split(","))
