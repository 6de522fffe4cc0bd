"""The named things of a title: products with their versions, organisations, people. Pure.

No dictionary: a name is told by its capitals, its script or the number behind it. What
counts for comparing is how it is spelled in `newsletter.text.spelling`.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, pairwise

from newsletter.research.numerals import cardinal, is_roman, ordinal, with_numbers
from newsletter.text.language import FUNCTION_WORDS
from newsletter.text.similarity import STOP_WORDS
from newsletter.text.spelling import Token, spelled, tokens

_ANNOUNCING = """
    introducing announcing presenting launching releasing launch launches launched release
    releases released ship ships shipped unveils unveiled debuts welcome meet available
    update updates updated version adds gets brings arrives announces announced reveals
    stellt vor bringt kommt neue neuer neues jetzt veröffentlicht startet
    presenta lanza nuevo nueva llega anuncia ya disponible"""
# Before a number, in words as well, these name no product; but part 1 is not part 2.
_COUNTED = """
    part week day episode chapter issue volume vol no season round top best step phase
    flight mission stage game match matchday race heat wave summit edition
    alpha beta rc candidate milestone preview
    teil woche tag folge kapitel ausgabe staffel runde spieltag platz
    flug etappe rennen welle gipfel auflage
    parte semana día capítulo temporada jornada fecha ronda paso vuelo misión etapa
    partie semaine épisode chapitre saison journée étape tome volet"""
_BEFORE_AMOUNTS = """
    over under only nearly almost about around least most per up raises raised hits
    january february march april may june july august september october november december
    januar februar märz mai juni juli oktober dezember enero febrero marzo abril mayo
    junio julio agosto septiembre octubre noviembre diciembre"""
# Behind a number these tell which of several of that version.
_VARIANTS = """
    pro flash mini nano micro max ultra lite turbo plus air codex coder vl omni image audio
    video voice instant thinking reasoning fast preview base instruct chat large medium small tiny
    edge embedded realtime live math vision open oss rc beta alpha se xl"""


def _set(text: str) -> frozenset[str]:
    return frozenset(spelled(word) for word in text.split())


QUIET = _set(" ".join((*STOP_WORDS, *FUNCTION_WORDS))) | _set(_ANNOUNCING)
_NUMBERED = _set(_COUNTED)
_COUNTS = _NUMBERED | _set(_BEFORE_AMOUNTS)
_NO_PRODUCT = QUIET | _COUNTS | _set(_VARIANTS)
# These stand before or behind their number.
_VARIANT = _set(_VARIANTS) | _set("opus sonnet haiku")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_YEAR = re.compile(r"(?:19|20)\d\d\Z")
# Of what is no product every year has one.
_CALENDAR = _set("year jahr jahre año ano année")
# A version by its day, 0528 or 20260528, tells which of several, too.
_STAMP = re.compile(r"(?:0[1-9]|1[0-2])[0-3]\d|20\d{6}")
# Behind a number these make it an amount, in scripts that know no capitals: signs, ten
# thousands to trillions, degrees, years and money in Chinese, Japanese and Korean; a million
# and per cent in Arabic and Hebrew, a lakh and a crore.
_UNITS = re.compile(
    r"[%\u2030\u00b0$\u20ac\u00a3\u00a5\u4ebf\u5104\u4e07\u842c\u5343\u767e\u5146\u500d\u5ea6\u7ea7\u7d1a\u5c81\u6b73\u5e74\u6708\u65e5\u5186\u5143\uc5b5\ub9cc\uc870\ubc30\uc6d0]"
    r"|\u0645\u0644\u064a|\u0628\u0627\u0644\u0645|\u05de\u05d9\u05dc|\u05d0\u05d7\u05d5\u05d6|\u0932\u093e\u0916|\u0915\u0930\u094b\u0921\u093c"
)
_QUOTED = re.compile(r"[「『《〈“]([^「『《〈“」』》〉”]{1,12})[」』》〉”]")
# 3-1 is a result, $5 and 40% are amounts.
_AMOUNT = re.compile(r"[$€£¥]\s*\Z")
_MOST_NAMES = 10
_LONGEST_VERSION = 3
_TITLE_CASE = 0.7
# A coined name has so many tokens at most, and one of so many small letters.
_LONGEST_COINED, _FEWEST_SMALL = 3, 2
# Among so many first words a title names what it is about: Elgin ships Kettle 3.
_FIRST_WORDS = 4
# 3-1 is a result; what has more digits is the day of a version.
_LONGEST_RESULT = 3


@dataclass(frozen=True, slots=True)
class Thing:
    """A product in one of its versions; `variants` tell which of several of them."""

    product: str
    version: str
    variants: frozenset[str] = frozenset()
    # The product as this title writes it, and the name before it: the Fedora of Fedora
    # Linux 44.
    written: str = field(default="", compare=False)
    maker: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        return f"{self.product} {self.version}"


@dataclass(frozen=True, slots=True)
class Names:
    """What a title names; `words` are all of its telling tokens."""

    words: frozenset[str]
    plain: frozenset[str]
    things: frozenset[Thing]
    # Of `part 2`, the tenth flight, Kettle 2026, Kettle III and the like, too: what differs
    # in these is another story.
    counted: frozenset[Thing]
    numbers: frozenset[str]
    # Words behind a name that tell which of several it is, whether or not it has a number.
    variants: frozenset[str] = frozenset()
    # First words, where they may be names: every first word has a capital, and what is
    # written without capitals begins with whom it is about.
    opening: frozenset[str] = frozenset()
    # What a title without capitals puts in quotes: the name of a work or a product.
    quoted: frozenset[str] = frozenset()
    # What it coins before its colon, as papers do: the LatticeKV of "LatticeKV: Learning to …".
    coined: str = ""

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Each two named things, in one order."""
        return tuple(combinations(sorted(self.plain)[:_MOST_NAMES], 2))


