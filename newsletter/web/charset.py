"""The charset of a page: marked, declared, or guessed; never an exception. Pure."""

import codecs
import re
from functools import lru_cache
from itertools import islice

from newsletter.text import mojibake
from newsletter.text.sound import sound

_DECLARED = re.compile(r"charset\s*=\s*[\"']?([\w.:-]{2,40})", re.IGNORECASE)
_XML_ENCODING = re.compile(r"\A\s*<\?xml[^>]{0,80}encoding=[\"']([\w.:-]{2,40})")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# What browsers decode, and what they read an older name as: nothing that runs code,
# hides letters or has no errors to replace, as many of Python's own codecs do.
# https://encoding.spec.whatwg.org/#names-and-labels
_CODECS = {
    "utf-8": "utf-8-sig", "utf-16": "utf-16-le", "utf-16-le": "utf-16-le",
    "utf-16-be": "utf-16-be", "ascii": "cp1252", "iso8859-1": "cp1252",
    "iso8859-9": "cp1254", "iso8859-11": "cp874", "tis-620": "cp874",
    "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949",
    "big5": "big5hkscs",
} | {
    name: name
    for name in (
        "iso8859-2", "iso8859-3", "iso8859-4", "iso8859-5", "iso8859-6", "iso8859-7",
        "iso8859-8", "iso8859-10", "iso8859-13", "iso8859-14", "iso8859-15",
        "iso8859-16", "cp866", "cp874", "cp1250", "cp1251", "cp1252", "cp1253",
        "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "koi8-r", "koi8-u",
        "mac-roman", "mac-cyrillic", "gb18030", "big5hkscs", "cp932", "cp949",
        "euc_jp", "iso2022_jp",
    )
}  # fmt: skip
_BEGINNING_BYTES = 2048
_GUESSED_BYTES = 100_000
# Of the letters beyond ASCII: a page with so few that are no UTF-8 is UTF-8 all the same.
_MOST_BROKEN = 0.05
_MANY_BROKEN = 20
_BROKEN = "\N{REPLACEMENT CHARACTER}"
# Halves of a character, each written as if it were one (CESU-8): a pair, or a lone one.
# https://www.unicode.org/reports/tr26/
_HALVES = re.compile(
    rb"\xed[\xa0-\xaf][\x80-\xbf]\xed[\xb0-\xbf][\x80-\xbf]|\xed[\xa0-\xbf][\x80-\xbf]"
)
# Another charset has, read as UTF-8, a byte of a letter for each that is of none, and only
# by chance; UTF-8 that was cut within letters, or pasted together, has several for each.
_BYTES_PER_BROKEN = 3
_FEWEST_BYTES = 12
# Fewer letters may be valid UTF-8, or common in another charset, by chance.
_FEWEST_LETTERS = 4
_FEWEST_JUDGED = 12
_JUDGED_LETTERS = 2000
# What is written in these has, of its letters, at least such a share of common ones; what
# is not, read as if it were, is broken or rare: measured on 24 languages.
_EAST_ASIAN = ("euc_jp", "cp932", "cp949", "gb18030", "big5hkscs")
_FEWEST_COMMON = 0.8
_FEWEST_KANA = 0.1
# What else pages without a declaration are written in, but for lookalikes.
_GUESSED = ["cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp874",
            "cp1257", "koi8-r", "iso8859-2", "iso8859-5", *_EAST_ASIAN]  # fmt: skip
# What else to try where the guess is of words that nobody writes.
_OFTEN = ("cp1250",)
_LATIN = frozenset({"cp1250", "cp1252", "cp1254", "cp1257", "iso8859-15", "iso8859-2"})
_BEYOND = re.compile(r"[^\x00-\x7f]+")
# The lead bytes of the common characters of a charset.
_FIRST_LEVEL = {
    "euc_jp": (0xB0, 0xCF),
    "cp932": (0x88, 0x97),
    "gb18030": (0xB0, 0xD7),
    "big5hkscs": (0xA4, 0xC6),
}
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")


def decode(body: bytes, content_type: str) -> str:
    """A page's text, by its mark, by what its header or its beginning declares, or guessed.

    What is declared is believed unless the bytes plainly say otherwise: valid UTF-8 is
    UTF-8, and what is Japanese, Chinese or Korean from its first letter to its last is no
    Latin-1.
    """
    for mark, codec in _MARKS:
        if body.startswith(mark):
            is_utf_8 = mark == codecs.BOM_UTF8
            read = _with_whole_characters(body) if is_utf_8 else body
            return read.decode(codec, errors="replace")
    declared = _declared(body, content_type)
    may_be_utf_8 = declared in ("", "utf-8-sig")
    whole = _with_whole_characters(body)
    if text := _utf_8(whole, is_declared=may_be_utf_8):
        return text
    if declared not in _EAST_ASIAN and _is_mostly_utf_8(whole):
        return whole.decode(errors="replace")
    read = whole if may_be_utf_8 else body
    text = read.decode(declared or "utf-8", errors="replace")
    if not declared:
        return text if _is_whole(_letters(text)) else _guessed(body, text)
    return text if _is_plausible(text, declared, body) else _guessed(body, text)


def _with_whole_characters(body: bytes) -> bytes:
    """UTF-8 whose pairs of halves are one character each, and lone halves U+FFFD."""
    return _HALVES.sub(
        lambda found: sound(found[0].decode(errors="surrogatepass")).encode(), body
    )


