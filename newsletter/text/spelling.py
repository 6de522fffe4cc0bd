"""Tokens that do not depend on spelling: case, width, hyphens, umlauts, glued numbers. Pure.

`GPT-5`, `GPT 5`, `gpt5` and their full-width forms are the same two tokens; `Müller`, `Mueller` and
`Muller` the same one. What is written without spaces becomes pairs of characters.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

# Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese: words run on.
UNSPACED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf"
    r"\u4e00-\u9fff\uac00-\ud7af\U00020000-\U0003ffff"
)
_TOKEN = re.compile(
    r"(?P<number>[1-9]\d{0,2}(?:(?:,\d{3})+|(?:\.\d{3})+)(?![\d.,]*\d)"
    # 4,5 with its decimal comma; in 3.15a1 the letter and the number behind it are further
    # tokens.
    r"|(?:\d+[,\u066b]\d{1,2}(?![.,]?\d)|\d+(?:\.\d+)*)(?:[A-Za-z]{1,2}(?![A-Za-z\d]))?)"
    rf"|(?P<run>[{UNSPACED}]+)"
    rf"|(?P<word>(?:(?![{UNSPACED}])[^\W\d_]|[\u0300-\u036f\u0900-\u0dff])+)"
)
_RUNS_ON = re.compile(rf"[{UNSPACED}]")
_LATIN = re.compile(r"[\u00c0-\u024f\u1e00-\u1eff]")
_MARKS = re.compile(r"[\u0300-\u036f]")
_OTHER_LETTERS = str.maketrans({"ø": "o", "æ": "a", "œ": "o", "ł": "l", "đ": "d"})
# ä, ae and a are one letter here: which one was meant does not matter for comparing.
_DIGRAPHS = re.compile(r"(?<=[a-z])e(?<=[aou]e)")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:(?:,\d{3})+|(?:\.\d{3})+)\Z")
_TRAILING_ZEROS = re.compile(r"(?:\.0+)+\Z")


@dataclass(frozen=True, slots=True)
class Token:
    """A token as it compares, as it was written, and what stood before it."""

    folded: str
    written: str
    gap: str
    is_number: bool = False


def count_words(text: str) -> int:
    """How many words a text has; where they run on, two characters are one."""
    return len(text.split()) + len(_RUNS_ON.findall(text)) // 2


def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a text, in order."""
    return tuple(_tokens(unicodedata.normalize("NFKC", text)))


def _tokens(text: str) -> Iterator[Token]:
    end = 0
    for found in _TOKEN.finditer(text):
        written, gap = found[0], text[end : found.start()]
        end = found.end()
        if found["number"]:
            yield Token(_number(written), written, gap, is_number=True)
        elif found["run"]:
            for pair in _pairs(written):
                yield Token(pair, written, gap)
        else:
            yield Token(_word(written), written, gap)


def _number(written: str) -> str:
    """`2.0` is `2`, `4,5` is `4.5`, `1,200` and `1.200` are `1200`, `70B` is `70b`."""
    if not written.isascii():  # Arabic and Indian digits
        written = "".join(
            str(unicodedata.decimal(one, one)).replace("\u066b", ",") for one in written
        )
    if _THOUSANDS.match(written):
        return re.sub(r"[.,]", "", written)
    number = written.lower().replace(",", ".")
    return _TRAILING_ZEROS.sub("", number)


def _pairs(run: str) -> tuple[str, ...]:
    if len(run) < 3:
        return (run,)
    return tuple(run[place : place + 2] for place in range(len(run) - 1))


@lru_cache(maxsize=65_536)
def _word(written: str) -> str:
    word = written.casefold()
    if not word.isascii():
        word = _LATIN.sub(lambda one: unicodedata.normalize("NFD", one[0]), word)
        word = _MARKS.sub("", word).translate(_OTHER_LETTERS)
    return _DIGRAPHS.sub("", word)


def spelled(text: str) -> str:
    """The text as it compares: equal for two spellings of one name."""
    return " ".join(token.folded for token in tokens(text))
