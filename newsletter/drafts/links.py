"""Every link of a Markdown draft, and the names by which links are compared.

Pure: knows no Django, no clock, no network. Nothing here raises, whatever the text.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from markdown_it.token import Token

from newsletter.drafts.markdown import parser
from newsletter.web.html import tree_of


class LinkKind(StrEnum):
    """How a link is written."""

    INLINE = "inline"  # [text](destination)
    REFERENCE = "reference"  # [text][label], [label][], [label]
    AUTOLINK = "autolink"  # <https://…>
    BARE = "bare"  # https://… or www.… in running text
    HTML = "html"  # <a href="…">
    IMAGE = "image"  # ![text](source), ![text][label], <img src="…">


@dataclass(frozen=True, slots=True)
class Link:
    """One link: where it leads, the words that bear it, and its line (from 1)."""

    url: str
    text: str
    kind: LinkKind
    line: int | None = None


def extract(markdown: str) -> tuple[Link, ...]:
    """Every link of a text that is no draft."""
    return links_of(parser().parse(markdown))


def links_of(tokens: Iterable[Token]) -> tuple[Link, ...]:
    """Every link a reader would be shown, in order, with destinations normalised.

    Percent-encoded and IDNA-encoded as CommonMark's reference renderer does it.
    Footnotes come last. What stands in code or in a comment is no link.
    """
    found: list[Link] = []
    for token in tokens:
        line = token.map[0] + 1 if token.map else None
        if token.type == "inline":
            found.extend(_in_line(token.children or [], line))
        elif token.type == "html_block":
            found.extend(_in_html(token.content, line))
    return tuple(found)


def _in_line(tokens: list[Token], line: int | None) -> Iterator[Link]:
    for index, token in enumerate(tokens):
        match token.type:
            case "link_open":
                text = _text_until(tokens[index + 1 :], "link_close")
                yield Link(_attribute(token, "href"), text, _kind(token), line)
            case "image":
                text = _text_until(token.children or [], "")
                yield Link(_attribute(token, "src"), text, LinkKind.IMAGE, line)
            case "html_inline":
                for link in _in_html(token.content, line):
                    if link.kind is LinkKind.IMAGE:
                        yield link
                    else:
                        text = link.text or _text_until(tokens[index + 1 :], "</a>")
                        yield replace(link, text=text)
            case _:
                pass
        if line is not None:
            line += _lines_passed(token)


def _lines_passed(token: Token) -> int:
    if token.type in ("softbreak", "hardbreak"):
        return 1
    return token.content.count("\n") if token.type == "html_inline" else 0


def _kind(token: Token) -> LinkKind:
    if token.markup == "autolink":
        return LinkKind.AUTOLINK
    if token.markup == "linkify":
        return LinkKind.BARE
    return LinkKind.REFERENCE if "label" in token.meta else LinkKind.INLINE


def _attribute(token: Token, name: str) -> str:
    return str(token.attrs.get(name, ""))


def _text_until(tokens: list[Token], end: str) -> str:
    """The plain words up to the token of type `end`, or the HTML tag `end`."""
    words: list[str] = []
    for token in tokens:
        if token.type == end:
            break
        if token.type == "html_inline":
            if token.content.lower().startswith(end) and end.startswith("</"):
                break
        elif token.type == "image":
            words.append(_text_until(token.children or [], ""))
        elif token.type in ("softbreak", "hardbreak"):
            words.append(" ")
        elif token.type in ("text", "code_inline", "text_special"):
            words.append(token.content)
    return " ".join("".join(words).split())


def _in_html(html: str, line: int | None) -> Iterator[Link]:
    if "<" not in html or not ("href" in html.lower() or "src" in html.lower()):
        return
    for node in tree_of(html).css("a[href], area[href], img[src]"):
        image = node.tag == "img"
        url = node.attributes.get("src" if image else "href") or ""
        text = (node.attributes.get("alt") or "") if image else node.text(deep=True)
        kind = LinkKind.IMAGE if image else LinkKind.HTML
        yield Link(url.strip(), " ".join(text.split()), kind, line)
