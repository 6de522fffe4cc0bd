"""Who makes what: a name that a writer may add to one that a source has. Pure but for its file."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from newsletter.verification.claims.names import has_name

_FILE = Path(__file__).with_name("makers.txt")


def is_of_its_maker(sentence: str, evidence: str, name: str) -> bool:
    """Whether it tells who makes what the evidence names: "OpenAI's GPT-5", "OpenAI's model".

    Which product is whose is in `makers.txt`. Where the sentence names products of its own,
    one of them has to be of the maker.
    """
    for maker, products in _makers():
        if name not in maker.split() or maker not in sentence:
            continue
        of_maker = re.compile(rf"\b(?:{products})(?:[\w.-]*\w)?")
        told = of_maker.findall(sentence)
        if any(has_name(evidence, product) for product in told):
            return True
        if (
            not told
            and not _any_product().search(sentence)
            and of_maker.search(evidence)
        ):
            return True
    return False


def opening(sentence: str, evidence: str) -> list[str]:
    """The maker or the product with which a sentence opens, where a capital tells no name.

    None is a maker whose product the evidence names, by whatever name.
    """
    found = _at_the_beginning().match(sentence)
    if found is None or any(
        found[0] == maker and re.search(rf"\b(?:{products})", evidence)
        for maker, products in _makers()
    ):
        return []
    return [found[0]]


@cache
def _at_the_beginning() -> re.Pattern[str]:
    names = {maker for maker, _ in _makers()}
    names |= {one for _, products in _makers() for one in products.split("|")}
    plain = "|".join(
        sorted(name for name in names if name.istitle() and name.isalpha())
    )
    return re.compile(rf"(?:{plain})(?=(?:['\u2019]s)?\s[a-z])")


@cache
def _any_product() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(products for _, products in _makers())})")


@cache
def _makers() -> tuple[tuple[str, str], ...]:
    """Each maker, and a pattern of how names of its products begin."""
    return tuple(_read(_FILE.read_text(encoding="utf-8")))


def _read(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        maker, colon, products = line.partition(":")
        if colon and not line.startswith("#"):
            yield maker, "|".join(re.escape(one.strip()) for one in products.split(","))
