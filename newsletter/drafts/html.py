"""The renderer: blocks of a draft as sanitised HTML, or as lines of plain text. Pure."""

import re
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from urllib.parse import urljoin

import nh3
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from newsletter.drafts.draft import Block
from newsletter.drafts.markdown import parser
from newsletter.drafts.prose import bounds_of, flatten, pieces
from newsletter.standards.typography import bound

WIDTH = 72

_TAGS = (
    {"p", "em", "strong", "s", "code", "pre", "a", "ul", "ol", "li", "blockquote", "br"}
    | {"hr", "table", "thead", "tbody", "tr", "th", "td", "h4", "h5", "h6"}
    | {"sup", "h1", "h2", "h3", "section", "article", "header", "div", "span"}
)
_ATTRIBUTES = {
    "a": {"href", "title", "aria-label"},
    "ol": {"start"},
    "th": {"scope"},
    "*": {"id", "class", "aria-labelledby", "aria-hidden"},
}
_SCHEMES = ("http://", "https://", "mailto:")
_RENDERER = RendererHTML()
_UNSHOWN = frozenset({"html_inline", "html_block", "footnote_ref"})

# A name and its version, as in `Opus 4.1`; what may be a name with a hyphen in it, such
# as `gpt-oss-120b`.
_WORD = re.compile(r"(?<!\w)[A-Z]\w{,15} v?\d{1,3}\.\d[\w.]*\b|\w[\w.-]*")
_GAP = re.compile("[ -]")
_LONGEST_WHOLE = 24
# What lines of Chinese and Japanese are broken between: a sign, with the marks that may
# end no line before it and begin none behind it (https://www.unicode.org/reports/tr14/).
_OPENING, _CLOSING = (
    "“‘「『【《〈〔（［｛",  # noqa: RUF001  they are meant
    "、。，．：；？！）］｝」』】》〉〕ー々…・％ぁぃぅぇぉっゃゅょァィゥェォッャュョ",  # noqa: RUF001
)
_SIGNS = "\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff…"
_UNBROKEN = re.compile(
    rf"\s+|(?=\S)[{_OPENING}]*(?:[^\s{_SIGNS}]+|(?![{_CLOSING}])[{_SIGNS}])?[{_CLOSING}”’]*"
)

# What to put behind a sentence, given its text: HTML, or nothing.
Mark = Callable[[str], str]


def html_of(*blocks: Block, mark: Mark | None = None, base: str = "") -> str:
    """Blocks, or a headline, as HTML: no raw HTML, no images, no schemes that act.

    With `base`, the address of a page, what leads to a place on it is a whole address.
    """
    tokens = [_inline(token, mark) for token in _tokens(blocks)]
    return sanitised(_RENDERER.render(tokens, parser().options, {}), base).strip()


def title_html(title: str) -> str:
    """A plain title as HTML: its short names with a figure are broken by no line."""
    parts = list(_whole(Token("text", "", 0, content=title)))
    return _RENDERER.render(parts, parser().options, {})


def _inline(token: Token, mark: Mark | None) -> Token:
    if token.type != "inline":
        return token
    children = _shown(token.children or [])
    children = _marked(children, mark) if mark else children
    return token.copy(children=[part for child in children for part in _whole(child)])


def _whole(token: Token) -> Iterator[Token]:
    """A text whose short names with a figure no browser breaks: `GPT-5`, `Opus 4.1`."""
    if token.type != "text":
        yield token
        return
    start, content = 0, bound(token.content)
    for name in _WORD.finditer(content):
        breaks = _GAP.search(name.group())
        is_name = breaks and any(map(str.isdigit, name.group()[breaks.end() :]))
        if not is_name or len(name.group()) > _LONGEST_WHOLE:
            continue
        yield _text(token, content[start : name.start()])
        yield _html('<span class="whole">')
        yield _text(token, name.group())
        yield _html("</span>")
        start = name.end()
    yield _text(token, content[start:])


def sanitised(html: str, base: str = "") -> str:
    """HTML without anything that could act, track, or leave its place."""

    def placed(tag: str, name: str, value: str) -> str | None:
        is_whole = not base or name != "href" or value.startswith(_SCHEMES)
        return value if is_whole else _joined(base, value)

    return nh3.clean(
        html,
        tags=set(_TAGS),
        attributes={tag: set(names) for tag, names in _ATTRIBUTES.items()},
        url_schemes={scheme.partition(":")[0] for scheme in _SCHEMES},
        attribute_filter=placed,
        link_rel=None,
    )


def _joined(base: str, value: str) -> str | None:
    try:
        return urljoin(base, value)
    except ValueError:  # no address at all: then it is no link
        return None


def lines_of(*blocks: Block, links: list[str]) -> list[str]:
    """Blocks as plain lines; each new address joins `links`, the text has its number."""
    return _Lines(links).of(_tokens(blocks))


def line_of(headline: Block, links: list[str]) -> str:
    """A headline as plain text, its addresses numbered as in `lines_of`."""
    [inline] = headline.tokens
    return _Lines(links).words(inline)


def in_columns(text: str) -> str:
    """Each line of a text in lines of 72 columns."""
    return "\n".join(
        part for line in text.split("\n") for part in wrapped(line) or [""]
    )


