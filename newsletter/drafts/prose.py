"""Running text as a reader sees it: inline tokens to sentences with their links. Pure."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from markdown_it.token import Token

from newsletter.text.sentences import STOP, ends_sentence


@dataclass(frozen=True, slots=True)
class DraftSentence:
    """One sentence in plain text; `links` are the addresses that it carries.

    `anchors` are the words that bear them, `where` is the place in the draft.
    """

    text: str
    links: tuple[str, ...] = ()
    where: str = ""
    anchors: tuple[str, ...] = ()

    @property
    def said(self) -> str:
        """The text without the links in brackets behind it, which state nothing."""
        text = self.text
        for anchor in reversed(self.anchors):
            text = (
                text.removesuffix(f"({anchor})").removesuffix(f"({anchor}).").rstrip()
            )
        return text


@dataclass(frozen=True, slots=True)
class Span:
    """Where in a text a link stands."""

    start: int
    end: int
    url: str


_CLOSING = "\"'”’»)]"
_OPENING = "\"'“‘«([—–-"
_TO_REFERENCE = re.compile(rf"[ {re.escape(_OPENING)}]*+")
_AFTER_REFERENCE = re.compile(rf"[ .,;{re.escape(_CLOSING)}]*+")
_MOST_REFERENCE_WORDS = 8


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


# A draft is read sentence by sentence for every rule and line that it is held to.
@lru_cache(maxsize=4096)
def split(
    text: str, spans: tuple[Span, ...] = (), where: str = ""
) -> tuple[DraftSentence, ...]:
    """The sentences of a text; a link belongs to every sentence it touches."""
    found = []
    links = sorted(spans, key=_start_of)
    first = 0
    for bounds in bounds_of(text, links):
        while first < len(links) and links[first].end < bounds.start:
            first += 1
        last = bisect_right(links, bounds.end, lo=first, key=_start_of)
        touching = [span for span in links[first:last] if _touches(span, bounds)]
        sentence = DraftSentence(
            text[bounds.start : bounds.end].strip(),
            tuple(span.url for span in touching),
            where,
            tuple(text[span.start : span.end].strip() for span in touching),
        )
        if sentence.text or sentence.links:
            found.append(sentence)
    return tuple(found)


def _start_of(span: Span) -> int:
    return span.start


def _touches(span: Span, bounds: Bounds) -> bool:
    if span.start == span.end:  # a link without words
        return bounds.start <= span.start <= bounds.end
    return span.start < bounds.end and span.end > bounds.start


def bounds_of(text: str, spans: Sequence[Span]) -> Iterator[Bounds]:
    """Where each sentence of a text begins and ends."""
    beginning = {span.start: span for span in reversed(spans) if span.end > span.start}
    last = max(beginning, default=0)
    ends = {span.end for span in spans}
    start = 0
    for mark in STOP.finditer(text):
        ends_link = mark.start() >= last and _end_of(mark) in ends
        if ends_link and _credits(text[mark.end() :]):
            break
        if mark.end() > start and ends_sentence(text, mark):
            stop = _end_of(mark)
            end = _after_reference(text, beginning, stop, mark.end())
            yield Bounds(start, stop, end)
            start = end
    if start < len(text) or not start:
        yield Bounds(start, max(start, len(text.rstrip())), len(text))


def _end_of(mark: re.Match[str]) -> int:
    return mark.start() + len(mark.group().rstrip())


def _credits(behind: str) -> bool:
    """Whether all that stands behind a link says who wrote it: `[Why?](…) (OpenAI, 2 May)`."""
    return behind.startswith("(") and behind.rstrip(" .").endswith(")")


def _after_reference(
    text: str, beginning: Mapping[int, Span], stop: int, start: int
) -> int:
    """Where the references end that a sentence carries behind its full stop.

    `“It is quick.” [OpenAI](…) “It is small.”` and `It is quick. ([OpenAI](…))`: the
    link belongs to what was said before, unless it begins the next sentence.
    """
    end = start
    while span := beginning.get(_behind(_TO_REFERENCE, text, end)):
        if len(text[span.start : span.end].split()) > _MOST_REFERENCE_WORDS:
            return start
        end = _behind(_AFTER_REFERENCE, text, span.end)
    follows = text[end : end + 1]
    is_bracketed = text[start : start + 1] in "(["
    is_after_quote = text[stop - 1] in _CLOSING
    is_apart = not follows or follows in _OPENING or follows.isupper()
    return (
        end if is_apart and (is_bracketed or is_after_quote or not follows) else start
    )


def _behind(signs: re.Pattern[str], text: str, position: int) -> int:
    """The place behind a run of signs that may be empty."""
    found = signs.match(text, position)
    return found.end() if found else position
