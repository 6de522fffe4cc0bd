"""Pages: the same input gives the same bytes, and nothing hostile passes."""

import re

from selectolax.lexbor import LexborHTMLParser

from newsletter.drafts.parsing import parse
from newsletter.issues.page import page_html
from newsletter.tests.support.makers import HOSTILE, MARKDOWN, make_claim

VIEW = "**Our view:** wait for the code."


def test_a_claim_opens_to_its_evidence():
    html = page_html(parse(MARKDOWN), [make_claim()])

    assert (
        '.”<sup class="cite"><a href="sources#c1" id="r1" aria-label="Evidence 1">1</a>'
        "</sup> (<a" in html
    )


def test_two_citations_of_one_sentence_and_one_of_two_sentences():
    text = "# T\n\nThe first thing is true. The second thing is true."
    claims = [
        make_claim(claim="The first thing is true."),
        make_claim(claim="The first thing is true. The second thing is true."),
    ]

    marks = re.findall(r"<sup.*?</sup>", page_html(parse(text), claims))

    assert [re.findall(r"#c\d", mark) for mark in marks] == [["#c1", "#c2"], ["#c2"]]
    assert [re.findall(r'id="\w+"', mark) for mark in marks] == [
        ['id="r1"', 'id="r2"'],
        [],
    ]


def test_what_we_think_is_told_apart_from_what_a_source_says():
    view = MARKDOWN.replace("*Picked because it was voted for 37 times.*", VIEW)

    page = LexborHTMLParser(page_html(parse(view), ()))

    [thought] = page.css("p.view")
    assert thought.text() == "Our view: wait for the code."
    assert [one.text() for one in page.css("p.picked")] == [
        "Picked because it matches the profile: open weights."
    ]


def test_nothing_hostile_reaches_the_page():
    html = page_html(parse(HOSTILE), ())

    tree = LexborHTMLParser(html)
    assert not tree.css("script, iframe, img, object, form, input, svg")
    assert not tree.css("style, [style]")
    assert not re.search(r"javascript:|data:text|onclick|onerror|t\.example", html)


def test_the_same_draft_gives_the_same_bytes():
    draft = parse(MARKDOWN)

    assert page_html(draft, [make_claim()]) == page_html(draft, [make_claim()])


def test_the_markup_of_a_draft_cannot_borrow_our_classes():
    page = LexborHTMLParser(page_html(parse(HOSTILE), ()))

    assert not page.css(".sample, .cite, #r1")


def test_every_anchor_of_a_page_is_there_once():
    html = page_html(parse(MARKDOWN), [make_claim(), make_claim()])

    ids = re.findall(r'id="([^"]+)"', html)
    assert len(ids) == len(set(ids)) >= 7
    assert set(re.findall(r'aria-labelledby="([^"]+)"', html)) <= set(ids)
