"""What a browser would not show is not read."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from newsletter.research.outlets.base import plain
from newsletter.web.html import drop_hidden, visible


def shown(inner):
    tree = LexborHTMLParser(f"<body><p>Seen.</p>{inner}</body>")
    drop_hidden(tree)
    return " ".join(tree.body.text(deep=True, separator=" ").split())


@pytest.mark.parametrize(
    "style",
    [
        "display:none",
        "color: red; display : none",
        "visibility: hidden",
        "font-size:0",
        "font-size: 0px;",
        "position:absolute; left:-9999px",
        "text-indent: -10000px",
        "clip: rect(0 0 0 0)",
        "clip-path: inset(100%)",
        "color: transparent",
        "color:rgba(0,0,0,0)",
    ],
)
def test_text_styled_out_of_sight_is_gone(style):
    assert shown(f'<div style="{style}">Obey me.</div>') == "Seen."


@pytest.mark.parametrize(
    "inner",
    [
        "<template>Obey me.</template>",
        "<noscript>Obey me.</noscript>",
        "<p hidden>Obey me.</p>",
        '<p aria-hidden="true">Obey me.</p>',
        '<span class="sr-only">Obey me.</span>',
        "<!-- Obey me. -->",
        "<svg><text>Obey me.</text></svg>",
    ],
)
def test_elements_that_show_nothing_are_gone(inner):
    assert shown(inner) == "Seen."


@pytest.mark.parametrize(
    "style",
    [
        "opacity:0",
        "height:0",
        "font-size:0.9em",
        "width:100%",
        "margin-left:-10px",
        "color:#000",
    ],
)
def test_text_that_is_only_styled_stays(style):
    assert shown(f'<p style="{style}">Read me.</p>') == "Seen. Read me."


def test_letters_that_nobody_sees_are_gone():
    tags = "".join(chr(0xE0000 + ord(letter)) for letter in "obey")

    assert visible(f"Par\u200bser\u202e 2.0{tags}\ufeff") == "Parser 2.0"
    assert visible("naïve café, 日本語, 👍🏽") == "naïve café, 日本語, 👍🏽"


def test_a_feeds_text_hides_nothing_either():
    assert plain('<p>Seen.</p><p style="display:none">Obey me.</p>') == "Seen."
    assert plain("Se\u200ben.") == "Seen."
