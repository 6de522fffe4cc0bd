"""Letters: the same issue gives the same bytes, and nothing hostile passes."""

import re

import pytest
from selectolax.lexbor import LexborHTMLParser

from newsletter.drafts.html import html_of
from newsletter.drafts.parsing import blocks_of, parse
from newsletter.issues import letter as letters
from newsletter.issues.letter import MOST_LETTER_BYTES, Ways
from newsletter.issues.page import page_html
from newsletter.models import Correction, Issue, Newsletter
from newsletter.research.sample.banner import BANNER
from newsletter.tests.support.makers import HOSTILE, MARKDOWN, NOW, QUOTE

DISCLOSURE = "This issue was compiled without a language model & says so."


def make_letter(**fields):
    newsletter = Newsletter(slug="crux", title="Crux Weekly", language="en")
    defaults = {
        "number": 12,
        "subject": "Model A is out, and 1 more",
        "preheader": "Method C: faster decoding",
        "markdown": MARKDOWN,
        "disclosures": [DISCLOSURE],
        "created_at": NOW,
    }
    return Issue(newsletter=newsletter, **{**defaults, **fields})


def words(html):
    """The words a reader is shown; a mark touches the word before it."""
    return LexborHTMLParser(html).body.text(separator=" ").split()


def test_nothing_hostile_reaches_the_letter():
    html = letter_html(make_letter(markdown=HOSTILE)).replace("<!--[if mso]>", "")

    tree = LexborHTMLParser(html)
    assert not tree.css("script, iframe, img, object, form, input, svg")
    assert not re.search(r"javascript:|data:text|onclick|onerror|t\.example", html)


def test_no_text_of_a_subject_or_disclosure_becomes_markup():
    letter = letter_html(
        make_letter(subject="<b>&", disclosures=["<script>x</script>"])
    )

    assert "<title>&lt;b&gt;&amp;</title>" in letter
    assert "<script>" not in letter


def test_the_same_issue_gives_the_same_bytes():
    assert letter_html(make_letter()) == letter_html(make_letter())
    assert letter_text(make_letter()) == letter_text(make_letter())


WAYS = Ways("https://crux.test/12/", "https://crux.test/p", "https://crux.test/u")


def letter_html(issue):
    return letters.letter_html(issue, WAYS)


def letter_text(issue):
    return letters.letter_text(issue, WAYS)


@pytest.mark.parametrize("letter_of", [letter_html, letter_text])
def test_a_letter_leads_to_its_page_its_evidence_and_out(letter_of):
    letter = letter_of(make_letter())

    for way in ("12/", "12/sources", "p", "u"):
        assert re.search(f'https://crux.test/{way}["\n]', letter)


@pytest.mark.parametrize(
    ("written", "whole"),
    [
        ("#research", "https://crux.test/12/#research"),
        ("sources", "https://crux.test/12/sources"),
        ("/about", "https://crux.test/about"),
        ("https://a.example/#b", "https://a.example/#b"),
    ],
)
def test_links_within_the_site_are_whole_addresses_in_a_letter(written, whole):
    letter = letter_html(make_letter(markdown=f"{MARKDOWN}\n[x]({written})"))

    assert f'href="{whole}"' in letter


def test_code_that_looks_like_a_link_stays_as_it_was_written():
    letter = letter_html(make_letter(markdown=f'{MARKDOWN}\n`href="#top"`'))

    assert 'href="#top"</code>' in letter


def test_disclosures_stand_once_above_everything_else():
    issue = make_letter()

    for told in (
        letter_html(issue),
        page_html(parse(MARKDOWN), (), disclosures=[DISCLOSURE]),
        letter_text(issue),
    ):
        assert told.count("compiled without") == 1
        assert told.index("compiled without") < told.lower().index("what shipped")


def test_what_a_plain_letter_quotes_has_the_marks_of_its_language():
    issue = make_letter(markdown="# A\n\nThis issue: “It’s out.” And “more”.\n")
    issue.newsletter.language = "de"

    assert "„It’s out.“ And „more“." in letter_text(issue)


def test_a_letter_tells_what_was_found_wrong_before_it_left():
    markdown = "“*Ten*” was wrong; right is “[two](https://a.dev)”."
    sentence = "In “Model A”: “Ten” was wrong; right is “two”."
    wrong = Correction(
        noticed_at=NOW, sentence=sentence, item="Model A", markdown=markdown
    )
    told = f"Correction, {NOW:%-d %B %Y}: {sentence}"

    html = letters.letter_html(make_letter(), WAYS, corrections=[wrong])
    text = letters.letter_text(make_letter(), WAYS, [wrong])

    said = LexborHTMLParser(html).css_first("p.disclosure, p[class*=disclosure]")
    assert said.text() == told
    assert 'href="https://a.dev"' in said.html
    assert told in " ".join(text.split())


