"""Numbers told in words, and the many ways to write a long one in digits. Pure."""

import re
from collections.abc import Iterable

NUMBER_WORDS = {
    word: value
    for value, word in enumerate(
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
         "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
         "nineteen", "twenty"), start=2)
} | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
     "ninety": 90, "dozen": 12}  # fmt: skip
_TENS = {word: value for word, value in NUMBER_WORDS.items() if value % 10 == 0}
ONES = {"one": 1} | {word: n for word, n in NUMBER_WORDS.items() if n < 10}


def either(names: Iterable[str], *, plural: bool = False) -> str:
    longest = sorted(names, key=len, reverse=True)
    ending = "s?" if plural else ""
    return "|".join(
        re.escape(name) + (ending if len(name) > 2 else "") for name in longest
    )


_ROUND = r"(?:hundred|thousand|million|billion|trillion)\b"
_PARTS = {"half": 0.5, "quarter": 0.25, "third": 1 / 3}
WORDS = (
    rf"half\sa\sdozen|(?:{either(NUMBER_WORDS)})\sdozen|(?:{either(ONES)})[\s-]and[\s-]a[\s-](?:{either(_PARTS)})|"
    rf"(?:{either(_TENS)})[\s-](?:{either(ONES)})|{either(NUMBER_WORDS)}|"
    rf"half\s+an?(?=\s+{_ROUND})|(?:an?|one)(?=[\s-]{_ROUND})"
)
_GAP = r"[\u00a0\u2007\u2009\u202f'\u2019]"
_GAPS = (
    re.compile(rf"(?<=\d){_GAP}(?=\d{{3}}(?!\d))"),
    re.compile(r"(?<=\d) (?=(?:\d{3} )*(?:000|\d{3} \d{3})(?!\d))"),
    re.compile(r"(?<=\d,\d{3}) (?=\d{3}(?!\d))"),
)
_DECIMAL_COMMA = re.compile(
    r"(?<![\d.,])(\d{1,3}),(?=\d{1,2}\s?(?:%|percent|per cent))"
)


def in_words(words: str) -> tuple[float, float]:
    """The number that words tell, and how far off it may be and be told like this."""
    if words == "half a dozen":
        return 6.0, 0.0
    if words.endswith(" dozen"):
        return 12.0 * NUMBER_WORDS[words.split()[0]], 0.0
    if words.startswith("half"):
        return 0.5, 0.05
    if words in ("a", "an", "one"):
        return 1.0, 0.1
    whole, _, part = re.sub(r"[\s-]", " ", words).partition(" and a ")
    known = NUMBER_WORDS | ONES
    number = float(sum(known[word] for word in whole.split()))
    return (number + _PARTS[part], 0.05) if part else (number, 0.0)


def grouped(text: str) -> str:
    """A text whose numbers have a comma between thousands, and a decimal point."""
    for gap in _GAPS:
        text = gap.sub(",", text)
    return _DECIMAL_COMMA.sub(r"\1.", text)