def _utf_8(body: bytes, *, is_declared: bool) -> str:
    """The text if the bytes are valid UTF-8 from first to last, and not by chance; or ""."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return ""
    return text if is_declared or len(_letters(text)) >= _FEWEST_LETTERS else ""


def _is_mostly_utf_8(body: bytes) -> bool:
    """Whether so many letters are valid UTF-8 that the others are slips."""
    letters = _letters(body.decode(errors="replace"))
    broken = letters.count(_BROKEN)
    sound_bytes = len(letters.replace(_BROKEN, "").encode())
    return sound_bytes >= max(_FEWEST_BYTES, _BYTES_PER_BROKEN * broken)


def is_mojibake(text: str) -> bool:
    """Whether too many letters of a decoded text are none, or words such as nobody writes."""
    letters = _letters(text)
    is_broken = letters.count(_BROKEN) > _MANY_BROKEN and not _is_whole(letters)
    return is_broken or mojibake.is_mojibake(text[:_GUESSED_BYTES])


def _declared(body: bytes, content_type: str) -> str:
    """The codec of the declared charset; "" where none is known."""
    if codec := _codec(_DECLARED.search(content_type)):
        return codec
    beginning = body[:_BEGINNING_BYTES].decode("ascii", errors="replace")
    codec = _codec(_DECLARED.search(beginning) or _XML_ENCODING.search(beginning))
    # What could be read as ASCII so far is not written two bytes a letter.
    return "utf-8-sig" if codec.startswith("utf-16") else codec


def _codec(declared: re.Match[str] | None) -> str:
    try:
        return (
            _CODECS.get(codecs.lookup(declared.group(1)).name, "") if declared else ""
        )
    except (LookupError, ValueError):
        return ""


def _letters(text: str) -> str:
    """Some of what is beyond ASCII in a text, from its beginning."""
    found = _BEYOND.finditer(text)
    return "".join(run.group() for run in islice(found, _JUDGED_LETTERS))


def _is_whole(letters: str) -> bool:
    broken = letters.count(_BROKEN)
    return broken <= 1 or broken <= _MOST_BROKEN * len(letters)


def _is_plausible(text: str, codec: str, body: bytes) -> bool:
    """Whether bytes may be what they are declared to be."""
    letters = _letters(text)
    if not _is_whole(letters):
        return False
    if len(letters) < _FEWEST_JUDGED or codec == "utf-8-sig":
        return True
    if codec in _EAST_ASIAN:
        return _is_common(letters, codec) or not _east_asian(body)
    beginning = text[:_GUESSED_BYTES]
    if mojibake.is_mojibake(beginning):
        return False
    if codec == "cp1252" and mojibake.is_turkish_as_latin(beginning):
        return False
    return not (codec in _LATIN and _is_strange(text)) and not _east_asian(body)


def _is_strange(text: str) -> bool:
    """Whether words of a Latin script hold nothing but letters beyond ASCII."""
    words = [
        word.group()
        for word in islice(_LONG_WORD.finditer(text), 20 * _JUDGED_LETTERS)
        if not word.group().isascii()
    ]
    strange = sum(not any(map(str.isascii, word)) for word in words)
    return strange * 2 > len(words)


def _east_asian(body: bytes) -> str:
    """The codec in which the bytes are Japanese, Korean or Chinese throughout, or ""."""
    for codec in _EAST_ASIAN:
        letters = _letters(body[:_GUESSED_BYTES].decode(codec, errors="replace"))
        if letters.count(_BROKEN) <= 1 and _is_common(letters, codec):
            return codec
    return ""


def _is_common(letters: str, codec: str) -> bool:
    """Whether a text consists of letters that its language uses all the time."""
    kana = sum("\u3041" <= letter <= "\u30fe" for letter in letters)
    hangul = sum("\uac00" <= letter <= "\ud7a3" for letter in letters)
    marks = sum(
        "\u2010" <= letter <= "\u303f" or letter >= "\uff01" for letter in letters
    )
    first = sum(_is_first_level(letter, codec) for letter in letters)
    said = max(1, len(letters) - marks)
    match codec:
        case "euc_jp" | "cp932":
            is_japanese = kana >= _FEWEST_KANA * said
            return is_japanese and kana + first >= _FEWEST_COMMON * said
        case "cp949":
            return hangul >= 0.95 * said
        case _:
            return first >= _FEWEST_COMMON * said


@lru_cache(maxsize=16_384)
def _is_first_level(letter: str, codec: str) -> bool:
    """Whether a letter is among the first half of its charset, which holds the common."""
    first, last = _FIRST_LEVEL.get(codec, (0, 0))
    written = letter.encode(codec, errors="ignore")
    return len(written) == 2 and first <= written[0] <= last


def _guessed(body: bytes, otherwise: str) -> str:
    if codec := _east_asian(body):
        return body.decode(codec, errors="replace")
    from charset_normalizer import from_bytes  # noqa: PLC0415  heavy, and seldom asked

    # What has the letters of one western language alone is rarely of another charset.
    western = body.decode("cp1252", errors="replace")
    beginning = western[:_GUESSED_BYTES]
    if mojibake.is_western(beginning) and not mojibake.is_mojibake(beginning):
        return western
    if mojibake.is_turkish_as_latin(beginning):
        return body.decode("cp1254", errors="replace")
    best = from_bytes(body[:_GUESSED_BYTES], cp_isolation=_GUESSED).best()
    codecs_tried = (*((best.encoding,) if best else ()), *_OFTEN)
    read = [body.decode(codec, errors="replace") for codec in codecs_tried]
    sound = (text for text in read if not mojibake.is_mojibake(text[:_GUESSED_BYTES]))
    return next(sound, read[0] if best else otherwise)
