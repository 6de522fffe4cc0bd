"""Blocks of a draft as HTML, and as lines of plain text."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from newsletter.drafts.html import html_of, line_of, lines_of, sanitised
from newsletter.drafts.parsing import blocks_of, parse


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("A b. C d.", "A b.^ C d.^"),
        ("A *b.* C", "A b.^ C^"),
        ("A [b. C](https://x.e) d", "A b. C^ d^"),
        ("“A b.” ([X](https://x.e)) C", "“A b.”^ (X) C^"),
        ("A b. ([X](https://x.e))", "A b.^ (X)"),
        ("- A b\n- C", "A b^ C^"),
        ("`A b.` C", "A b.^ C^"),
    ],
)
def test_marks_stand_behind_the_words_and_never_in_a_link(markdown, expected):
    html = html_of(*blocks_of(markdown), mark=lambda _: "<sup>^</sup>")

    assert " ".join(LexborHTMLParser(html).body.text().split()) == expected
    assert not LexborHTMLParser(html).css("a sup")


def test_footnotes_are_left_out():
    assert html_of(*blocks_of("A b.[^1]\n\n[^1]: C.")) == "<p>A b.</p>"


def test_what_is_no_address_is_no_link():
    assert sanitised('<a href="//[">x</a>', "https://crux.test/12/") == "<a>x</a>"


def test_plain_lines_number_each_address_once_and_indent_lists():
    links = []

    blocks = blocks_of(
        "> A [b](https://x.e)\n\n1. one [c](https://x.e)\n2. two\n   - <https://y.e>\n\n"
        "[d](javascript:alert)\n\n    code"
    )

    lines = lines_of(*blocks, links=links)

    assert lines == [
        *("> A b [1]", "1. one c [1]", "2. two", "   - https://y.e", "", "d", ""),
        "    code",
    ]
    assert links == ["https://x.e"]


def test_a_table_is_a_line_a_row_in_the_plain_letter():
    links = []

    table = "| a | b |\n| --- | --- |\n| 1 | [2](https://x.e) |"

    lines = lines_of(*blocks_of(f"A:\n\n{table}\n\nB"), links=links)

    assert lines == ["A:", "", "a | b", "1 | 2 [1]", "", "B"]


@pytest.mark.parametrize(
    "name", ["GPT-5", "gpt-oss-120b", "v0.12-rc1", "Opus 4.1", "Qwen v2.5"]
)
def test_a_name_with_a_figure_is_never_broken(name):
    headline = parse(f"# {name} is out").headline

    assert html_of(headline) == f'<span class="whole">{name}</span> is out'


@pytest.mark.parametrize(
    "text", ["open-weight", "a - 5", "in 4.1", "In 2025", "x-1" * 20, "5-", "word"]
)
def test_what_is_no_short_name_may_be_broken(text):
    assert html_of(parse(f"# {text}").headline) == text


def test_no_line_breaks_before_a_sign_that_stands_behind_a_space():
    draft = parse("# Trois cas : « oui » à 94 %")

    assert draft.headline is not None
    assert html_of(draft.headline) == "Trois cas&nbsp;: «&nbsp;oui&nbsp;» à 94&nbsp;%"
    assert line_of(draft.headline, []) == "Trois cas\xa0: «\xa0oui\xa0» à 94\xa0%"
