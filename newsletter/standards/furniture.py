"""What an issue says of itself and its sections, in the newsletter's own language. Pure.

Names of sections, lines of the lead, how the issue was made. Other words are those of the
stories, in their own language. English where a language is not known here.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import chain

from newsletter.standards.by_language import by_language
from newsletter.text.language import primary as language_alone
from newsletter.text.words import in_words

ENGLISH = "en"
# The script, and places where Chinese is written in it.
_TRADITIONAL = frozenset({"hant", "tw", "hk", "mo"})
# How a sentence ends that needs no space behind it, and what has not begun.
_WIDE_ENDS = ("", "。", "？", "！")  # noqa: RUF001  they are meant


def _one_few_or_many(number: int) -> int:
    """1; 2 to 4, 22; 5, 12, 25: as Polish counts, by the plural rules of the CLDR.

    https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html
    """
    is_few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
    return 0 if number == 1 else 1 if is_few else 2


# Which form a noun takes with a number, by how many forms it has in a language.
_PLURALS: Mapping[str, Callable[[int], int]] = {
    "one": lambda _: 0,
    "one or many": lambda number: int(number != 1),
    "one, few or many": _one_few_or_many,
}


@dataclass(frozen=True, slots=True)
class Furniture:
    """The words of one language.

    Sentences are templates; several are a noun with its number, in each form that it
    has in its language: `plural` says how these are told apart.
    """

    # How sentences begin that tell of the issue, and need no source.
    openings: tuple[str, str]
    view: str  # how a sentence begins that tells what we think
    about: str  # the heading under which it says how it was made
    brief: str  # the heading of further stories
    news: str  # the sections of what belongs to no topic
    research: str
    conjunction: str
    day_and_month: str
    months: str
    until: str  # the subject of an issue whose stories have no short names
    first: str
    first_name: str  # where what stands first is a name and no sentence
    further: str
    count: str
    whole: str  # where all that there was is told, so that nothing was chosen
    lines: str
    story: tuple[str, ...]
    more: tuple[str, ...]
    considered: tuple[str, ...]
    asked: tuple[str, ...]
    unread: str
    looks_back: str
    few: str
    shorter: str  # where a part could not be verified, and was left out
    left_out: tuple[str, ...]
    by_rules: str  # what a reader must know of an issue that rules alone made
    day_and_year: str = "{day} {year}"
    # What stands in a list, around its conjunction, and at a sentence's end.
    comma: str = ", "
    space: str = " "
    stop: str = "."
    between: str = "; "  # between two headlines in a line
    plural: str = "one or many"

    def form_of(self, number: int) -> int:
        """Which form of a noun a number takes."""
        return _PLURALS[self.plural](number)

    @property
    def is_english(self) -> bool:
        return self is _BY_LANGUAGE[ENGLISH]

    def day(self, day: date) -> str:
        """`7 August`, `7. August`, `7 août`."""
        month = self.months.split()[day.month - 1]
        return self.day_and_month.format(day=day.day, month=month)

    def whole_day(self, day: date) -> str:
        """`7 August 2026`, `7. August 2026`, `7 de agosto de 2026`."""
        return self.day_and_year.format(day=self.day(day), year=day.year)

    def told(self, number: int) -> str:
        """`ten`: in words in English alone, figures elsewhere."""
        return in_words(number) if self.is_english else str(number)

    def counted(self, number: int, forms: Sequence[str]) -> str:
        """`one paper`, `13 papers`."""
        return forms[self.form_of(number)].format(number=self.told(number))

    def listed(self, parts: Sequence[str]) -> str:
        """`a`, `a and b`, `a, b and c`."""
        if len(parts) < 2:
            return "".join(parts)
        last = f"{self.space}{self.conjunction}{self.space}{parts[-1]}"
        return f"{self.comma.join(parts[:-1])}{last}"


def joined(sentences: Iterable[str]) -> str:
    """Sentences one behind the other: no space stands behind a full stop that is wide."""
    text = ""
    for sentence in filter(None, sentences):
        text += f"{' ' * (text[-1:] not in _WIDE_ENDS)}{sentence}"
    return text


_BY_LANGUAGE = by_language(Furniture, "furniture")
# How a sentence begins that tells of the issue, in any of the languages.
OPENINGS = tuple(one for each in _BY_LANGUAGE.values() for one in each.openings)
# How one begins that tells what we think, in any of them, without the colon.
VIEWS = tuple(
    each.view.rstrip(" :\N{FULLWIDTH COLON}") for each in _BY_LANGUAGE.values()
)
# The headings of what is no research, folded.
NEWS = tuple(each.news.casefold() for each in _BY_LANGUAGE.values())
# The headings of how an issue was made, folded.
ABOUT = tuple(each.about.casefold() for each in _BY_LANGUAGE.values())


def furniture_of(language: str) -> Furniture:
    """The words of `language` (BCP 47); English where it has none here."""
    return _BY_LANGUAGE.get(primary(language), _BY_LANGUAGE[ENGLISH])


def is_furnished(language: str) -> bool:
    """Whether `language` has words of its own here."""
    return primary(language) in _BY_LANGUAGE


@cache
def nouns_of(language: str) -> frozenset[str]:
    """The words with a capital by which an issue speaks of itself, as "Ausgabe"; none in English.

    A story may have them too, and they are no names of it.
    """
    words = furniture_of(language)
    if words.is_english:
        return frozenset()
    lines = (words.count, words.whole, words.few, words.shorter, words.looks_back)
    nouns = (words.story, words.more, words.considered, words.asked, words.left_out)
    said = " ".join((*words.openings, *lines, *chain(*nouns)))
    found = re.findall(r"[^\W\d_]+", re.sub(r"\{\w+\}", " ", said))
    return frozenset(word for word in found if word[0].isupper())


def languages() -> tuple[str, ...]:
    """The languages that have."""
    return tuple(_BY_LANGUAGE)


def primary(language: str) -> str:
    """The language alone of a tag (BCP 47): `de` of `de-AT`, `no` of `nb`.

    Traditional Chinese is one of its own: words in the other script are not for it.
    """
    first = language_alone(language)
    others = language.lower().replace("_", "-").split("-")[1:]
    is_traditional = first == "zh" and not _TRADITIONAL.isdisjoint(others)
    return "zh-hant" if is_traditional else first
