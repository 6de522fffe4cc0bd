"""Running text as a reader sees it: inline tokens to sentences with their links. Pure."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from markdown_it.token import Token


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence in plain text; `links` are the addresses that it carries.

    `anchors` are the words that bear them, `where` is the place in the draft.
    """

    text: str
    links: tuple[str, ...] = ()
    where: str = ""
    anchors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Span:
    """Where in a text a link stands."""

    start: int
    end: int
    url: str


# What ends with a full stop but no sentence; one capital letter does neither.
_ABBREVIATIONS = frozenset(
    {"e.g.", "i.e.", "vs.", "cf.", "al.", "dr.", "mr.", "ms.", "mrs.", "prof.", "st."}
    | {"inc.", "ltd.", "co.", "corp.", "approx.", "u.s.", "u.k.", "e.u."}
)
_BEFORE_NUMBERS = frozenset({"no.", "fig.", "eq.", "sec.", "ca.", "p.", "pp."})
_CLOSING = "\"'”’»)]"
_OPENING = "\"'“‘«([—–-"
_END = re.compile(rf"[.!?…]+[{re.escape(_CLOSING)}]*\s+(?=\S)")
_MOST_REFERENCE_WORDS = 8
_WORD = re.compile(r"[^\W_]+")
_SHORTEST_PART = 15


@dataclass(frozen=True, slots=True)
class Bounds:
    """A sentence in a text: `stop` ends its words, `end` the references behind them."""

    start: int
    stop: int
    end: int


def flatten(tokens: Sequence[Token]) -> tuple[str, tuple[Span, ...]]:
    """The plain text of inline tokens, and where in it the links are."""
    parts: list[str] = []
    spans: list[Span] = []
    opened: list[tuple[int, str]] = []
    length = 0
    for token, piece in pieces(tokens):
        if token.type == "link_open":
            opened.append((length, str(token.attrs.get("href", ""))))
        elif token.type == "link_close" and opened:
            start, url = opened.pop()
            spans.append(Span(start, length, url))
        parts.append(piece)
        length += len(piece)
    return "".join(parts), tuple(spans)


def pieces(tokens: Sequence[Token]) -> Iterator[tuple[Token, str]]:
    """Each inline token with what it adds to the plain text."""
    ends_in_space = False
    for token in tokens:
        text = _text(token)
        piece = text.lstrip(" ") if ends_in_space else text
        if piece:
            ends_in_space = piece.endswith(" ")
        yield token, piece


def _text(token: Token) -> str:
    match token.type:
        case "text" | "code_inline" | "text_special":
            return re.sub(r"\s+", " ", token.content)
        case "softbreak" | "hardbreak":
            return " "
        case "image":
            return flatten(token.children or [])[0]
        case _:
            return ""


def split(
    text: str, spans: Sequence[Span] = (), where: str = ""
) -> tuple[Sentence, ...]:
    """The sentences of a text; a link belongs to every sentence it touches."""
    found = []
    for bounds in bounds_of(text, spans):
        touching = [span for span in spans if _touches(span, bounds.start, bounds.end)]
        sentence = Sentence(
            text[bounds.start : bounds.end].strip(),
            tuple(span.url for span in touching),
            where,
            tuple(text[span.start : span.end].strip() for span in touching),
        )
        if sentence.text or sentence.links:
            found.append(sentence)
    return tuple(found)


def _touches(span: Span, start: int, end: int) -> bool:
    if span.start == span.end:  # a link without words
        return start <= span.start <= end
    return span.start < end and span.end > start


def bounds_of(text: str, spans: Sequence[Span]) -> Iterator[Bounds]:
    """Where each sentence of a text begins and ends."""
    start = 0
    for mark in _END.finditer(text):
        if mark.end() > start and _ends_a_sentence(text, mark):
            end = _after_reference(text, spans, mark.end())
            yield Bounds(start, len(text[: mark.end()].rstrip()), end)
            start = end
    if start < len(text) or not start:
        yield Bounds(start, len(text.rstrip()), len(text))


def _ends_a_sentence(text: str, mark: re.Match[str]) -> bool:
    follows = text[mark.end() :].lstrip(_OPENING)[:1]
    if follows.islower() and text[mark.end()] not in "([":
        return False
    if not mark.group().startswith(".") or mark.group().startswith(".."):
        return True
    word = text[: mark.start() + 1].rpartition(" ")[2].lstrip(_OPENING)
    is_initial = len(word) == 2 and word[0].isupper() and word != "I."
    if word.lower() in _BEFORE_NUMBERS:
        return not follows.isdigit()
    return not (is_initial or word.lower() in _ABBREVIATIONS)


def _after_reference(text: str, spans: Sequence[Span], start: int) -> int:
    """Where the references end that a sentence carries behind its full stop.

    `“It is quick.” [OpenAI](…) “It is small.”` and `It is quick. ([OpenAI](…))`: the
    link belongs to what was said before, unless it begins the next sentence.
    """
    end = start
    while span := _span_at(text, spans, end):
        if len(text[span.start : span.end].split()) > _MOST_REFERENCE_WORDS:
            return start
        end = span.end
        end += len(text[end:]) - len(text[end:].lstrip(" .,;" + _CLOSING))
    follows = text[end : end + 1]
    is_bracketed = text[start : start + 1] in "(["
    is_after_quote = text[:start].rstrip()[-1:] in _CLOSING
    is_apart = not follows or follows in _OPENING or follows.isupper()
    return (
        end if is_apart and (is_bracketed or is_after_quote or not follows) else start
    )


def _span_at(text: str, spans: Sequence[Span], position: int) -> Span | None:
    rest = text[position:]
    begin = position + len(rest) - len(rest.lstrip(" " + _OPENING))
    return next((s for s in spans if s.start == begin and s.end > s.start), None)


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """`text` for comparing: its words alone, in lower case."""
    return " ".join(words_of(text))


def words_of(text: str) -> list[str]:
    """The words of a text, without case, punctuation and width."""
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def matches(claim: str, sentence: str) -> bool:
    """Is the claim this sentence, or a part of it, or is this a part of the claim?"""
    one, other = sorted((folded(claim), folded(sentence)), key=len)
    return one == other or (len(one) >= _SHORTEST_PART and one in other)
