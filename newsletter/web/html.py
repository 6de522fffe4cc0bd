"""What a page hides from its readers, left out before anybody reads it. Pure.

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
