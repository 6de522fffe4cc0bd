"""The charset of a page: marked, declared, or guessed; never an exception. Pure."""

import codecs
import re

from charset_normalizer import from_bytes

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
_BROKEN = "\N{REPLACEMENT CHARACTER}"


def decode(body: bytes, content_type: str) -> str:
    """A page's text, by its mark, its header, its own beginning, or else by its bytes."""
    for mark, codec in _MARKS:
        if body.startswith(mark):
            return body.decode(codec, errors="replace")
    if codec := _codec(_DECLARED.search(content_type)):
        return body.decode(codec, errors="replace")
    beginning = body[:_BEGINNING_BYTES].decode("ascii", errors="replace")
    declared = _DECLARED.search(beginning) or _XML_ENCODING.search(beginning)
    if codec := _codec(declared):
        # What could be read as ASCII so far is not written two bytes a letter.
        codec = "utf-8" if codec.startswith("utf-16") else codec
        return body.decode(codec, errors="replace")
    return _guessed(body)


def _codec(declared: re.Match[str] | None) -> str:
    try:
        return (
            _CODECS.get(codecs.lookup(declared.group(1)).name, "") if declared else ""
        )
    except (LookupError, ValueError):
        return ""


def _guessed(body: bytes) -> str:
    text = body.decode("utf-8", errors="replace")
    broken = text.count(_BROKEN)
    if broken <= 1 or broken <= _MOST_BROKEN * sum(not c.isascii() for c in text):
        return text
    best = from_bytes(body[:_GUESSED_BYTES]).best()
    if best is None:
        return text
    return body.decode(best.encoding, errors="replace")
