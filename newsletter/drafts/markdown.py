"""The one Markdown parser: CommonMark 0.31 with GFM's tables, autolinks, footnotes.

Whoever reads a draft parses it here, so that what was checked is what is shown. Pure.
"""

import html
import re
from functools import cache
from types import SimpleNamespace

from markdown_it import MarkdownIt, helpers
from markdown_it.common import normalize_url
from markdown_it.common.utils import isLinkClose, isLinkOpen
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

# Links inside deeper nesting than this are not parsed; CommonMark sets no number.
_MAX_NESTING = 50
# How often over a paragraph may be looked through for the ends of its links' texts;
# after that no bracket in it opens a link. Unlike nesting, prose never comes near it.
_MOST_LOOKS = 50
_FEWEST_CHARACTERS = 10_000
_SPENT = -1  # in a state's cache, whose other keys are positions

_SCHEME = re.compile(r"(?<![a-zA-Z])(?:https?|ftp)\Z", re.IGNORECASE)
_ADDRESS_END = re.compile(r"[\s<]|\[\^")  # a space, a tag, a footnote's mark
_DOMAIN = re.compile(
    r"[\w\u2600-\u27bf\U0001f000-\U0001faff-]+"
    r"(?:\.[\w\u2600-\u27bf\U0001f000-\U0001faff-]+)*"
)
_ENTITY_AT_END = re.compile(r"&[a-zA-Z0-9]+;\Z")
_ENTITY = re.compile(r"&#?[a-zA-Z0-9]{1,31};")
_PLAIN_ADDRESS = re.compile(
    r"https?://[a-z0-9.-]*[a-z0-9](?:/[a-zA-Z0-9;/?:@&=+$,_.!~*'()#-]*)?"
)
_TRAILING = "?!.,:*_~'\""
_BARE_START = re.compile(
    r"(?:(?<=[\s*_~(])|^)www\."
    r"|(?<![a-zA-Z0-9_.+-])[a-zA-Z0-9_.+-]+@(?=[a-zA-Z0-9_-]+\.)",
    re.IGNORECASE,
)
_MAIL_DOMAIN = re.compile(r"[a-zA-Z0-9_-]+(?:\.[a-zA-Z0-9_-]+)+")


@cache
def parser() -> MarkdownIt:
    """The shared parser. It keeps every scheme: who shows links must sanitise them."""
    markdown = MarkdownIt("commonmark", {"store_labels": True})
    markdown.options["maxNesting"] = _MAX_NESTING
    markdown.enable(["table", "strikethrough"])
    markdown.use(footnote_plugin, inline=False)
    markdown.inline.ruler.after("text", "bare_address", _bare_address)
    markdown.helpers = SimpleNamespace(  # type: ignore[assignment]
        parseLinkLabel=_link_label,
        parseLinkDestination=helpers.parseLinkDestination,
        parseLinkTitle=helpers.parseLinkTitle,
    )
    markdown.core.ruler.after("inline", "bare_names", _bare_names)
    markdown.validateLink = _keep_link  # type: ignore[method-assign]
    markdown.normalizeLink = _normalise  # type: ignore[method-assign]
    markdown.normalizeLinkText = _as_read  # type: ignore[method-assign,assignment]
    return markdown


def _link_label(state: StateInline, start: int, disableNested: bool = False) -> int:  # noqa: FBT001, FBT002 - fixed by markdown-it
    """Where the text of a link ends, or -1: in time that is linear in the paragraph."""
    spent = state.cache.get(_SPENT, 0)
    if spent > _MOST_LOOKS * max(len(state.src), _FEWEST_CHARACTERS):
        return -1
    end = helpers.parseLinkLabel(state, start, disableNested)
    looked = (end if end >= 0 else state.posMax) - start
    state.cache[_SPENT] = state.cache.get(_SPENT, 0) + looked
    return end


def _normalise(url: str) -> str:
    """Percent- and IDNA-encode a destination; most of them need nothing."""
    return url if _PLAIN_ADDRESS.fullmatch(url) else normalize_url.normalizeLink(url)


def _as_read(url: str) -> str:
    """An address as a reader is shown it: decoded, where anything in it is encoded."""
    return (
        url if _PLAIN_ADDRESS.fullmatch(url) else normalize_url.normalizeLinkText(url)
    )


def _keep_link(url: str) -> bool:
    """Whether a destination makes a link: always, or it would never be checked."""
    return True


