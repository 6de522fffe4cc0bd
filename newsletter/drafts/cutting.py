"""Cuts sentences out of a paragraph: inline tokens escaped back to Markdown. Pure."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from markdown_it.token import Token

from newsletter.drafts.draft import Block
from newsletter.drafts.prose import (
    Bounds,
    DraftSentence,
    Span,
    bounds_of,
    flatten,
    pieces,
)

_SIGNS = re.compile(r"([\\`*_\[\]<>#|~&@])")
_LINE_START = re.compile(r"^(\s*)([-+=:]|\d{1,9}(?=[.)]))", re.MULTILINE)
_MARKS = {"em_open", "em_close", "strong_open", "strong_close", "s_open", "s_close"}


def escape(text: str) -> str:
    """Plain text as Markdown that shows exactly it; an address in it is no link."""
    signs = _SIGNS.sub(r"\\\1", text)
    return signs.replace("://", "\\://").replace("www.", "www\\.")


def to_markdown(tokens: Iterable[Token]) -> str:
    """Markdown that is parsed to these inline tokens again."""
    text = "".join(_written(tokens)).strip()
    return _LINE_START.sub(_as_text, text)


def _as_text(start: re.Match[str]) -> str:
    """The start of a line that would begin a list or a heading, made plain."""
    blank, sign = start.groups()
    return f"{blank}\\{sign}" if not sign.isdigit() else f"{blank}{sign}\\"


def _written(tokens: Iterable[Token]) -> Iterator[str]:
    closings: list[str] = []
    for token in tokens:
        match token.type:
            case "text" | "text_special":
                yield escape(token.content)
            case "link_open":
                yield "["
                closings.append(f"](<{token.attrs.get('href', '')}>{_title(token)})")
            case "link_close" if closings:
                yield closings.pop()
            case "code_inline":
                yield _code(token.content)
            case "softbreak":
                yield "\n"
            case "hardbreak":
                yield "\\\n"
            case "html_inline":
                yield token.content
            case kind if kind in _MARKS:
                yield token.markup


def _title(link: Token) -> str:
    title = str(link.attrs.get("title", ""))
    quoted = title.replace("\\", "\\\\").replace('"', '\\"')
    return f' "{quoted}"' if title else ""


def _code(content: str) -> str:
    longest = max(map(len, re.findall(r"`+", content)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if content.startswith("`") or content.endswith("`") else ""
    return f"{fence}{pad}{content}{pad}{fence}"


def without(
    block: Block,
    is_out: Callable[[DraftSentence], bool],
    keeps_reference: Callable[[DraftSentence], bool] = lambda _: False,
) -> Block | None:
    """A block less the sentences that are `is_out`; None if nothing is left to say.

    A block that is no plain paragraph, such as a list, is kept whole or goes whole. The
    reference behind a sentence goes with it, unless it `keeps_reference` and the
    sentence before it has none of its own.
    """
    if not any(is_out(sentence) for sentence in block.sentences()):
        return block
    if block.tokens[0].type != "paragraph_open":
        return None
    opening, inline, closing = block.tokens
    children = inline.children or []
    text, spans = flatten(children)
    bounds = list(bounds_of(text, spans))
    out = list(_ranges(text, spans, bounds, is_out, keeps_reference))
    if sum(end - start for start, end in out) >= len(text.rstrip()):
        return None
    left = _cut(children, out)
    return Block(to_markdown(left), (opening, inline.copy(children=left), closing))


def _ranges(
    text: str,
    spans: Sequence[Span],
    bounds: Sequence[Bounds],
    is_out: Callable[[DraftSentence], bool],
    keeps_reference: Callable[[DraftSentence], bool],
) -> Iterator[tuple[int, int]]:
    """What to cut out of the text."""
    before: DraftSentence | None = None
    for bound in bounds:
        here = [span for span in spans if bound.start <= span.start < bound.end]
        urls = tuple(span.url for span in here)
        sentence = DraftSentence(text[bound.start : bound.end].strip(), urls)
        if not is_out(sentence):
            before = sentence
            continue
        if before and not before.links and keeps_reference(sentence):
            yield bound.start, bound.stop
            before = replace(before, links=urls)
        else:
            yield bound.start, bound.end


def _cut(tokens: Sequence[Token], out: Sequence[tuple[int, int]]) -> list[Token]:
    """The tokens without those stretches of their text, and without empty marks."""
    kept: list[Token] = []
    position, ends_in_space = 0, False
    for token, piece in pieces(tokens):
        left = _left(piece, position, out)
        position += len(piece)
        if left == piece:
            kept.append(token)
        elif token.type in ("text", "text_special") or not left.strip():
            left = left.lstrip() if ends_in_space else left
            kept.append(Token("text", "", 0, content=left, level=token.level))
        else:
            kept.append(token)
        ends_in_space = left.endswith(" ") if left else ends_in_space
    return _without_empty(kept)


def between(tokens: Sequence[Token], start: int, end: int) -> list[Token]:
    """The tokens of a stretch of their text, without empty marks."""
    kept: list[Token] = []
    position = 0
    for token, piece in pieces(tokens):
        left = piece[max(start - position, 0) : max(end - position, 0)]
        if left != piece:
            kept.append(Token("text", "", 0, content=left))
        elif piece or token.nesting or start <= position < end:
            kept.append(token)
        position += len(piece)
    return _without_empty(kept)


def _without_empty(tokens: Iterable[Token]) -> list[Token]:
    """The tokens that show something, and the marks around them."""
    kept = [token for token in tokens if token.type != "text" or token.content]
    while (place := _empty_pair(kept)) is not None:
        del kept[place : place + 2]
    return kept


def _left(piece: str, position: int, out: Sequence[tuple[int, int]]) -> str:
    kept = "".join(
        letter
        for place, letter in enumerate(piece, position)
        if not any(start <= place < end for start, end in out)
    )
    return kept if kept == piece else re.sub(" {2,}", " ", kept)


def _empty_pair(tokens: Sequence[Token]) -> int | None:
    """Where a mark opens and closes around nothing."""
    for place, (one, other) in enumerate(pairwise(tokens)):
        if one.nesting == 1 and other.nesting == -1:
            return place
    return None
