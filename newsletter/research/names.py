"""The named things of a title: products with their versions, organisations, people. Pure.

No dictionary: a name is told by its capitals, its script or the number behind it. What
counts for comparing is how it is spelled in `newsletter.text.spelling`.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations

from newsletter.text.language import FUNCTION_WORDS
from newsletter.text.similarity import STOP_WORDS
from newsletter.text.spelling import Token, spelled, tokens

_ANNOUNCING = """
    introducing announcing presenting launching releasing launch launches launched release
    releases released ship ships shipped unveils unveiled debuts welcome meet available
    update updates updated version adds gets brings arrives announces announced reveals
    stellt vor bringt kommt neue neuer neues jetzt veröffentlicht startet
    presenta lanza nuevo nueva llega anuncia ya disponible"""
# Before a number these name no product; but part 1 is not part 2.
_COUNTED = """
    part week day episode chapter issue volume vol no season round top best step phase
    teil woche tag folge kapitel ausgabe staffel runde spieltag platz
    parte semana día capítulo temporada jornada fecha ronda paso
    over under only nearly almost about around least most per up raises raised hits
    january february march april may june july august september october november december
    januar februar märz mai juni juli oktober dezember enero febrero marzo abril mayo
    junio julio agosto septiembre octubre noviembre diciembre"""
# Behind a number these tell which of several of that version.
_VARIANTS = """
    pro flash mini nano micro max ultra lite turbo plus air codex coder vl omni image audio
    video voice instant thinking preview base instruct chat large medium small tiny
    edge embedded realtime live math vision open oss rc beta alpha se xl"""


def _set(text: str) -> frozenset[str]:
    return frozenset(spelled(word) for word in text.split())


QUIET = _set(" ".join((*STOP_WORDS, *FUNCTION_WORDS))) | _set(_ANNOUNCING)
_COUNTS = _set(_COUNTED)
_NO_PRODUCT = QUIET | _COUNTS | _set(_VARIANTS)
# These stand before or behind their number.
_VARIANT = _set(_VARIANTS) | _set("opus sonnet haiku")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_YEAR = re.compile(r"(?:19|20)\d\d\Z")
# 3-1 is a result, $5 and 40% are amounts.
_AMOUNT = re.compile(r"[$€£¥]\s*\Z")
_MOST_NAMES = 10
_LONGEST_VERSION = 3
_TITLE_CASE = 0.7


@dataclass(frozen=True, slots=True)
class Thing:
    """A product in one of its versions; `variants` tell which of several of them."""

    product: str
    version: str
    variants: frozenset[str] = frozenset()
    # The product as this title writes it.
    written: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        return f"{self.product} {self.version}"


@dataclass(frozen=True, slots=True)
class Names:
    """What a title names; `words` are all of its telling tokens."""

    words: frozenset[str]
    plain: frozenset[str]
    things: frozenset[Thing]
    # Of `part 2` and the like, too: what differs in these is another story.
    counted: frozenset[Thing]
    numbers: frozenset[str]
    # First words, where they may be names: every first word has a capital, and what is
    # written without capitals begins with whom it is about.
    opening: frozenset[str] = frozenset()

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Each two named things, in one order."""
        return tuple(combinations(sorted(self.plain)[:_MOST_NAMES], 2))


@lru_cache(maxsize=8192)
def names_in(title: str) -> Names:
    """The names of a title, whatever its language and case."""
    found = tokens(title)
    versioned = [
        (place, thing)
        for place in range(1, len(found))
        if (thing := _thing(found, place))
    ]
    things = frozenset(one for _, one in versioned if one.product not in _NO_PRODUCT)
    taken = {place for place, one in versioned if one in things}
    numbers = frozenset(
        token.folded
        for place, token in enumerate(found)
        if token.is_number and place not in taken
    )
    return Names(
        words=frozenset(token.folded for token in found) - QUIET,
        plain=frozenset(_plain(title, found)) - QUIET,
        things=things,
        counted=frozenset(one for _, one in versioned) - things,
        numbers=numbers,
        opening=frozenset(
            token.folded
            for place, token in enumerate(found)
            if _may_be_opening_name(place, token)
        )
        - QUIET,
    )