def _bare_address(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - fixed by markdown-it
    """Inline rule for `https://…` in running text (GFM 6.9)."""
    source, start = state.src, state.pos
    if state.linkLevel > 0 or not source.startswith("://", start):
        return False
    scheme = _SCHEME.search(source, max(0, start - 6), start)
    if scheme is None:
        return False
    end = _end_of_address(source, start + 3, state.posMax)
    if end is None:
        return False
    if not silent:
        if not state.pending.endswith(scheme.group()):
            return False
        state.pending = state.pending[: -len(scheme.group())]
        written = source[scheme.start() : end]
        opening = state.push("link_open", "a", 1)
        opening.attrs = {"href": state.md.normalizeLink(_without_entities(written))}
        opening.markup, opening.info = "linkify", "auto"
        state.push("text", "", 0).content = _without_entities(written)
        closing = state.push("link_close", "a", -1)
        closing.markup, closing.info = "linkify", "auto"
    state.pos = end
    return True


def _without_entities(text: str) -> str:
    return _ENTITY.sub(lambda entity: html.unescape(entity.group()), text)


def _end_of_address(source: str, start: int, limit: int) -> int | None:
    """Where the address whose host begins at `start` ends; None when it has no host."""
    domain = _DOMAIN.match(source, start, limit)
    if domain is None:
        if not source.startswith("[", start):  # an IPv6 literal
            return None
    elif any("_" in part for part in domain.group().rstrip("_").split(".")[-2:]):
        return None
    stop = _ADDRESS_END.search(source, start, limit)
    end = stop.start() if stop else limit
    end = _before_stray_bracket(source, start, end)
    end = _before_trailing(source, start, end)
    return end if end > start else None


def _before_stray_bracket(source: str, start: int, end: int) -> int:
    """The first `]` that closes nothing: there a link's text ends, not its address."""
    if "]" not in source[start:end]:
        return end
    depth = 0
    for position in range(start, end):
        if source[position] == "[":
            depth += 1
        elif source[position] == "]":
            if depth == 0:
                return position - (source[position - 1] == "\\")
            depth -= 1
    return end


def _before_trailing(source: str, start: int, end: int) -> int:
    """Leave off closing punctuation, entities and unbalanced `)` (GFM 6.9)."""
    surplus = source.count(")", start, end) - source.count("(", start, end)
    while end > start:
        last = source[end - 1]
        if last in _TRAILING:
            end -= 1
        elif last == ")" and surplus > 0:
            surplus -= 1
            end -= 1
        elif last == ";":
            entity = _ENTITY_AT_END.search(source, max(start, end - 32), end)
            end = entity.start() if entity else end - 1
        else:
            break
    return end


def _bare_names(state: StateCore) -> None:
    """Core rule for `www.…` and mail addresses in running text (GFM 6.9)."""
    for block in state.tokens:
        if block.type != "inline" or not block.children:
            continue
        if "@" in block.content or "www." in block.content.lower():
            block.children = _with_bare_names(state.md, block.children)


def _with_bare_names(markdown: MarkdownIt, tokens: list[Token]) -> list[Token]:
    result: list[Token] = []
    depth = 0
    for token in tokens:
        if token.type == "html_inline":
            depth += isLinkOpen(token.content) - isLinkClose(token.content)
        else:
            depth += {"link_open": 1, "link_close": -1}.get(token.type, 0)
        if token.type == "text" and depth <= 0:
            result.extend(_split_at_bare_names(markdown, token))
        else:
            result.append(token)
    return result


def _split_at_bare_names(markdown: MarkdownIt, token: Token) -> list[Token]:
    text, done, parts = token.content, 0, list[Token]()
    for start in _BARE_START.finditer(text):
        if start.start() < done:
            continue
        is_mail = start.group().endswith("@")
        end = (_end_of_mail if is_mail else _end_of_www)(text, start)
        if end is None:
            continue
        written = text[start.start() : end]
        href = ("mailto:" if is_mail else "http://") + written
        parts.append(_text(text[done : start.start()], token.level))
        opening = Token("link_open", "a", 1, level=token.level)
        opening.attrs = {"href": markdown.normalizeLink(href)}
        closing = Token("link_close", "a", -1, level=token.level)
        for tag in (opening, closing):
            tag.markup, tag.info = "linkify", "auto"
        parts += [opening, _text(written, token.level + 1), closing]
        done = end
    if not parts:
        return [token]
    return [*parts, _text(text[done:], token.level)]


def _text(content: str, level: int) -> Token:
    return Token("text", "", 0, content=content, level=level)


def _end_of_www(text: str, start: re.Match[str]) -> int | None:
    end = _end_of_address(text, start.start(), len(text))
    return end if end is not None and end > start.end() else None


def _end_of_mail(text: str, start: re.Match[str]) -> int | None:
    domain = _MAIL_DOMAIN.match(text, start.end())
    return domain.end() if domain and domain.group()[-1].isalpha() else None