@lru_cache(maxsize=8192)
def names_in(title: str) -> Names:
    """The names of a title, whatever its language and case."""
    found = with_numbers(tokens(title))
    versioned = [
        (place, thing)
        for place in range(1, len(found))
        if (thing := _thing(found, place))
    ]
    things = frozenset(
        one
        for place, one in versioned
        if one.product not in _NO_PRODUCT and not is_roman(found[place])
    )
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
        counted=(frozenset(one for _, one in versioned) | _counted(found)) - things,
        numbers=numbers,
        variants=frozenset(
            token.folded
            for place, token in enumerate(found)
            if place and _is_variant(found[place - 1], token)
        ),
        opening=frozenset(
            token.folded
            for place, token in enumerate(found)
            if _may_be_opening_name(place, token)
        )
        - QUIET,
        quoted=_quoted(title),
        coined=_coined(found),
    )


def subject_of(title: str) -> Thing | None:
    """The product that a title is about: the only one in a version, among its first words.

    "GPT-5.6 and Grok 4.5 build an app" and "Ours beats GPT-5.5" are about something else.
    """
    things = sorted(names_in(title).things, key=lambda one: one.version)
    begins = {one.folded for one in with_numbers(tokens(title))[:_FIRST_WORDS]}
    about = {one.product for one in things} & begins
    is_one = len({one.product for one in things}) == len(about) == 1
    return things[-1] if is_one else None


def _coined(found: Sequence[Token]) -> str:
    """A name before the first colon that has a capital and small letters after its first."""
    ends = (place for place, one in enumerate(found) if one.gap.startswith(":"))
    head = found[: min(next(ends, 0), _LONGEST_COINED)]
    return next((one.folded for one in head if _is_mixed(one.written)), "")


def _is_mixed(written: str) -> bool:
    """LatticeKV, but not KV, KVs or Lattice."""
    has_capital = any(map(str.isupper, written[1:]))
    return has_capital and sum(map(str.islower, written)) >= _FEWEST_SMALL


def _quoted(title: str) -> frozenset[str]:
    if not _UNSPACED.search(title):
        return frozenset()
    return frozenset(map(spelled, _QUOTED.findall(title)))


def _thing(found: Sequence[Token], place: int) -> Thing | None:
    """The versioned thing whose number stands at that place."""
    token, before = found[place], found[place - 1]
    if not token.is_number or _YEAR.match(token.folded) or _AMOUNT.search(token.gap):
        return None
    product, at = before, place - 1
    if _is_v(before) and place > 1:
        product, at = found[place - 2], place - 2
    if product.is_number or _is_result(found, place):
        return None
    if not _is_close(token.gap) or not (
        product is not before or _may_be_product(product, token)
    ):
        return None
    variants = _variants(found, place)
    maker = found[at - 1].folded if at and _is_name(found[at - 1]) else ""
    return Thing(product.folded, token.folded, variants, product.written, maker)


