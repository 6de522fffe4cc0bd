"""HTML to text, as readers see it: hidden text left out, the rest plain lines. Pure.

Hidden text is where a stranger speaks to programs; no quote may rest on it either.
"""

import re

from selectolax.lexbor import LexborHTMLParser

_NODES = (
    "script, style, svg, template, noscript, iframe, object, embed, [hidden], "
    "[aria-hidden=true], [inert], .sr-only, .visually-hidden"
)
# Styles that take a text out of sight for good. Not those that a script undoes as the
# page is read (opacity, height): a whole article may begin so.
_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)"
    r"|(?:font-size|line-height)\s*:\s*"
    r"0+(?:\.0+)?(?:px|em|rem|pt|%|vh|vw)?\s*(?:;|!|\Z)"
    r"|(?:left|top|right|text-indent|margin-left)\s*:\s*-\d{3,}"
    r"|clip(?:-path)?\s*:\s*(?:rect\(\s*0|inset\(\s*(?:50|100)%)"
    r"|color\s*:\s*(?:transparent|rgba\([^)]*,\s*0(?:\.0+)?\s*\))",
    re.IGNORECASE,
)
# Zero-width letters, marks that turn the direction of writing, tags, and selectors that
# carry bytes: https://www.unicode.org/reports/tr36/
_LETTERS = re.compile(
    "[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff"
    "\ufff9-\ufffb\U000e0000-\U000e007f\U000e0100-\U000e01ef]"
)
_BLOCK_ENDS = re.compile(r"</(?:p|div|li|h[1-6]|tr|blockquote|pre)\s*>|<br\s*/?>", re.I)
# No feed may carry more markup than this into the parser.
_MARKUP_CHARACTERS = 200_000
# Every element in another: parsers take the square of it, and browsers stop at 512.
_MOST_DEPTH = 1000
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]*)")
# They hold nothing, or the next one closes them.
_SHALLOW = frozenset(
    [
        "area",
        "base",
        "body",
        "br",
        "col",
        "colgroup",
        "dd",
        "dt",
        "embed",
        "head",
        "hr",
        "html",
        "img",
        "input",
        "li",
        "link",
        "meta",
        "optgroup",
        "option",
        "p",
        "param",
        "rp",
        "rt",
        "source",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "track",
        "wbr",
    ]
)


def tree_of(html: str) -> LexborHTMLParser:
    """A page, parsed as far as its elements do not stand in each other without end."""
    return LexborHTMLParser(html[: _end_of_sound(html)])


def _end_of_sound(html: str) -> int:
    if html.count("<") <= _MOST_DEPTH:
        return len(html)
    depth = 0
    for tag in _TAG.finditer(html):
        if tag.group(2).lower() in _SHALLOW:
            continue
        depth = max(0, depth - 1) if tag.group(1) else depth + 1
        if depth > _MOST_DEPTH:
            return tag.start()
    return len(html)


def drop_hidden(tree: LexborHTMLParser) -> None:
    """Take out of a page what a browser would not show."""
    for node in tree.css(_NODES):
        node.decompose()
    for node in tree.css("[style]"):
        if _STYLE.search(node.attributes.get("style") or ""):
            node.decompose()


def visible(text: str) -> str:
    """A text without letters that nobody sees."""
    return _LETTERS.sub("", text)


def plain(html: str) -> str:
    """The text of a piece of HTML, a line a block, without scripts and markup."""
    if "<" not in html and "&" not in html:
        return lines_of(html)
    marked = _BLOCK_ENDS.sub(r"\g<0>&#10;", html[:_MARKUP_CHARACTERS])
    tree = tree_of(marked)
    drop_hidden(tree)
    body = tree.body
    return lines_of(body.text(deep=True)) if body else ""


def one_line(html: str) -> str:
    return " ".join(plain(html).split())


def lines_of(text: str) -> str:
    """Plain text with its spaces put in order, without empty lines."""
    text = visible(text.replace("\x00", ""))
    lines = (" ".join(line.split()) for line in text.splitlines())
    return "\n".join(line for line in lines if line)