def test_what_we_think_stands_apart_in_a_letter():
    old = "*Picked because it was voted for 37 times.*"
    issue = make_letter(markdown=MARKDOWN.replace(old, "**Our view:** wait for it."))

    sheet = LexborHTMLParser(letter_html(issue))

    assert [one.text(strip=True) for one in sheet.css("div.view")] == [
        "Our view:wait for it."
    ]
    assert "Our view: wait for it." in letter_text(issue)


def test_a_sample_carries_its_banner_and_a_real_issue_does_not():
    sample, real = make_letter(is_sample=True), make_letter()

    page = page_html(parse(MARKDOWN), (), is_sample=True)
    without = letter_html(real) + " ".join(letter_text(real).split())
    for part in (BANNER.banner, BANNER.details):
        assert part in page
        assert part in letter_html(sample)
        assert part in " ".join(letter_text(sample).split())
        assert part not in without


def test_the_plain_letter_has_every_word_and_address_of_the_draft():
    text = letter_text(make_letter())
    shown = " ".join(text.casefold().split())

    for word in words(html_of(*blocks_of(MARKDOWN.replace("#", "")))):
        assert word.casefold().strip("().,;") in shown
    for url in re.findall(r"\((https?://[^)]+)\)", MARKDOWN):
        assert f"] {url}\n" in text


def test_the_plain_letter_keeps_its_lines_short():
    lines = letter_text(make_letter()).split("\n")

    assert max(len(line) for line in lines if "://" not in line) <= 72


def test_the_plain_letter_has_the_address_in_a_heading():
    markdown = MARKDOWN.replace("### 1. Model A", "### 1. [Model](https://h.e/1) A", 1)

    text = letter_text(make_letter(markdown=markdown))

    [number] = re.findall(r"1\. Model \[(\d+)\] A", text)
    assert f"[{number}] https://h.e/1\n" in text


def test_a_full_issue_stays_below_what_gmail_shows():
    item = MARKDOWN[MARKDOWN.index("### 1. Model A") : MARKDOWN.index("## Research")]
    long = item.replace(QUOTE, f"{QUOTE} " * 10)

    letter = letter_html(make_letter(markdown=MARKDOWN.replace(item, long * 7)))

    assert len(letter.encode()) < MOST_LETTER_BYTES


def test_a_letter_says_its_language_and_knows_the_dark():
    letter = letter_html(make_letter())

    assert '<html lang="en" dir="ltr">' in letter
    assert "prefers-color-scheme: dark" in letter
    assert "Method C: faster decoding" in letter


def test_a_letter_has_its_newsletters_colour_by_day_and_by_night():
    issue = make_letter(markdown="# T\n\nSee [it](https://a.example/).\n")
    usual = letter_html(issue)
    issue.newsletter.accent = "#0b5d8f"

    letter = letter_html(issue)

    assert "#8f3418" in usual
    assert "#f0a98c" in usual
    assert "#8f3418" not in letter
    assert "#f0a98c" not in letter
    assert "color: #0b5d8f" in letter
    assert f"color: {issue.newsletter.accent_by_night} !important" in letter


def test_links_by_reference_work_on_the_page_and_in_the_letter():
    markdown = MARKDOWN.replace("(https://a.example/news)", "[a]")
    markdown += "\n[a]: https://a.example/news\n"

    assert 'href="https://a.example/news"' in page_html(parse(markdown), ())
    assert "] https://a.example/news" in letter_text(make_letter(markdown=markdown))


def test_no_word_makes_a_letter_wider_than_a_phone():
    sheet = LexborHTMLParser(letter_html(make_letter())).css_first("table.sheet")

    assert "overflow-wrap: anywhere" in sheet.attributes["style"]


def test_a_number_behind_a_sentence_opens_its_claim():
    letter = LexborHTMLParser(letters.letter_html(make_letter(), WAYS, [f"“{QUOTE}”"]))

    (mark,) = letter.css("sup a")

    assert mark.attributes["href"] == f"{WAYS.web}sources#c1"
    assert mark.attributes["aria-label"] == "Evidence 1"
    assert "id" not in mark.attributes


@pytest.mark.parametrize(
    ("language", "broken"), [("ko", "keep-all"), ("ja", "break-word")]
)
def test_korean_is_broken_between_words_alone(language, broken):
    issue = make_letter()
    issue.newsletter.language = language

    sheet = LexborHTMLParser(letter_html(issue)).css_first(".sheet")

    assert f"word-break: {broken}" in sheet.attributes["style"]


def test_no_way_out_of_a_letter_is_too_near_another_for_a_thumb():
    """24 pixels: https://www.w3.org/TR/WCAG22/#target-size-minimum."""
    ways = LexborHTMLParser(letter_html(make_letter())).css(".foot .ways")

    assert sum(len(one.css("a")) for one in ways) == 4
    assert all("line-height: 30px" in one.attributes["style"] for one in ways)
