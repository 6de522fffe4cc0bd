"""The Open Graph card of an issue: the picture that a shared link shows. A pure drawing.

1200 by 630 pixels (https://ogp.me), in a typeface for Latin, Greek and Cyrillic letters:
what that cannot write is left out rather than shown as boxes, and the page of a subject
in other letters offers the site's card instead (`newsletter/pages/issue.py`).
"""

from functools import cache
from importlib.resources import files
from io import BytesIO

from django.utils.translation import gettext, gettext_noop
from PIL import Image, ImageDraw, ImageFont

from newsletter.models import Issue
from newsletter.translations import speaking

WIDTH, HEIGHT = 1200, 630
EDGE = 84
_ROOM = WIDTH - 2 * EDGE
_PAPER, _INK, _QUIET, _ACCENT = "#fbfaf6", "#1f1d1a", "#5e594f", "#8f3418"
_MOST_LINES = 4
_SIZES = (76, 68, 60, 52)
# No typeface has a sign for it: https://www.unicode.org/faq/private_use.html#nonchar4
_NO_SIGN = "\uffff"
# As catalogues know them.
_NUMBER, _TOLD = (
    gettext_noop("No. %(number)s"),
    gettext_noop("every claim opens to its passage"),
)

_Font = ImageFont.FreeTypeFont


def card(issue: Issue) -> bytes:
    """The card as PNG: newsletter, number, day, and the subject in whole words."""
    image = Image.new("RGB", (WIDTH, HEIGHT), _PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, 14), fill=_ACCENT)
    small = _font(34)
    number, day, told = _words(issue, small)
    title = _cut(_written(issue.newsletter.title, small), small)
    draw.text((EDGE, 74), title, fill=_INK, font=small)
    draw.line((EDGE, 136, WIDTH - EDGE, 136), fill=_INK, width=2)
    font, lines = _fitted(_written(issue.subject, small) or number)
    step = round(font.size * 1.18)
    for position, line in enumerate(lines):
        draw.text((EDGE, 176 + position * step), line, fill=_INK, font=font)
    foot = f"{number}   ·   {day}"
    draw.text((EDGE, HEIGHT - 92), foot, fill=_ACCENT, font=small)
    length = draw.textlength(told, font=small)
    draw.text((WIDTH - EDGE - length, HEIGHT - 92), told, fill=_QUIET, font=small)
    file = BytesIO()
    image.quantize(64).save(file, "PNG", optimize=True)
    return file.getvalue()


def _words(issue: Issue, font: _Font) -> tuple[str, str, str]:
    """Its number, its day, and what its evidence is, in the newsletter's language.

    Where the typeface cannot write that, in English, with the day as ISO 8601 has it.
    """
    with speaking(issue.newsletter.language):
        number, told = gettext(_NUMBER), gettext(_TOLD)
    number = (_written(number, font) or _NUMBER) % {"number": issue.number}
    day = _written(issue.day_told, font) or f"{issue.day:%Y-%m-%d}"
    return number, day, _written(told, font) or _TOLD


@cache
def _font(size: int) -> _Font:
    file = files("font_source_serif_pro") / "files" / "SourceSerifPro-Semibold.ttf"
    return ImageFont.truetype(BytesIO(file.read_bytes()), size)


def _written(text: str, font: _Font) -> str:
    """`text` in one line, without its emoji; "" where the typeface lacks a letter of it."""
    lacked = {sign for sign in text if not sign.isspace() and not _has_sign(sign, font)}
    if any(map(str.isalnum, lacked)):
        return ""
    return " ".join("".join(sign for sign in text if sign not in lacked).split())


def _has_sign(sign: str, font: _Font) -> bool:
    return bytes(font.getmask(sign)) != bytes(font.getmask(_NO_SIGN))


def _fitted(text: str) -> tuple[_Font, list[str]]:
    """The largest letters in which a text fits, and its lines."""
    for size in _SIZES:
        font = _font(size)
        lines = _lines(text, font)
        if len(lines) <= _MOST_LINES:
            break
    if len(lines) > _MOST_LINES:
        last = _cut(" ".join(lines[_MOST_LINES - 1 : _MOST_LINES + 1]), font)
        lines = [*lines[: _MOST_LINES - 1], last]
    return font, lines


def _cut(text: str, font: _Font) -> str:
    """What one line has room for of a text, and “…” where it goes on."""
    line, *others = _lines(text, font) or [""]
    if not others:
        return line
    while font.getlength(f"{line} …") > _ROOM:
        line = line.rpartition(" ")[0] or line[:-1]
    return f"{line} …"


def _lines(text: str, font: _Font) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and font.getlength(longer) <= _ROOM:
            lines[-1] = longer
        else:
            lines += _pieces(word, font)
    return lines


def _pieces(word: str, font: _Font) -> list[str]:
    """A word, taken apart where it is longer than a line."""
    pieces = [""]
    for letter in word:
        if font.getlength(pieces[-1] + letter) > _ROOM:
            pieces.append("")
        pieces[-1] += letter
    return pieces
