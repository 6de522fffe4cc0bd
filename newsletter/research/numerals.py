"""How titles write their numbers: in Roman numerals, in words, as ordinals. Pure.

What is read here as a number is one wherever titles are compared: `Kettle III` is
`Kettle 3`, `claude-opus-4-6` is `Claude Opus 4.6`, `3.15a1` is `3.15 alpha 1`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from newsletter.text.spelling import Token, spelled
from newsletter.text.words import MONTHS, MONTHS_ELSEWHERE

# From II to XXXIX; of single letters V alone is hardly ever a name.
_ROMAN = re.compile(r"(?=[IVX]{2}|V)X{0,3}(?:IX|IV|V?I{0,3})")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10}
# What is glued between two numbers of a version: 3.15a1.
_STAGES = {"a": "alpha", "b": "beta", "c": "rc", "rc": "rc"}
# Parts of a version in an address or a package's name are no longer.
_LONGEST_PART = 2
_CARDINALS = """
    one eins un uno
    two zwei deux dos
    three drei trois tres
    four vier quatre cuatro
    five fünf cinq cinco
    six sechs six seis
    seven sieben sept siete
    eight acht huit ocho
    nine neun neuf nueve
    ten zehn dix diez
    eleven elf onze once
    twelve zwölf douze doce"""
_ORDINALS = """
    first erste ersten erster erstes premier première primer primera primero
    second zweite zweiten zweiter zweites deuxième segundo segunda
    third dritte dritten dritter drittes troisième tercer tercera tercero
    fourth vierte vierten vierter viertes quatrième cuarto cuarta
    fifth fünfte fünften fünfter fünftes cinquième quinto quinta
    sixth sechste sechsten sechster sechstes sixième sexto sexta
    seventh siebte siebten siebter siebtes septième séptimo séptima
    eighth achte achten achter achtes huitième octavo octava
    ninth neunte neunten neunter neuntes neuvième noveno novena
    tenth zehnte zehnten zehnter zehntes dixième décimo décima
    eleventh elfte elften elfter elftes onzième undécimo undécima
    twelfth zwölfte zwölften zwölfter zwölftes douzième duodécimo duodécima"""
_NTH = re.compile(r"([1-9]\d?)(?:st|nd|rd|th|er?)")


def _by_word(rows: str) -> dict[str, str]:
    """Which number each word is: the words of one stand in its row."""
    lines = rows.strip().splitlines()
    return {
        spelled(word): str(number)
        for number, line in enumerate(lines, 1)
        for word in line.split()
    }


_CARDINAL, _ORDINAL = _by_word(_CARDINALS), _by_word(_ORDINALS)


def with_numbers(found: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens of a title, where Roman numerals and parts of versions are read."""
    return tuple(_read(found))


def _read(found: Sequence[Token]) -> Iterator[Token]:
    is_taken = False
    for place, token in enumerate(found):
        if is_taken:
            is_taken = False
            continue
        before = found[place - 1] if place else None
        after = found[place + 1] if place + 1 < len(found) else None
        if before and after and _are_parts(before, token, after):
            is_taken = True
            yield replace(token, folded=f"{token.folded}.{after.folded}")
        elif before and after and _is_stage(before, token, after):
            yield replace(token, folded=_STAGES[token.folded])
        elif before and _is_roman(before, token, after):
            yield replace(token, folded=_value(token.written), is_number=True)
        else:
            yield token


def is_roman(token: Token) -> bool:
    """Was this number written in Roman numerals?"""
    return token.is_number and token.written[:1].isalpha()


def _is_roman(before: Token, token: Token, after: Token | None) -> bool:
    """Behind a word with a capital, and no `v` before a version."""
    if after and after.is_number and len(after.gap) < 2:
        return False
    is_named = not before.is_number and before.written[:1].isupper()
    return bool(
        is_named and token.gap in {" ", "-"} and _ROMAN.fullmatch(token.written)
    )


def _value(written: str) -> str:
    values = [_ROMAN_VALUES[letter] for letter in written]
    later = [*values[1:], 0]
    pairs = zip(values, later, strict=True)
    return str(sum(-one if one < other else one for one, other in pairs))


def _are_parts(before: Token, token: Token, after: Token) -> bool:
    """In a name of small letters and hyphens: the 4 and the 6 of claude-opus-4-6."""
    return (
        before.written.islower()
        and (token.gap, after.gap) == ("-", "-")
        and all(
            one.folded.isdigit() and len(one.folded) <= _LONGEST_PART
            for one in (token, after)
        )
    )


def _is_stage(before: Token, token: Token, after: Token) -> bool:
    return (
        before.is_number
        and after.is_number
        and token.folded in _STAGES
        and (token.gap, after.gap) == ("", "")
    )


def cardinal(token: Token) -> str:
    """The number that a word names; empty where it names none."""
    return _CARDINAL.get(token.folded, "")


def ordinal(token: Token, after: Token) -> str:
    """Which of several: `tenth`, `10th`, or `10.` where a word follows; empty for none."""
    if not token.is_number:
        return _ORDINAL.get(token.folded, "")
    if found := _NTH.fullmatch(token.folded):
        return found[1]
    is_short = token.folded.isdigit() and len(token.folded) <= _LONGEST_PART
    return token.folded if is_short and after.gap == ". " else ""


# --- Figures ----------------------------------------------------------------------------

_YEAR = re.compile(r"(?:19|20)\d\d\Z")
_MONTH_NAMES = frozenset(map(spelled, " ".join((*MONTHS, *MONTHS_ELSEWHERE)).split()))
_OF_DAYS = ("日", "号", "號", "일")
_LONGEST_DAY = len("31")


def is_figure(term: str) -> bool:
    """A figure that is not in every second text: two digits, and no year."""
    if not term[:1].isdigit():
        return False
    return sum(map(str.isdigit, term)) > 1 and not _YEAR.match(term)


def figures_of(found: Sequence[Token]) -> Iterator[str]:
    """The figures of a text that tell what it is about, in order; no days of a month."""
    return (
        one.folded
        for place, one in enumerate(found)
        if one.is_number and is_figure(one.folded) and not _is_day(found, place)
    )


def _is_day(found: Sequence[Token], place: int) -> bool:
    """28 February, March 14, 28日."""
    if len(found[place].folded) > _LONGEST_DAY:
        return False
    after = found[place + 1 : place + 2]
    beside = (*found[max(0, place - 1) : place], *after)
    return any(one.folded in _MONTH_NAMES for one in beside) or any(
        one.written[:1] in _OF_DAYS for one in after
    )
