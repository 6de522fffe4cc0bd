"""What a browser would not show is not read."""

import time

import pytest
from selectolax.lexbor import LexborHTMLParser

from newsletter.tests.support.judging import make_page
from newsletter.web.article import read
from newsletter.web.html import drop_hidden, plain, visible
from newsletter.web.metadata import glance


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


@pytest.mark.parametrize(
    "nested", ["<div>", "<ul><li>", "<b><i>", "<DIV class=a>", "<table><tr><td>"]
)
@pytest.mark.parametrize(
    "reading",
    [
        lambda html: glance(make_page(body=html.encode())),
        lambda html: read(make_page(body=html.encode())),
        plain,
    ],
)
def test_elements_in_each_other_without_end_take_no_time(nested, reading):
    began = time.process_time()

    reading("<p>Seen." + nested * 100_000)

    assert time.process_time() - began < 10


def test_what_stands_before_and_beside_deep_elements_is_read():
    assert plain("<p>Seen.</p>" + "<div>" * 5000 + "Deep.") == "Seen."
    assert "Last." in plain("<div>A block.</div>" * 5000 + "<p>Last.</p>")
    assert "Last." in plain("<ul>" + "<li>One" * 5000 + "</ul><p>Last.</p>")