def _thing(found: Sequence[Token], place: int) -> Thing | None:
    """The versioned thing whose number stands at that place."""
    token, before = found[place], found[place - 1]
    if not token.is_number or _YEAR.match(token.folded) or _AMOUNT.search(token.gap):
        return None
    product = before
    if _is_v(before) and place > 1:
        product = found[place - 2]
    if product.is_number or _is_result(found, place):
        return None
    if not _is_close(token.gap) or not _may_be_product(product, token):
        return None
    variants = _variants(found, place)
    return Thing(product.folded, token.folded, variants, product.written)


def _is_v(token: Token) -> bool:
    return token.folded in {"v", "ver", "version"}


def _is_close(gap: str) -> bool:
    return gap.strip() in {"", "-", "\N{EN DASH}", ".", "_"} and len(gap) < 3


def _may_be_product(product: Token, number: Token) -> bool:
    """In small letters only where the number can be nothing but a version."""
    first = product.written[:1]
    if first.lower() == first.upper():  # no name of a product: 第3回
        return False
    if product.folded in _COUNTS:
        return True
    is_glued = not number.gap.strip(" ") and " " not in number.gap
    is_amount = len(number.folded) > _LONGEST_VERSION and number.folded.isdigit()
    is_version = (
        ("." in number.written and not is_amount) or is_glued or "-" in number.gap
    )
    return is_version or not product.written.islower()


def _is_result(found: Sequence[Token], place: int) -> bool:
    """Is it one of two numbers with a hyphen or a colon between them?"""
    after = found[place + 1] if place + 1 < len(found) else None
    return bool(
        after and after.is_number and after.gap.strip() in {"-", ":", "\N{EN DASH}"}
    )


def _variants(found: Sequence[Token], place: int) -> frozenset[str]:
    kept: list[str] = []
    for token in found[place + 1 : place + 4]:
        is_size = token.is_number and token.folded[-1:].isalpha()
        if token.folded not in _VARIANT and not is_size:
            break
        kept.append(token.folded)
    return frozenset(kept)


def _opens(place: int, token: Token) -> bool:
    return place == 0 or any(mark in token.gap for mark in '.:!?—“"¿¡')


def _may_be_opening_name(place: int, token: Token) -> bool:
    if _UNSPACED.match(token.written):
        return place == 0 or any(mark in token.gap for mark in "]】")
    return token.written[:1].isupper() and _opens(place, token)


def _is_headed(found: Sequence[Token]) -> bool:
    """Does a title begin with one word and a colon: a name, and what it is?"""
    return len(found) > 1 and found[1].gap.startswith(":")


def _plain(title: str, found: Sequence[Token]) -> Iterator[str]:
    """What is written as a name, without its version."""
    cased = [one for one in found if one.written[:1].lower() != one.written[:1].upper()]
    capitals = sum(one.written[:1].isupper() for one in cased)
    is_shouted = title.isupper()
    is_title_case = capitals > _TITLE_CASE * len(cased)
    is_unspaced = bool(_UNSPACED.search(title))
    for place, token in enumerate(found):
        written = token.written
        if token.is_number or len(written) < 2 or is_shouted:
            continue
        opens = _opens(place, token)
        is_mixed = any(letter.isupper() for letter in written[1:])
        is_capital = written[:1].isupper() and (not opens or is_title_case)
        is_headed = place == 0 and written[:1].isupper() and _is_headed(found)
        if is_mixed or is_capital or is_headed or (is_unspaced and written.isascii()):
            yield token.folded


def is_other_version(mine: Names, theirs: Names) -> bool:
    """Does one name what the other names too, in a version of its own?"""
    told = defaultdict(set)
    for thing in (*theirs.things, *theirs.counted):
        told[thing.product].add(thing.version)
    new = [
        thing
        for thing in (*mine.things, *mine.counted)
        if thing.product in told and thing.version not in told[thing.product]
    ]
    if new:
        return True
    return any(
        one.name == other.name and one.variants != other.variants
        and bool(one.variants) and bool(other.variants)
        for one in mine.things
        for other in theirs.things
    )  # fmt: skip
