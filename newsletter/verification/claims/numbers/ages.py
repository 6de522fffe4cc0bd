"""Ages, which English tells without years: "adults under 30", "65 and older". Pure."""

import re

from newsletter.verification.claims.numbers.amounts import Amount

# "Adults under 30", "those 65 and older", "aged 15 to 29".
_AGES = re.compile(
    r"\b(?:(?:under|over|below|above|ages?|aged|younger than|older than|between)[\s-]"
    r"(?:the age of |ages? )?(?P<one>\d{1,3})(?:s\b|\s?(?:to|and|[-\u2013])\s?(?P<other>\d{1,3}))?"
    r"|(?P<least>\d{1,3})\s?(?:\+|(?:and|or) (?:older|over|up|above|younger|under)\b)"
    r"|(?P<young>\d{1,3}) to (?P<old>\d{1,3})[\s-]year)",
    re.IGNORECASE,
)
_OF_AGE = re.compile(
    r"\b(?:age[ds]?|adults?|children|kids|teen\w*|minors?|users?|people|wom[ae]n|m[ae]n|youth|"
    r"workers?|older|younger|those|americans|students?|pupils|girls|boys)\b",
    re.IGNORECASE,
)
_YEAR, _OLDEST = 12, 110  # months; years


def is_age(claimed: Amount, evidence: str) -> bool:
    """Whether it is an age in years that the evidence tells without them."""
    if claimed.unit != "month" or claimed.size != _YEAR or not claimed.has_digits:
        return False
    years = str(int(claimed.value / _YEAR))
    if f"({years})" in evidence:  # "Ana Pérez (31)"
        return True
    return int(years) < _OLDEST and any(
        years in found.groups() and _OF_AGE.search(evidence)
        for found in _AGES.finditer(evidence)
    )
