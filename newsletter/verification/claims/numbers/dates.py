"""Dates and hours that a passage tells in other words: in a list, or to the minute. Pure.

"January 22 and 29" has a 29 January, "viernes 8 de agosto hasta el lunes 11" an 11 August,
"early-2009 levels" a 2009; 5:56 a.m. is shortly before 6.
"""

import re

from newsletter.text.words import MONTH, MONTHS, MONTHS_ELSEWHERE
from newsletter.verification.claims.numbers.amounts import Amount
from newsletter.verification.claims.numbers.figures import Day

_ANY_MONTH = tuple(
    "|".join((rf"{english[:3]}[a-z]*\.?", *map(re.escape, others.split())))
    for english, others in zip(MONTHS, MONTHS_ELSEWHERE, strict=True)
)
_JOINED = (
    r"(?:,|;|/|[-\u2013\u2014]|\b(?:and|or|to|till|until|through|und|oder|bis|et|ou|au?|y|o|e|al|hasta|en|"
    r"tot|i|do)\b)"
)
# "And on Monday the", "hasta el lunes": no figure and no end of a sentence.
_A_FEW_WORDS = rf"(?:\s?(?!{MONTH}\b)[^\W\d]{{1,15}}\.?){{0,2}}\s?"
_LONGEST = 60  # characters from the first of a list to what is looked for
_HOUR_SECONDS, _MINUTES_OF_A_CLOCK = 3600, 720
_HOUR = r"\s?(?:[ap]\.?m\b|o['’]clock|uhr|heures?|horas|hours|h\b|ore\b|時|点|點)(?!\s(?:later|long))"
_CLOCK = re.compile(
    r"(?<![\d.,:])([01]?\d|2[0-3])[:.h]([0-5]\d)(?![\d:]|[.,]\d|\s?[%$€])"
)
# "Shortly before 6", "kurz nach 18 Uhr".
_BESIDE = re.compile(
    r"\b(?:about|around|before|after|nearly|almost|past|gegen|kurz|vor|nach|fast|vers|avant|après|"
    r"peu|hacia|sobre|antes|después|tras|casi)\b|頃|ごろ|前|過ぎ|约|左右",
    re.IGNORECASE,
)
_BESIDE_MINUTES = 20


def is_listed(claimed: Day, evidence: str) -> bool:
    """Whether a date without support stands in a list, or its year beside a word."""
    year = claimed.year
    if year and not re.search(rf"(?<![\d.,]){year}(?!\d|[.,]\d)", evidence):
        return False
    if claimed.month is None:
        return year is not None and claimed.decade is None
    month = rf"\b(?:{_ANY_MONTH[claimed.month - 1]})(?!\w)"
    if claimed.day is None:
        others = rf"(?:{'|'.join(_ANY_MONTH)})(?!\w)"
        behind = rf"(?:,\s{others})*,?\s?{_JOINED}\s{others},?\s(?:del?\s)?{year}"
        return bool(re.search(month + behind, evidence, re.IGNORECASE))
    if year is not None and not re.search(month, evidence, re.IGNORECASE):
        return False
    day = (
        rf"(?<![\d.,:]){claimed.day}(?:st|nd|rd|th|er|\.)?"
        rf"(?![\d%:]|[.,]\d|\s?%|\s(?:of\s|de\s)?{MONTH}|\s[a-z]+s\b)"
    )
    listed = rf"(?:{_JOINED}{_A_FEW_WORDS}\d{{1,2}}(?:st|nd|rd|th|\.)?\s?){{0,4}}"
    behind = rf"(?:{month}\s\d{{1,2}}(?:st|nd|rd|th)?|\d\s(?:of\s|de\s)?{month})(?:\s[^\W\d]{{1,15}}){{0,4}}\s?{listed}{_JOINED}{_A_FEW_WORDS}{day}"
    before = rf"{day}\s?{listed}{_JOINED}{_A_FEW_WORDS}\d{{1,2}}(?:st|nd|rd|th|\.)?\s(?:of\s|de\s)?{month}"
    return any(
        len(found.group()) <= _LONGEST
        for pattern in (behind, before)
        for found in re.finditer(pattern, evidence, re.IGNORECASE)
    )


def is_hour(claimed: Amount, sentence: str, evidence: str) -> bool:
    """Whether it is an hour that the evidence tells to the minute."""
    hour = claimed.value / (_HOUR_SECONDS if claimed.unit == "second" else 1)
    if claimed.unit not in ("", "second") or hour not in range(25):
        return False
    if not re.search(rf"(?<![\d:.,]){hour:.0f}{_HOUR}", sentence, re.IGNORECASE):
        return False
    reach = _BESIDE_MINUTES if _BESIDE.search(sentence) else 0
    apart = (
        (60 * (int(hours) - hour) + int(minutes)) % _MINUTES_OF_A_CLOCK
        for hours, minutes in _CLOCK.findall(evidence)
    )
    return any(min(one, _MINUTES_OF_A_CLOCK - one) <= reach for one in apart)