def _counted(found: Sequence[Token]) -> frozenset[Thing]:
    """What is one of several by a year, an ordinal, or a number that names no product."""
    return frozenset(
        thing
        for place, (before, token) in enumerate(pairwise(found))
        if (thing := _numbered(before, token, found[place + 2 : place + 3]))
    )


def _numbered(before: Token, token: Token, behind: Sequence[Token]) -> Thing | None:
    """What two tokens count: the tenth flight, version two, Kettle 2026, Brew++26."""
    if (nth := ordinal(before, token)) and not token.is_number:
        return None if token.folded in QUIET else Thing(token.folded, nth)
    if (number := cardinal(token)) and before.folded in _NUMBERED | {"version"}:
        return Thing(before.folded, number)
    if not token.is_number or before.is_number or before.folded in QUIET:
        return None
    after = next(iter(behind), None)
    if _YEAR.match(token.folded) and _is_close(token.gap):
        is_id = after and after.is_number and after.gap == "-"
        version = f"{token.folded}-{after.folded}" if is_id and after else token.folded
        is_named = _is_name(before) and before.folded not in _CALENDAR
        return Thing(before.folded, version) if is_named else None
    if token.gap in {"++", "++ "}:
        return Thing(f"{before.folded}++", token.folded)
    if _is_version_of(before, token, after):
        return Thing(before.folded, token.folded)
    return None


def _is_version_of(before: Token, token: Token, after: Token | None) -> bool:
    """In a script without capitals: a number with a dot, and no unit behind it?"""
    is_caseless = before.written[:1].lower() == before.written[:1].upper()
    if not is_caseless or not _has_dot(token) or not _is_close(token.gap):
        return False
    return not (after and _UNITS.match(f"{after.gap}{after.written}".lstrip()))


def _has_dot(number: Token) -> bool:
    """4.5, 4,5, 5.0 and 12.00, but not 1,200."""
    return "." in number.folded or number.written.rstrip("0").endswith(".")


def _is_name(token: Token) -> bool:
    return not token.is_number and token.written[:1].isupper()


def _is_variant(before: Token, token: Token) -> bool:
    """Banana Pro, K2 Thinking, Phi-4-mini: no common word of the sentence."""
    if token.folded not in _VARIANT or token.gap not in {" ", "-"}:
        return False
    is_written_so = token.gap == "-" or token.written[:1].isupper()
    return is_written_so and (before.is_number or _is_name(before))


def is_variant(before: str, word: str) -> bool:
    """Does a word tell which of several of a version it is: the mini of "GPT-5.5 mini"?"""
    return any(map(str.isdigit, before)) and spelled(word) in _VARIANT


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
    # With a comma it is as often an amount: kostet 4,5 Euro.
    is_version = (
        ("." in number.written and not is_amount) or is_glued or "-" in number.gap
    )
    return is_version or not product.written.islower()


def _is_result(found: Sequence[Token], place: int) -> bool:
    """Is it one of two numbers with a hyphen or a colon between them?"""
    after = found[place + 1] if place + 1 < len(found) else None
    return bool(
        after
        and after.folded.isdigit()
        and len(after.folded) <= _LONGEST_RESULT
        and after.gap.strip() in {"-", ":", "\N{EN DASH}"}
    )


def _variants(found: Sequence[Token], place: int) -> frozenset[str]:
    kept: list[str] = []
    for token in found[place + 1 : place + 4]:
        is_size = token.is_number and token.folded[-1:].isalpha()
        is_day = token.is_number and bool(_STAMP.fullmatch(token.folded))
        if token.folded not in _VARIANT and not (is_size or is_day):
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


def has_other_variant(mine: Names, theirs: Names) -> bool:
    """Does one say which of several it is, and the other not, or another one?"""
    return not (mine.variants <= theirs.words and theirs.variants <= mine.words)


def is_short_for(one: Thing, other: Thing) -> bool:
    """Does one name the other by its maker, in the same version: Fedora 44, Fedora Linux 44?"""
    is_same = (one.version, one.variants) == (other.version, other.variants)
    return is_same and one.product == other.maker and other.product not in _VARIANT


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