def wrapped(text: str, *, first: str = "", others: str = "") -> list[str]:
    """A text in lines of 72 columns; what no line may break in may be longer."""
    if columns(text) == len(text):
        return textwrap.wrap(
            text,
            WIDTH,
            initial_indent=first,
            subsequent_indent=others,
            break_long_words=False,
            break_on_hyphens=False,
        )
    lines, gap = list[str](), ""
    for part in _UNBROKEN.findall(text.strip()):
        if part.isspace():
            gap = " "
        elif not lines or columns(lines[-1]) + columns(gap + part) > WIDTH:
            lines.append((others if lines else first) + part)
            gap = ""
        else:
            lines[-1] += gap + part
            gap = ""
    return lines


def columns(text: str) -> int:
    """How many columns a text takes: wide signs two, marks on a letter none (UAX 11)."""
    return len(text) if text.isascii() else sum(map(_columns_of, text))


@lru_cache(maxsize=4096)
def _columns_of(sign: str) -> int:
    if unicodedata.combining(sign):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def _tokens(blocks: Iterable[Block]) -> list[Token]:
    return [
        token
        for block in blocks
        for token in block.tokens
        if token.type not in _UNSHOWN
    ]


def _shown(tokens: Sequence[Token]) -> list[Token]:
    """Inline tokens without raw HTML; an image is the words that stand for it."""
    return [
        _as_text(token) if token.type == "image" else token
        for token in tokens
        if token.type not in _UNSHOWN
    ]


def _as_text(image: Token) -> Token:
    words, _ = flatten(image.children or [])
    return Token("text", "", 0, content=words, level=image.level)


def _marked(tokens: list[Token], mark: Mark) -> list[Token]:
    """The tokens with a mark behind each sentence that gets one, never inside a link."""
    text, spans = flatten(tokens)
    waiting = [
        (bounds.stop, html)
        for bounds in bounds_of(text, spans)
        if (html := mark(text[bounds.start : bounds.end].strip()))
    ]
    found: list[Token] = []
    length = depth = 0
    for token, piece in pieces(tokens):
        if depth == 0 and token.nesting >= 0:
            while waiting and waiting[0][0] <= length:
                found.append(_html(waiting.pop(0)[1]))
        if token.type == "text" and depth == 0:
            start = 0
            while waiting and waiting[0][0] < length + len(piece):
                stop, html = waiting.pop(0)
                found += [_text(token, piece[start : stop - length]), _html(html)]
                start = stop - length
            found.append(_text(token, piece[start:]))
        else:
            found.append(token)
        depth += {"link_open": 1, "link_close": -1}.get(token.type, 0)
        length += len(piece)
    return [*found, *(_html(html) for _, html in waiting)]


def _text(like: Token, content: str) -> Token:
    return Token("text", "", 0, content=content, level=like.level)


def _html(content: str) -> Token:
    return Token("html_inline", "", 0, content=content)


class _Lines:
    """Blocks of tokens to lines of plain text."""

    def __init__(self, links: list[str]) -> None:
        self.links = links

    def of(self, tokens: Sequence[Token]) -> list[str]:
        lines: list[str] = []
        indents: list[tuple[str, str]] = []  # for the first line, and for the others
        for token in _by_row(tokens):
            match token.type:
                case "blockquote_open":
                    indents.append(("> ", "> "))
                case "list_item_open":
                    bullet = f"{token.info}. " if token.info else "- "
                    indents.append((bullet, " " * len(bullet)))
                case "blockquote_close" | "list_item_close":
                    indents.pop()
                case "inline" | "fence" | "code_block":
                    if lines and not (token.hidden or _is_in_list(indents)):
                        lines.append("")
                    lines += self._indented(token, indents)
                    indents = [(rest, rest) for _, rest in indents]
                case _:
                    pass
        return lines

    def _indented(self, token: Token, indents: list[tuple[str, str]]) -> list[str]:
        first = "".join(first for first, _ in indents)
        rest = "".join(rest for _, rest in indents)
        if token.type != "inline":
            code = token.content.rstrip("\n").split("\n")
            return [f"{rest}    {line}" for line in code]
        return wrapped(self.words(token), first=first, others=rest)

    def words(self, inline: Token) -> str:
        return self._with_numbers(_shown(inline.children or []))

    def _with_numbers(self, tokens: Sequence[Token]) -> str:
        parts: list[str] = []
        opened: list[tuple[str, int]] = []
        for token, piece in pieces(tokens):
            if token.type == "link_open":
                opened.append((str(token.attrs.get("href", "")), len(parts)))
            parts.append("\n" if token.type == "hardbreak" else bound(piece))
            if token.type == "link_close" and opened:
                url, start = opened.pop()
                if "".join(parts[start:]).strip() != url and url.startswith(_SCHEMES):
                    parts.append(f" [{self._number(url)}]")
        return "".join(parts)

    def _number(self, url: str) -> int:
        if url not in self.links:
            self.links.append(url)
        return self.links.index(url) + 1


def _by_row(tokens: Iterable[Token]) -> Iterator[Token]:
    """The tokens with a table's rows as one inline token each."""
    row: list[Token] | None = None
    is_first = True
    for token in tokens:
        match token.type:
            case "table_open":
                is_first = True
            case "tr_open":
                row = []
            case "tr_close":
                yield Token("inline", "", 0, children=row, hidden=not is_first)
                row, is_first = None, False
            case "inline" if row is not None:
                between = [_text(token, " | ")] if row else []
                row += [*between, *(token.children or [])]
            case _:
                yield token


def _is_in_list(indents: list[tuple[str, str]]) -> bool:
    return any(first.strip() and first != "> " for first, _ in indents)
