"""Typography: marks of quotation, and the spaces at which no line may break. Pure.

French sets a space before ; : ? ! and inside « »; many languages before % and between
thousands. A line that began with one of these would be wrong in each of them.
"""

import re

from newsletter.text.language import primary

_NO_BREAK = "\N{NO-BREAK SPACE}"
_SPACES = re.compile(
    r"(?<=\S) (?=[;:?!](?:[\s»)\]]|\Z))|(?<=\S) (?=»)|(?<=«) (?=\S)"
    r"|(?<=\d) (?=[%‰€])|(?<=\b[Nn][°º]) (?=\d)"
)
# "3 488 000", and no year before a number: "in 2024 300".
_THOUSANDS = re.compile(r"(?<![\w.,-])\d{1,3}(?: \d{3})+(?!\w|[.,]\d{3})")
# Where they are not “ ” (https://cldr.unicode.org, delimiters); Dutch prints both.
_MARKS = {
    "de": ("„", "“"),
    "es": ("«", "»"),
    "fr": (f"«{_NO_BREAK}", f"{_NO_BREAK}»"),
    "it": ("«", "»"),
    "ja": ("「", "」"),
    "no": ("«", "»"),
    "pl": ("„", "”"),
    "pt": ("«", "»"),
    "sv": ("”", "”"),
}
_WITHIN = str.maketrans("「」", "『』")
_SIGNS, _QUOTED = re.compile("[“”„]"), re.compile("“([^“”]*)”")
_ENDS = re.compile(r"(</(?:p|h\d|li|t[dh]|div|title)>|\n\n)")


def bound(text: str) -> str:
    """A text with no-break spaces where no line may begin or end: "94 %", "« ainsi »"."""
    text = _SPACES.sub(_NO_BREAK, text)
    return _THOUSANDS.sub(lambda found: found[0].replace(" ", _NO_BREAK), text)


def requoted(text: str, language: str) -> str:
    """HTML, or a text, whose “…” have the marks of a language (BCP 47); a draft has “ ” in any.

    A paragraph is left as it is where they do not come in pairs, or where it has marks of
    its own that share one with them.
    """
    marks = _MARKS.get(primary(language))
    if marks is None:
        return text
    return "".join(_in_marks(one, *marks) for one in _ENDS.split(text))


def _in_marks(paragraph: str, opening: str, closing: str) -> str:
    signs = _SIGNS.findall(paragraph)
    if signs != ["“", "”"] * (len(signs) // 2):
        return paragraph
    return _QUOTED.sub(
        lambda found: f"{opening}{found[1].translate(_WITHIN)}{closing}", paragraph
    )
