"""Typography: the spaces at which no line may break, whatever the language. Pure.

French sets a space before ; : ? ! and inside « »; many languages before % and between
thousands. A line that began with one of these would be wrong in each of them.
"""

import re

_NO_BREAK = "\N{NO-BREAK SPACE}"
_SPACES = re.compile(
    r"(?<=\S) (?=[;:?!](?:[\s»)\]]|\Z))|(?<=\S) (?=»)|(?<=«) (?=\S)"
    r"|(?<=\d) (?=[%‰€])|(?<=\b[Nn][°º]) (?=\d)"
)
# "3 488 000", and no year before a number: "in 2024 300".
_THOUSANDS = re.compile(r"(?<![\w.,-])\d{1,3}(?: \d{3})+(?!\w|[.,]\d{3})")


def bound(text: str) -> str:
    """A text with no-break spaces where no line may begin or end: "94 %", "« ainsi »"."""
    text = _SPACES.sub(_NO_BREAK, text)
    return _THOUSANDS.sub(lambda found: found[0].replace(" ", _NO_BREAK), text)
