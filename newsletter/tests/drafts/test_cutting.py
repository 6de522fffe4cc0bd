"""Tokens written as Markdown again, and paragraphs less a sentence."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from newsletter.drafts.cutting import escape, to_markdown, without
from newsletter.drafts.links import extract
from newsletter.drafts.markdown import parser
from newsletter.drafts.parsing import blocks_of
from newsletter.drafts.prose import flatten
from newsletter.testing.examples import examples

TWO = "“The first is said.” “The second too.” ([Lab, 5 August](<https://lab.example>))"
PLAIN = "Abcde fghi. ,;:!?()\"'“”-–0123456789"
MARKS = "*_`[]()<>#&~|\\@!./:\n"


def inline(markdown):
    """The inline tokens of the first paragraph; none where it is no paragraph."""
    tokens = parser().parse(markdown)
    found = [token.children for token in tokens if token.type == "inline"]
    is_paragraph = tokens and tokens[0].type == "paragraph_open"
    return found[0] if found and is_paragraph else []


def cut(markdown, *questions):
    """What is left of a block, as Markdown; its tokens say the same."""
    [block] = blocks_of(markdown)
    left = without(block, *questions)
    if left is None:
        return ""
    assert left.text == "".join(again.text for again in blocks_of(left.markdown))
    return left.markdown


@pytest.mark.parametrize(
    "markdown",
    [
        'A *word* and **two** and ***three***, [a link](<https://a.example> "title").',
        "`code`, ``co`de``, ~~gone~~, R&D, &lt;tag&gt;, &amp;copy; and 2 * 3 * 4.",
        "Bare https://a.example/x_y_z, <https://b.example>, www.c.example, d@e.example.",
        "1\\. no list\n\\- nor this\n\\# nor a heading",
        "a line\\\nand another",
        "[*marked* `words`](https://a.example) in a link",
    ],
)
def test_what_is_written_again_says_and_links_the_same(markdown):
    tokens = inline(markdown)

    assert flatten(inline(to_markdown(tokens))) == flatten(tokens)


@settings(max_examples=examples(300))
@given(st.text(st.sampled_from(PLAIN + MARKS), max_size=80))
def test_any_text_is_escaped_to_what_it_was(text):
    words = " ".join(text.split())
    tokens = inline(f"x {escape(words)} x")

    assert flatten(tokens) == (f"x {words} x".replace("  ", " "), ())


@settings(max_examples=examples(300))
@given(st.text(st.sampled_from(PLAIN + MARKS.replace("<", "")), max_size=60))
@example("*a* [b](c) `d` https://e.example")
def test_any_paragraph_is_written_as_it_was(markdown):
    tokens = inline(markdown)

    again = inline(to_markdown(tokens)) if tokens else []

    assert flatten(again) == flatten(tokens)


def test_a_sentence_goes_and_its_reference_stays_for_the_one_before():
    left = cut(TWO, lambda said: "second" in said.text, lambda _: True)

    assert left == "“The first is said.” ([Lab, 5 August](<https://lab.example>))"


def test_a_sentence_goes_with_its_reference_where_that_is_what_failed():
    assert cut(TWO, lambda said: bool(said.links)) == "“The first is said.”"


def test_a_reference_never_moves_to_a_sentence_that_has_its_own():
    text = "One is [here](https://a.example). Two is said. ([B](https://b.example))"

    left = cut(text, lambda said: "Two" in said.text, lambda _: True)

    assert [link.url for link in extract(left)] == ["https://a.example"]


def test_marks_and_links_around_nothing_go_too():
    text = "**Out is this.** The rest [stays](https://a.example)."

    left = cut(text, lambda said: "Out" in said.text)

    assert left == "The rest [stays](<https://a.example>)."


def test_a_paragraph_of_nothing_else_is_empty():
    assert cut(TWO, lambda _: True, lambda _: True) == ""


def test_what_is_not_touched_stays_as_it_was_written():
    assert cut(TWO, lambda _: False) == TWO


def test_a_list_goes_whole():
    text = "- one thing\n- a bad thing"

    assert cut(text, lambda said: "bad" in said.text) == ""
    assert cut(text, lambda said: "worse" in said.text) == text


def test_links_by_reference_are_found():
    text = (
        "The first is said. The second is [out][lab].\n\n[lab]: <https://lab.example>"
    )

    left = cut(text, lambda said: bool(said.links))

    assert left == "The first is said."
